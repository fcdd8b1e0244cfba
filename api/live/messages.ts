// What live pages send.
import type { Server, Socket } from 'socket.io'
import { z } from 'zod'
import type { SignedIn } from '#api/http/session.ts'
import { personId } from '#domain/account/account.ts'
import type { OpenOrder, ServerToClientEvents, WatchAnswer } from '#domain/contract/live.ts'
import { orderId } from '#domain/order/input.ts'
import type { Log } from '#infra/log.ts'

/** The messages a browser may send: whatever it says with them, until `answerMessages` has looked at it. */
type ClientToServerEvents = Record<string, (...said: unknown[]) => void>

type NoEvents = Record<string, never>

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SignedIn>
export type PageSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SignedIn>

/** The first message of a page as it connects: the client that an admin views the site as, if any. */
export const handshake = z.object({ viewAs: personId.optional() })

const acknowledgement = <Answer>() =>
  z.custom<(answer: Answer | { refused: true }) => void>((value) => typeof value === 'function')

const watchRequest = z.object({ orderId, after: z.int().min(-1) })
export type WatchRequest = z.infer<typeof watchRequest>

/** The messages that a page may send, each with the schema of all its data. */
const messages = {
  watch: z.tuple([watchRequest, acknowledgement<WatchAnswer>()]),
  unwatch: z.tuple([z.object({ orderId })]),
  /** All orders that anyone has open; from then on `openOrder` tells of every change. For admins. */
  watchPresence: z.tuple([acknowledgement<{ orders: OpenOrder[] }>()]),
  /** Subscribes to `activity`, which announces every event. For admins; others are told nothing. */
  watchActivity: z.tuple([]),
  /** Subscribes to `security`, which announces entries of the security log. For admins; others are told nothing. */
  watchSecurity: z.tuple([]),
}
type Messages = { [Name in keyof typeof messages]: z.infer<(typeof messages)[Name]> }

/**
 * Handles the messages of a page, each once its schema has found it valid: any other is refused, where it wants an answer. A
 * page whose message fails is disconnected: it comes back by itself, and asks again.
 */
export function answerMessages(
  socket: PageSocket,
  log: Pick<Log, 'warn'>,
  listeners: { [Name in keyof Messages]: (...said: Messages[Name]) => Promise<void> },
): void {
  async function answer(name: keyof Messages, said: unknown[]): Promise<void> {
    const { data } = messages[name].safeParse(said)
    if (data) return (listeners[name] as (...said: unknown[]) => Promise<void>)(...data)
    acknowledgement().safeParse(said.at(-1)).data?.({ refused: true })
  }
  for (const name of Object.keys(messages) as (keyof Messages)[]) {
    socket.on(name, (...said: unknown[]) => {
      answer(name, said).catch((error) => {
        log.warn({ err: error }, 'a live message could not be answered')
        socket.disconnect(true)
      })
    })
  }
}

/** Ends a page's TCP connection at once: a polite close would wait for its answer. */
export const cutOff = ({ conn }: PageSocket): void => void conn.request.socket.destroy()

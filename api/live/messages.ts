// What live pages send and receive.
import type { Server, Socket } from 'socket.io'
import { z } from 'zod'
import type { SignedIn } from '#api/http/session.ts'
import { personId } from '#domain/account/account.ts'
import type { WireEvent } from '#domain/event.ts'
import type { ActivityNote, SecurityNote } from '#domain/history/kinds.ts'
import { orderId } from '#domain/order/order.ts'
import type { OpenOrder, Presence } from '#domain/order/presence.ts'
import type { Log } from '#infra/log.ts'
import type { CatchUpPage } from './catch-up.ts'

/** The messages a browser may send: whatever it says with them, until `answerMessages` has looked at it. */
type ClientToServerEvents = Record<string, (...said: unknown[]) => void>

/** The messages a browser receives. */
type ServerToClientEvents = {
  event(event: WireEvent): void
  /** How much of the lists is made, in whole percents, while they are made; 100 once they are. */
  lists(percent: number): void
  /**
   * At every connection: the id of the event store's past, and the position of the last event that was pushed before, if
   * any is known. A list of that position has all that this page was not sent.
   */
  epoch(epoch: string, position?: string): void
  /** The others who have an order open, for the pages of that order. */
  presence(presence: Presence): void
  openOrder(order: OpenOrder): void
  activity(note: ActivityNote): void
  security(note: SecurityNote): void
}

type NoEvents = Record<string, never>

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SignedIn>
export type PageSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SignedIn>

/** The answer to a page: the events it missed, that it may not see the order, or how long to wait before it asks again. */
export type WatchAnswer = CatchUpPage | { refused: true } | { waitSeconds: number }

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

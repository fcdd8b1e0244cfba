import type { Server, Socket } from 'socket.io'
import type { SignedIn } from '#api/http/session.ts'
import type { SecurityKind } from '#domain/contract/call.ts'
import type { WireEvent } from '#domain/event.ts'
import type { ActivityKind } from '#domain/history/kinds.ts'
import type { OpenOrder, Presence } from '#domain/order/presence.ts'

/** A note that something was recorded: its subject, who did it (an id), when, and its position. Not its content. */
export type ActivityNote = { kind: ActivityKind; actor: string; at: string; position: string }

/** A note on an entry of the security log: its id, its kind, how often it occurred and when last. */
type SecurityNote = { id: string; kind: SecurityKind; times: number; lastAt: string }

/** The messages a browser may send: whatever it says with them, until `messages.ts` has looked at it. */
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

/** Ends a page's TCP connection at once: a polite close would wait for its answer. */
export const cutOff = ({ conn }: PageSocket): void => void conn.request.socket.destroy()

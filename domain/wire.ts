import type { Event, Recorded } from './event.ts'
import { idIn } from './event.ts'

/** A stored event as JSON: the position is a decimal string, and an order's event says which order. */
export type WireEvent<E extends Event = Event> = E extends Event
  ? Omit<Recorded<E>, 'position' | 'cause' | 'origin'> & { position: string; orderId?: string }
  : never

/** What goes over HTTP and Socket.IO. What caused the event, and from where, stays in the store. */
export function toWire<E extends Event>({ cause: _, origin: __, position, ...event }: Recorded<E>): WireEvent<E> {
  const sent: Record<string, unknown> = event
  sent.position = String(position)
  const orderId = idIn({ name: 'order' }, event.stream)
  if (orderId !== undefined) sent.orderId = orderId
  return sent as WireEvent<E>
}

/** The way back, for the fold in the browser. */
export function fromWire<E extends Event = Event>({ orderId: _, ...event }: WireEvent): Recorded<E> {
  return { ...event, position: BigInt(event.position) } as unknown as Recorded<E>
}

/** The answer to every change: what to tell the person, and the events recorded (none when nothing changed). */
export type CommandResult<E extends Event = Event> = {
  message: string
  revision: number
  /** The position to wait for when reading a list next; '0' when nothing was recorded. */
  position: string
  events: WireEvent<E>[]
}

/** Every failed call, over HTTP. */
export type Problem = { message: string; fields?: Record<string, string> | undefined; confirm?: 'password' | undefined }

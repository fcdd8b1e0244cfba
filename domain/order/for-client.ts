import type { Person, Recorded } from '../event.ts'
import type { OrderEvent } from './order.ts'

/** Whoever of the agency has read something, as its clients are told: no one in particular. */
const agency: Person = { id: 'agency', name: '', role: 'admin' }

/** When something happened that a client is not told of. */
const never = '1970-01-01T00:00:00.000Z'

/**
 * An event as a client is sent it. Which admin has read what, and when, is the agency's own: what stays is the event's
 * place in the stream, since a page takes events one after the other, and it changes nothing there. So is the name of the
 * program that an admin did something by.
 */
export function forClient(event: Recorded<OrderEvent>): Recorded<OrderEvent> {
  const { type, by } = event
  if (type === 'ConversationRead' && by.role === 'admin') {
    return { ...event, by: agency, at: never, data: { upTo: 0, seen: 0 } }
  }
  return by.via === undefined ? event : { ...event, by: withoutProgram(by) }
}

/** An event as its reader is sent it: whole to an admin. */
export const asSentTo = (reader: Person, event: Recorded<OrderEvent>): Recorded<OrderEvent> =>
  reader.role === 'admin' ? event : forClient(event)

/** Whether an event is only there to keep the place of one that its reader is not told of. */
export const isPlaceholder = ({ type, by }: Pick<Recorded<OrderEvent>, 'type' | 'by'>): boolean =>
  type === 'ConversationRead' && by.id === agency.id

/** A person as clients are told of them. */
export const withoutProgram = ({ via: _, ...person }: Person): Person => person

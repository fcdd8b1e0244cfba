import type { Person } from '../event.ts'
import type { Order, OrderStatus } from './order.ts'
import { type OrderRow, unread } from './row.ts'

/** Whom an order's page names: the client, as the account has them today. */
export type Contact = { name: string; phone: string; email: string }

type Flags = { completed: 0 | 1; cancelled: 0 | 1 }

const flags = (status: OrderStatus): Flags => ({
  completed: status === 'completed' ? 1 : 0,
  cancelled: status === 'cancelled' ? 1 : 0,
})

const statusOf = ({ completed, cancelled }: Flags): OrderStatus =>
  completed ? 'completed' : cancelled ? 'cancelled' : 'open'

/** Of the reading marks the person's own: what others have read is theirs to know. */
const ownMarks = (read: Record<string, number>, { id }: Person): Record<string, number> =>
  Object.hasOwn(read, id) ? { [id]: read[id]! } : {}

/**
 * An order as `get-single-order` answers it: the order's own fields, with the specification's names and JSON texts; of
 * the reading marks only the reader's own.
 */
export type WireOrder = Omit<Order, 'steps' | 'questions' | 'status' | 'clientId'> &
  Contact &
  Flags & {
    id: string
    order_id: string
    client_id: string
    progress: string
    questions: string
    revision: number
  }

export type OrderAnswer = { data: WireOrder[]; access: boolean }

export function orderToWire(id: string, revision: number, order: Order, contact: Contact, reader: Person): WireOrder {
  const { steps, questions, status, clientId, read, ...rest } = order
  return {
    ...rest,
    read: ownMarks(read, reader),
    ...contact,
    id,
    order_id: id,
    client_id: clientId,
    progress: JSON.stringify(steps),
    questions: JSON.stringify(questions),
    ...flags(status),
    revision,
  }
}

/** The way back, for the fold in the browser: the order that `orderToWire` was given, as its reader knows it. */
export function orderFromWire(wire: WireOrder): { id: string; revision: number; order: Order; contact: Contact } {
  const { id, order_id, client_id, progress, questions, completed, cancelled, revision, name, phone, email, ...rest } =
    wire
  return {
    id,
    revision,
    contact: { name, phone, email },
    order: {
      ...rest,
      clientId: client_id,
      steps: JSON.parse(progress),
      questions: JSON.parse(questions),
      status: statusOf({ completed, cancelled }),
    },
  }
}

/** A row of a list as `get-orders` and `user-order` answer it: of the reading marks only the reader's own. */
export type WireRow = Omit<OrderRow, 'title' | 'status' | 'openedAt'> &
  Flags & { order_id: string; name: string; date: string; unread_messages: number }

export type RowsAnswer = {
  data: WireRow[]
  /** What to send as `after` for the next page; absent on the last. */
  next?: string
  /** The position the list is folded to. */
  position: string
  /** True when the list has not caught up with the position the reader asked for. */
  stale?: true
}

export function rowToWire({ title, status, openedAt, read, ...rest }: OrderRow, person: Person): WireRow {
  const row = { ...rest, read: ownMarks(read, person) }
  return {
    ...row,
    ...flags(status),
    order_id: rest.id,
    name: title,
    date: openedAt,
    unread_messages: unread(row, person),
  }
}

/** The way back, for the live list in the browser. */
export function rowFromWire(wire: WireRow): OrderRow {
  const { order_id: _, unread_messages: __, name, date, completed, cancelled, ...rest } = wire
  return { ...rest, title: name, openedAt: date, status: statusOf({ completed, cancelled }) }
}

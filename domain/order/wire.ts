import type { Person } from '../event.ts'
import type { WireEvent } from '../wire.ts'
import { filesOf, type SharedFile } from './conversation.ts'
import { inRupees, rupees } from './money.ts'
import type { Order, OrderEvent, OrderStatus } from './order.ts'
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
export type WireOrder = Omit<
  Order,
  'steps' | 'questions' | 'status' | 'clientId' | 'paymentLink' | 'invoice' | 'proposal'
> &
  Contact &
  Flags & {
    id: string
    order_id: string
    client_id: string
    progress: string
    questions: string
    /** The latest design's link. */
    design: string
    payment_link: string
    /** Rupees as decimal strings. */
    paid_amount: string
    actual_amount: string
    revisions: number
    /** Whom the proposal is for; empty as long as there is none. */
    company: string
    proposal_date: string
    problem: string
    goals: string
    solution: string
    revision: number
  }

export type OrderAnswer = { data: WireOrder[]; access: boolean }

/** Named field by field: what is spread into an answer carries along whatever its type does not mention. */
export function orderToWire(id: string, revision: number, order: Order, contact: Contact, reader: Person): WireOrder {
  const { invoice, proposal } = order
  return {
    id,
    order_id: id,
    client_id: order.clientId,
    revision,
    number: order.number,
    title: order.title,
    openedAt: order.openedAt,
    ...(order.closedAt === undefined ? {} : { closedAt: order.closedAt }),
    ...flags(order.status),
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    progress: JSON.stringify(order.steps),
    questions: JSON.stringify(order.questions),
    design: order.designs.at(-1)?.link ?? '',
    designs: order.designs,
    payment_link: order.paymentLink,
    paid_amount: inRupees(invoice.paid),
    actual_amount: inRupees(invoice.actual),
    revisions: invoice.revisions,
    company: proposal?.receiverName ?? '',
    proposal_date: proposal?.date ?? '',
    problem: proposal?.problem ?? '',
    goals: proposal?.goals ?? '',
    solution: proposal?.solution ?? '',
    conversation: order.conversation,
    deleted: order.deleted,
    sent: order.sent,
    read: ownMarks(order.read, reader),
  }
}

/** The way back, for the fold in the browser: the order that `orderToWire` was given, as its reader knows it. */
export function orderFromWire(wire: WireOrder): { id: string; revision: number; order: Order; contact: Contact } {
  const { id, order_id: _, client_id, progress, questions, completed, cancelled, revision, ...some } = wire
  const { design: __, payment_link, paid_amount, actual_amount, revisions, ...more } = some
  const { company, proposal_date, problem, goals, solution, name, phone, email, ...rest } = more
  return {
    id,
    revision,
    contact: { name, phone, email },
    order: {
      ...rest,
      clientId: client_id,
      steps: JSON.parse(progress),
      questions: JSON.parse(questions),
      paymentLink: payment_link,
      invoice: { paid: rupees.parse(paid_amount), actual: rupees.parse(actual_amount), revisions },
      ...(company ? { proposal: { receiverName: company, date: proposal_date, problem, goals, solution } } : {}),
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

/** A shared file as `get-shared-files` answers it. */
export type WireFile = {
  id: string
  order_id: string
  sender_id: string
  sender: string
  sender_role: string
  /** `{filename, originalName, size}` as JSON text. */
  file: string
  file_type: string
  caption: string
  date: string
  /** When it was replaced; empty when it never was. */
  updated_sent: string
  /** What it replaced, oldest first. */
  versions: { filename: string; originalName: string; date: string }[]
}

export type FilesAnswer = { data: WireFile[]; access: boolean }

/** The files that an order's people shared, oldest first. */
export const filesToWire = (orderId: string, { conversation }: Order): WireFile[] =>
  filesOf(conversation).map(({ id, by, at, file, caption, replacedAt, before }: SharedFile) => {
    const { fileType, ...stored } = file
    return {
      id,
      order_id: orderId,
      sender_id: by.id,
      sender: by.name,
      sender_role: by.role,
      file: JSON.stringify(stored),
      file_type: fileType,
      caption,
      date: at,
      updated_sent: replacedAt ?? '',
      versions: before.map(({ file: { filename, originalName }, at }) => ({ filename, originalName, date: at })),
    }
  })

/** A page of an order's history as `get-history` answers it. */
export type HistoryAnswer = {
  /** The facts, newest first. */
  data: WireEvent<OrderEvent>[]
  /** What to send as `before` for the page that goes on from here; absent at the beginning of the history. */
  next?: number
  access: boolean
}

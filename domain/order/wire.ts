import type { WireFile, WireOrder, WireRow } from '../contract/orders.ts'
import type { Person } from '../event.ts'
import { amountOf, toWireRupees } from '../money.ts'
import { filesOf, type SharedFile } from './conversation.ts'
import type { Order, OrderStatus } from './order.ts'
import { type OrderRow, unreadCount } from './row.ts'
import { turnOf } from './turn.ts'
import { dueOn } from './worklist.ts'

/** Whom an order's page names: the client, as the account has them today. */
export type Contact = { name: string; phone: string; email: string }

type Flags = Pick<WireOrder, 'completed' | 'cancelled'>

const flags = (status: OrderStatus): Flags => ({
  completed: status === 'completed' ? 1 : 0,
  cancelled: status === 'cancelled' ? 1 : 0,
})

const statusOf = ({ completed, cancelled }: Flags): OrderStatus =>
  completed ? 'completed' : cancelled ? 'cancelled' : 'open'

/** Of the reading marks the person's own: what others have read is theirs to know. */
const ownMarks = (read: Record<string, number>, { id }: Person): Record<string, number> =>
  Object.hasOwn(read, id) ? { [id]: read[id]! } : {}

/** An order as `get-single-order` answers it: of the reading marks only the reader's own. */
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
    currentSince: order.currentSince,
    ...(order.closedAt === undefined ? {} : { closedAt: order.closedAt }),
    lastAt: order.lastAt,
    ...flags(order.status),
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    progress: JSON.stringify(order.steps),
    questions: JSON.stringify(order.questions),
    design: order.designs.at(-1)?.link ?? '',
    designs: order.designs,
    payment_link: order.paymentLink,
    paid_amount: toWireRupees(invoice.paid),
    actual_amount: toWireRupees(invoice.actual),
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
      invoice: { paid: amountOf(paid_amount) ?? 0, actual: amountOf(actual_amount) ?? 0, revisions },
      ...(company ? { proposal: { receiverName: company, date: proposal_date, problem, goals, solution } } : {}),
      status: statusOf({ completed, cancelled }),
    },
  }
}

/** A row as lists answer it: of the reading marks only the reader's own. */
export function rowToWire(row: OrderRow, reader: Person): WireRow {
  return {
    id: row.id,
    order_id: row.id,
    revision: row.revision,
    clientId: row.clientId,
    clientName: row.clientName,
    name: row.title,
    date: row.openedAt,
    lastAt: row.lastAt,
    ...flags(row.status),
    steps: row.steps,
    current_since: row.currentSince,
    ...(row.business ? { business: row.business } : {}),
    paid_amount: toWireRupees(row.invoice.paid),
    actual_amount: toWireRupees(row.invoice.actual),
    revisions: row.invoice.revisions,
    company: row.proposal?.receiverName ?? '',
    proposal_date: row.proposal?.date ?? '',
    waiting_on: turnOf(row)?.with ?? '',
    due_on: dueOn(row) ?? '',
    sent: row.sent,
    read: ownMarks(row.read, reader),
    unread_messages: unreadCount(row, reader),
  }
}

/** The way back, for the live list in the browser. */
export function rowFromWire(wire: WireRow): OrderRow {
  const { id, revision, clientId, clientName, lastAt, steps, sent, read, company, proposal_date } = wire
  const invoice = {
    paid: amountOf(wire.paid_amount) ?? 0,
    actual: amountOf(wire.actual_amount) ?? 0,
    revisions: wire.revisions,
  }
  return {
    ...{ id, revision, clientId, clientName, lastAt, steps, invoice, sent, read },
    title: wire.name,
    openedAt: wire.date,
    currentSince: wire.current_since,
    ...(wire.business ? { business: wire.business } : {}),
    status: statusOf(wire),
    ...(company ? { proposal: { receiverName: company, date: proposal_date } } : {}),
  }
}

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

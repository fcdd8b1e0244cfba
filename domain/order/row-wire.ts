import type { WireRow } from '#domain/contract/orders.ts'
import type { Person } from '#domain/event.ts'
import { amountOf, toWireRupees } from '#domain/money.ts'
import { flags, ownMarks, statusOf } from './fields.ts'
import { unreadCount } from './order.ts'
import type { OrderRow } from './row.ts'
import { turnOf } from './turn.ts'
import { deliveryDueOn } from './worklist.ts'

/** A row as lists answer it: of the reading marks only the reader's own. */
export function rowToWire(row: OrderRow, reader: Person): WireRow {
  const { id, revision, clientId, clientName, lastAt, steps, pending, sent } = row
  return {
    ...{ id, order_id: id, revision, clientId, clientName, lastAt, steps, pending, sent },
    name: row.title,
    ...(row.openedAs === undefined ? {} : { opened_as: row.openedAs }),
    date: row.openedAt,
    ...(row.clientErased === undefined ? {} : { clientErased: row.clientErased }),
    ...flags(row.status),
    current_since: row.currentSince,
    ...(row.unansweredSince === undefined ? {} : { unanswered_since: row.unansweredSince }),
    ...(row.business ? { business: row.business } : {}),
    paid_amount: toWireRupees(row.invoice.paid),
    actual_amount: toWireRupees(row.invoice.actual),
    revisions: row.invoice.revisions,
    ...(row.pricing.since === undefined && row.pricing.rounds.length === 0 ? {} : { pricing: row.pricing }),
    ...(row.invoiced.dueOn === undefined ? {} : { invoiced: row.invoiced }),
    company: row.proposal?.receiverName ?? '',
    proposal_date: row.proposal?.date ?? '',
    ...(row.proposals ? { proposals: row.proposals } : {}),
    waiting_on: turnOf(row)?.with ?? '',
    due_on: deliveryDueOn(row) ?? '',
    ...(row.withdrawn ? { withdrawn: row.withdrawn } : {}),
    read: ownMarks(row.read, reader),
    unread_messages: unreadCount(row, reader),
  }
}

/** The way back, for the live list in the browser. */
export function rowFromWire(wire: WireRow): OrderRow {
  const { id, revision, clientId, clientName, lastAt, steps, sent, read, pending, company, proposal_date } = wire
  const { business, clientErased, withdrawn, proposals, pricing = { rounds: [] }, invoiced = { sum: 0 } } = wire
  const invoice = {
    paid: amountOf(wire.paid_amount) ?? 0,
    actual: amountOf(wire.actual_amount) ?? 0,
    revisions: wire.revisions,
  }
  return {
    ...{ id, revision, clientId, clientName, lastAt, steps, invoice, sent, read, pending },
    ...{ business, clientErased, withdrawn, proposals, pricing, invoiced },
    title: wire.name,
    openedAs: wire.opened_as,
    openedAt: wire.date,
    currentSince: wire.current_since,
    unansweredSince: wire.unanswered_since,
    status: statusOf(wire),
    ...(company ? { proposal: { receiverName: company, date: proposal_date } } : {}),
  }
}

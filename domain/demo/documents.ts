import { perform, type Rule } from '#domain/command.ts'
import { fold, type Person, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import {
  type DocumentNumberEvent,
  documentNumberCommands,
  documentNumbers,
  type Reservation,
} from '#domain/order/document-numbers.ts'
import { issuerOf } from '#domain/order/draft-invoice.ts'
import { issueInvoice } from '#domain/order/issue-invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { recordPayment } from '#domain/order/record-payment.ts'
import { reviseInvoice } from '#domain/order/revise-invoice.ts'
import { sendReceipt } from '#domain/order/send-receipt.ts'
import { type NumberedKind, seriesOf, usualSchemes } from '#domain/settings/billing.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import type { Sample } from '#domain/testing.ts'
import { dayIn } from '#domain/time-zone.ts'
import { billing } from './agency.ts'

// The documents of the demo's orders have the amounts that the commands compute from earlier events.

/** Returns the events that a command records on an order with these events before. */
export type Follows = (before: readonly Sample<OrderEvent>[]) => Sample<OrderEvent>[]

const recordedOn = <Event extends Sample>(stream: string, samples: readonly Event[]): Recorded<Event>[] =>
  samples.map((sample, revision) => ({
    ...{ id: `${stream}-${revision}`, ...sample },
    ...{ stream, revision, position: BigInt(revision) },
  }))

const follows =
  <Input>(command: Rule<Order, OrderEvent, Input>, input: Omit<Input, 'orderId'>, by: Person, at: string): Follows =>
  (before) => {
    const order = fold(orders, recordedOn('order-demo', before))
    const events = perform(command, order, { orderId: 'demo', ...input } as Input, { by, at })
    return events.map((event) => ({ ...event, by, at }))
  }

const issuer = issuerOf({ billing })

/** The first number of its series on a day. */
const first = (kind: NumberedKind, at: string): string =>
  seriesOf(usualSchemes[kind], dayIn(defaultTimeZone, Date.parse(at))).replace('{n}', '1')

/** Issues the first invoice of the demo, of some parts of the price by their keys. */
export const issuesInvoice = (by: Person, parts: string[], at: string): Follows =>
  follows(
    issueInvoice,
    { parts, issuer, issued: { documentId: 'demo-invoice-1', number: first('invoice', at) } },
    by,
    at,
  )

/** Records the one payment of the demo that has a receipt. The amount is rupees. */
export const recordsPayment = (by: Person, { rupees, reference }: { rupees: number; reference: string }, at: string) =>
  follows(recordPayment, { payment, amount: rupees * 100, reference, paidOn: at.slice(0, 10) }, by, at)
const payment = 'demo-payment-2'

/** Sends its receipt. */
export const sendsReceipt = (by: Person, at: string): Follows =>
  follows(
    sendReceipt,
    { payment, issuer, issued: { documentId: 'demo-receipt-1', number: first('receipt', at) } },
    by,
    at,
  )

/** Enters what was paid by then, in rupees, and the paid revisions, where an invoice was issued before. */
export const raisesPaid = (
  by: Person,
  { rupees, revisions }: { rupees: number; revisions: number },
  at: string,
): Follows => follows(reviseInvoice, { paidAmount: rupees * 100, noOfRevisions: revisions }, by, at)

/** How the numbers of all that was issued were taken, in the order in which it was. */
export function numbersOf(
  issuedOn: readonly { id: string; events: readonly Sample<OrderEvent>[] }[],
): Sample<DocumentNumberEvent>[] {
  const issued = issuedOn.flatMap(({ id: orderId, events }) =>
    events.flatMap(({ type, data, by, at }, place) => {
      if (type !== 'InvoiceIssued' && type !== 'ReceiptIssued') return []
      const { documentId, number } = data
      const clientId = events[0]!.by.id
      const command = type === 'InvoiceIssued' ? issueInvoice.name : sendReceipt.name
      const series = number.replace(/\d+$/, '{n}')
      return [{ ...{ documentId, series, orderId, clientId, revision: place - 1, command, input: '{}' }, by, at }]
    }),
  )
  const samples: Sample<DocumentNumberEvent>[] = []
  const { reserveNumber, settleNumber } = documentNumberCommands
  for (const { by, at, ...reservation } of issued.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const state = () => fold(documentNumbers, recordedOn('document_numbers-1', samples))
    const add = (events: DocumentNumberEvent[]) => samples.push(...events.map((event) => ({ ...event, by, at })))
    add(perform(reserveNumber, state(), reservation satisfies Omit<Reservation, 'by' | 'number'>, { by, at }))
    add(perform(settleNumber, state(), { documentId: reservation.documentId, isIssued: true }, { by, at }))
  }
  return samples
}

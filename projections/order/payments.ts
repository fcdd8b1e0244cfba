import type { Recorded } from '#domain/event.ts'
import { definitionOf, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Amounts } from '#domain/order/invoice.ts'
import { erasedName, erasedTitle, initial, type Order } from '#domain/order/order.ts'
import { withoutPayer } from '#domain/order/payment-changes.ts'
import type { Payment } from '#domain/order/payments.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection } from '#projections/projection.ts'

/**
 * How the amounts changed. A reported payment was confirmed; the agency recorded one by itself, or took one back; a
 * provider received it. Or only the price or the number of paid revisions changed.
 */
type Cause = 'confirmed' | 'recorded' | 'received' | 'taken back' | 'price'

/** The amounts of an order as one event left them, in paise: `paid` is all that was ever received. */
export type PaymentEntry = Amounts & {
  at: string
  /** The author; absent where that was the order's client. */
  by?: string
  cause: Cause
  /** The payment that it was, as it is known; `receipt` is the number of that which was sent of it. */
  payment?: Pick<Payment, 'id' | 'reference' | 'paidOn'> & { provider?: string; receipt?: string }
}

/** The amounts to be paid and paid of an order, each time that they changed, oldest first. */
export type OrderPayments = Document & {
  clientId: string
  clientName: string
  title: string
  openedAt: string
  /** Whether there is an entry; so that those with one are found by it. */
  invoiced: boolean
  entries: PaymentEntry[]
  /** The order's amounts and payments as they are, of which the next entry is made. */
  invoice: Amounts
  payments: Payment[]
  /** When the order was completed or cancelled; absent while it is open. */
  closedAt?: string
}

/** The payments of every order. */
export const orderPayments: Projection<OrderPayments> = {
  name: 'payments',
  version: 3,
  indexes: [['invoiced', 'openedAt']],
  ids: idPerStream(orders),
  evolve(payments, event, id) {
    const recorded = event as Recorded<OrderEvent>
    const { type, data, by, at, revision } = recorded
    if (type === 'OrderOpened') {
      const { clientId, title } = data
      const { invoice, payments } = initial
      const about = { clientId, clientName: by.name, title, openedAt: at }
      return { id, revision, ...about, invoiced: false, entries: [], invoice, payments }
    }
    if (!payments) return undefined
    switch (type) {
      case 'OrderRenamed':
        return { ...payments, revision, title: data.title }
      case 'OrderCompleted':
      case 'OrderCancelled':
        return { ...payments, revision, closedAt: data.since ?? at }
      case 'ClientErased':
        return { ...withoutClient(payments), revision }
      case 'OrderReopened': {
        const { closedAt: _, ...open } = payments
        return { ...open, revision }
      }
      case 'ReceiptIssued':
        return { ...withMoney(payments, recorded), entries: withReceipt(payments.entries, data) }
      default:
        return withMoney(payments, recorded)
    }
  },
}

/** The kinds of events that can change what is to be paid, or what is known of a payment. */
const ofMoney: ReadonlySet<string | undefined> = new Set(['money', 'proposal', 'designs'])

/** Applies an event to an order's amounts and payments, by its `apply`, with an entry where the amounts change. */
function withMoney(before: OrderPayments, event: Recorded<OrderEvent>): OrderPayments {
  if (!ofMoney.has(definitionOf(event)?.traits.kind)) return before
  const { invoice, payments } = orders.evolve({ ...initial, ...moneyOf(before) }, event)
  const after = { ...before, revision: event.revision, invoice, payments }
  const { paid, actual, revisions } = before.invoice
  if (invoice.paid === paid && invoice.actual === actual && invoice.revisions === revisions) return after
  return { ...after, invoiced: true, entries: [...before.entries, entryOf(event, before, after)] }
}

type Money = Pick<Order, 'invoice' | 'payments'>

const moneyOf = ({ invoice, payments }: OrderPayments): Money => ({ invoice, payments })

function entryOf(event: Recorded<OrderEvent>, before: Money, after: Money): PaymentEntry {
  const { at, by, data } = event
  const id = 'payment' in data ? data.payment : event.id
  const payment = [...after.payments, ...before.payments].find((each) => each.id === id)
  return {
    ...after.invoice,
    at,
    ...(by.role === 'client' ? {} : { by: by.name }),
    cause: causeOf(event, after.invoice.paid - before.invoice.paid),
    ...(payment ? { payment: known(payment, event) } : {}),
  }
}

/** The provider that a payment came in through. */
const providerOf = ({ data }: Pick<OrderEvent, 'data'>): string | undefined =>
  'provider' in data ? data.provider : undefined

function causeOf({ type, data }: OrderEvent, received: number): Cause {
  if (received === 0) return 'price'
  if (type === 'PaymentReopened') return 'taken back'
  if (providerOf({ data }) !== undefined) return 'received'
  return type === 'PaymentConfirmed' ? 'confirmed' : 'recorded'
}

const known = ({ id, reference, paidOn }: Payment, event: OrderEvent): NonNullable<PaymentEntry['payment']> => {
  const provider = providerOf(event)
  return {
    id,
    ...(reference ? { reference } : {}),
    ...(paidOn ? { paidOn } : {}),
    ...(provider === undefined ? {} : { provider }),
  }
}

/** The entries, with the number of a receipt at the one that its payment came in with. */
function withReceipt(entries: PaymentEntry[], { payment: id, number }: { payment: string; number: string }) {
  const place = entries.findLastIndex(({ payment, cause }) => payment?.id === id && cause !== 'taken back')
  return entries.map((each, at) =>
    at === place && each.payment ? { ...each, payment: { ...each.payment, receipt: number } } : each,
  )
}

/** The payments once the client was erased: amounts, days and numbers stay, and nothing that the client wrote. */
const withoutClient = (payments: OrderPayments): OrderPayments => ({
  ...payments,
  ...{ clientId: '', clientName: erasedName, title: erasedTitle },
  payments: payments.payments.map(withoutPayer),
  entries: payments.entries.map((each) => {
    if (!each.payment) return each
    const { reference: _, ...payment } = each.payment
    return { ...each, payment }
  }),
})

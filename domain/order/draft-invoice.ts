import { z } from 'zod'
import type { Paise } from '#domain/money.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { usualDueDays } from '#domain/settings/billing.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { stateOf } from '#domain/settings/gst.ts'
import { dayIn } from '#domain/time-zone.ts'
import { instalmentsOf } from './instalments.ts'
import {
  amountsIn,
  type Buyer,
  type InvoiceLine,
  type IssuedDocument,
  invoicedOf,
  invoicedTotal,
  openOfInvoices,
  seller,
  totalOf,
} from './issued.ts'
import type { Order } from './order.ts'
import { confirmedSum, isByItself } from './payments.ts'
import { taxBetween, taxIn } from './tax.ts'

/** The agency’s details on its documents, and how they are made: the server fills it in. */
export const issuer = seller.extend({
  taxRate: z.int().optional(),
  dueDays: z.int().optional(),
  /** The zone whose days they have, as IANA names it. */
  timeZone: z.string(),
})
export type Issuer = z.infer<typeof issuer>

type PricedOrder = Pick<Order, 'invoice' | 'pricing' | 'steps' | 'payments' | 'documents' | 'invoiced'>

/** A part of the price that was not invoiced yet, or not all of it. */
type UninvoicedPart = Omit<InvoiceLine, 'tax'> & { isDue: boolean }

/**
 * Returns the parts of the price and its paid revisions that were not invoiced yet, each with whether it is due. Rounds that
 * were invoiced one by one may stand together now: all of them come to no more than what they cost. What is invoiced beyond
 * a part, as once the price was lowered, is taken off the first that are left.
 */
export function uninvoicedParts(order: PricedOrder): UninvoicedPart[] {
  const parts = instalmentsOf(order)
  const rounds = parts.filter(({ part }) => part === 'rounds')
  let left = amountsIn(rounds) - invoicedOf(order.documents, 'rounds')
  const isCredited = (key: string) =>
    order.documents.some(({ kind, lines }) => kind === 'credit note' && lines.some((line) => line.key === key))
  const whole = parts.map(({ key, part, title, share, amount: price, paid, reported, state }) => {
    const rest = price - invoicedOf(order.documents, key)
    const amount = Math.max(0, part === 'rounds' ? Math.min(rest, left) : rest)
    if (part === 'rounds') left -= amount
    const billable = state === 'due' ? price : paid + reported
    return { key, title, share, amount, state, billable, isCredited: isCredited(key) }
  })
  let beyond = amountsIn(whole) - (amountsIn(parts) - invoicedTotal(order.documents).amount)
  const open = whole.map(({ billable, ...part }) => {
    const off = Math.min(part.amount, beyond)
    beyond -= off
    const amount = part.amount - off
    return { ...part, amount, covered: Math.min(amount, billable) }
  })
  // What was paid or fell due and is in no invoice, beyond parts that were never credited: a credited one is asked for again by
  // that alone. Money fills the first parts, so what is missing for a credited one may show in a later part that is due.
  let ahead = whole.reduce((sum, { billable }) => sum + billable, 0) - invoicedTotal(order.documents).amount
  for (const { isCredited, covered } of open) if (!isCredited) ahead -= covered
  const uninvoiced = open.map(({ state, covered, isCredited, ...part }) => {
    const isDue = state === 'due' || (state !== 'later' && (!isCredited || ahead >= covered))
    if (isCredited && isDue) ahead -= covered
    return { ...part, isDue }
  })
  return uninvoiced.filter(({ amount }) => amount > 0)
}

/** An invoice that is not issued yet: all but its number. */
type DraftInvoice = Omit<
  Required<IssuedDocument>,
  'kind' | 'documentId' | 'number' | 'at' | 'revision' | 'corrects' | 'reason' | 'note' | 'tax'
> &
  Pick<IssuedDocument, 'tax'>

/**
 * An invoice of some parts of the price, by their keys, as it would be issued on a day of the agency’s zone. The tax in it is that
 * of its sum; each payment before it is named with the tax in it.
 */
export function draftInvoice(
  order: PricedOrder & { buyer: Buyer },
  { taxRate, dueDays = usualDueDays, timeZone, ...seller }: Issuer,
  keys: readonly string[],
  issuedOn: string,
): DraftInvoice {
  const { invoice, invoiced } = order
  const buyer = located(order.buyer)
  const tax = taxBetween({ ...seller, taxRate }, buyer)
  const parts = uninvoicedParts(order).filter(({ key }) => keys.includes(key))
  const taxes = taxIn(
    parts.map(({ amount }) => amount),
    tax,
  )
  const lines = parts.map(({ isDue: _, ...part }, nth) => ({ ...part, tax: taxes[nth]! }))
  return {
    ...{ seller, buyer, lines, tax, price: invoice.actual, issuedOn, dueOn: dayAfter(issuedOn, dueDays) },
    paid: paymentsBefore(order, timeZone, (amounts) => taxIn(amounts, tax)),
    open: openOfInvoices({ sum: invoiced.sum + totalOf({ lines }).amount }, invoice.paid),
  }
}

/** A buyer with the state that their GSTIN names, where they chose none. */
function located(buyer: Buyer): Buyer {
  const state = stateOf(buyer)
  return state === undefined ? buyer : { ...buyer, state }
}

function paymentsBefore({ payments }: PricedOrder, timeZone: string, taxOf: (amounts: Paise[]) => Paise[]) {
  const confirmed = payments.filter(({ state }) => state === 'confirmed')
  const taxes = taxOf(confirmed.map(({ amount }) => amount))
  return confirmed.map(({ id, amount, paidOn, at }, nth) => ({
    ...{ id, amount, tax: taxes[nth]! },
    on: paidOn ?? dayIn(timeZone, Date.parse(at)),
  }))
}

/** The day so many days after another: `2026-12-07`. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/**
 * The content of a receipt beside a payment’s amount: from whom to whom, the tax in it, and the parts of the price it paid.
 * The rest was paid in advance.
 */
export function receiptContent(order: Order, payment: string, issuer: Issuer | undefined) {
  const { buyer, invoice, payments } = order
  const own = payments.find(({ id }) => id === payment)!
  // Receipts cover the price in the order in which they are sent. An amount in the invoice’s form has none.
  const before = confirmedSum(
    payments.filter((each) => each.receipt || (each !== own && !isByItself(each) && each.at <= own.at)),
  )
  const paidOf = (paid: Paise) => instalmentsOf({ ...order, payments: [], invoice: { ...invoice, paid } })
  const earlier = paidOf(before)
  const { amount } = own
  const covers = paidOf(before + amount)
    .map(({ title, paid }, nth) => ({ title, amount: paid - earlier[nth]!.paid }))
    .filter(({ amount }) => amount !== 0)
  const rest = covers.reduce((left, each) => left - each.amount, amount)
  const { taxRate, dueDays: _, timeZone: __, ...seller } = issuer ?? {}
  const tax = taxBetween({ ...seller, taxRate }, buyer ?? {})
  return {
    ...(issuer ? { seller: seller as Omit<Issuer, 'taxRate' | 'dueDays' | 'timeZone'> } : {}),
    ...(buyer ? { buyer: located(buyer) } : {}),
    ...(tax ? { tax } : {}),
    covers: rest === 0 ? covers : [...covers, { title: 'Paid in advance', amount: rest }],
  }
}

/** The agency’s details on its documents, as it has set them; undefined where it has not. */
export function issuerOf({ billing, timeZone = defaultTimeZone }: Agency): Issuer | undefined {
  if (!billing) return undefined
  const { legalName: name, schemes: _, ...rest } = billing
  return { name, ...rest, timeZone }
}

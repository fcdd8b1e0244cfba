import { type Paise, percent } from '#domain/money.ts'
import type { Phase, Step } from '#domain/step.ts'
import { type Amounts, invoiceOf, type Pricing } from './invoice.ts'
import { invoicedOf, openOfInvoices } from './issued.ts'
import { type Order, stepCompletedBy } from './order.ts'
import { reportedSum } from './payments.ts'
import { phaseDoneAt } from './phase.ts'

/** The parts that a price is paid in; `rounds` are paid revisions. */
type Part = 'landing page' | 'full design' | 'development' | 'rounds'

/** A part of the price, as it is paid. Amounts are paise; times ISO 8601, UTC. */
export type Instalment = {
  /** The id within its order, which stays the same: `landing page`, or `round 3` after its first round. */
  key: string
  part: Part
  title: string
  /** Its percentage of the price. */
  share: number
  amount: Paise
  /** The amount paid of it, and the amount of the rest that the client reports to have paid. */
  paid: Paise
  reported: Paise
  state: 'paid' | 'reported' | 'due' | 'later'
  /** The time from which it may be asked for; absent while it may not. */
  since?: string
  /** When it is due: on the agency’s day of that time, or on the day of the invoice that asks for it. */
  due?: string
  isInvoiced?: true
  /** The amount of it that invoices ask for by that day, where that is not all of what is open. */
  billed?: Paise
}

/** How many days after it may be asked for a part is due. */
const daysToPay = 7
const dayMs = 24 * 60 * 60 * 1000

type Figures = Pick<Order, 'invoice' | 'pricing' | 'payments'> & { steps: readonly Step[] }
type Settled = Omit<Figures, 'payments'> & Pick<Order, 'status'> & Partial<Pick<Order, 'invoiced'>>
type PartOfPrice = Pick<Instalment, 'key' | 'part' | 'title' | 'share' | 'amount' | 'since'>

/**
 * The instalments of an order's price, in the order in which they fall due: 20, 30 and 50 percent. Paid revisions are
 * added to the instalment after them. They add up to the price with its paid revisions, to the paisa. What was paid
 * goes to the first of them, what is reported to those after. None while there is no price.
 */
export function instalmentsOf(order: Figures): Instalment[] {
  if (order.invoice.actual === 0) return []
  let { paid } = order.invoice
  let reported = reportedSum(order.payments)
  const take = (amount: Paise, from: Paise): Paise => Math.max(0, Math.min(amount, from))
  return partsOf(order).map((part): Instalment => {
    const ofPaid = take(part.amount, paid)
    const ofReported = take(part.amount - ofPaid, reported)
    paid -= ofPaid
    reported -= ofReported
    const open = part.amount - ofPaid - ofReported
    const unpaid = open > 0 ? (part.since === undefined ? 'later' : 'due') : 'reported'
    const due = part.since && dueAfter(part.since)
    return { ...part, due, paid: ofPaid, reported: ofReported, state: ofPaid === part.amount ? 'paid' : unpaid }
  })
}

/** The amount of an instalment that is neither paid nor reported, in paise. */
export const openAmount = ({ amount, paid, reported }: Instalment): Paise => amount - paid - reported

/** The amount of an instalment that is due, in paise. */
export const dueAmount = (part: Instalment): Paise => (part.state === 'due' ? (part.billed ?? openAmount(part)) : 0)

/** The amount of instalments that is neither paid nor reported, in paise. */
export const openSum = (parts: readonly Instalment[]): Paise => parts.reduce((sum, part) => sum + openAmount(part), 0)

/** Returns the amount to be paid now, its parts, and when the first of them is due. Undefined where nothing is. */
export function dueNow(
  instalments: readonly Instalment[],
): { amount: Paise; parts: Instalment[]; due: string } | undefined {
  const parts = instalments.filter(({ state }) => state === 'due')
  const [first] = parts.map(({ due }) => due!).toSorted()
  return first === undefined ? undefined : { amount: openSum(parts), parts, due: first }
}

/** The amount to be paid now, in paise, and by when: an instant, or the day of an invoice (`2026-12-07`), which has no parts. */
export type Payable = { amount: Paise; due: string; isInvoiced: boolean; parts?: readonly Instalment[] }

/**
 * The amount of invoices beyond the price with its paid revisions, in paise, as once that was lowered: a credit note takes it
 * off. Without a price an invoice stands for itself.
 */
export const beyondPrice = ({ invoice, invoiced }: Pick<Order, 'invoice' | 'invoiced'>): Paise =>
  invoice.actual === 0 ? 0 : Math.max(0, invoiced.sum - invoice.actual - invoiceOf(invoice).totalPaidRevisions)

/** The amount still to be paid of what was invoiced, in paise: it comes to no more than the price. */
export const openByInvoices = (order: Pick<Order, 'invoice' | 'invoiced'>): Paise =>
  openOfInvoices({ sum: order.invoiced.sum - beyondPrice(order) }, order.invoice.paid)

/**
 * Returns the amount to be paid now: what invoices ask for, or has fallen due, whichever is more. What is reported is
 * not to be paid again. Of a completed order it is what is open of its invoices, of a cancelled one nothing. `instalments` are
 * its own, where they are known.
 */
export function payableNow(
  order: Figures & Pick<Order, 'invoiced' | 'status'>,
  instalments = instalmentsOf(order),
): Payable | undefined {
  const { status, invoiced, payments } = order
  if (status === 'cancelled') return undefined
  const due = status === 'open' ? dueNow(instalments) : undefined
  const open = openByInvoices(order) - reportedSum(payments)
  if (open > 0 && invoiced.dueOn !== undefined && open >= (due?.amount ?? 0))
    return { amount: open, due: invoiced.dueOn, isInvoiced: true }
  return due && { ...due, isInvoiced: false }
}

/** Whether a payment’s step is covered: a part of the price is paid, and nothing is left to pay now. What is only reported is not paid. */
export function isSettled({ invoiced = { sum: 0 }, ...order }: Settled): boolean {
  const confirmed = { ...order, invoiced, payments: [] }
  const parts = instalmentsOf(confirmed)
  return parts.some(({ state }) => state === 'paid') && payableNow(confirmed, parts) === undefined
}

/** Returns the amount to be paid now once a price is accepted, at a time (ISO 8601, UTC): what was paid before counts. */
export const payableOnceAccepted = (
  order: Figures & Pick<Order, 'invoiced' | 'status'>,
  actual: Paise,
  at: string,
): Payable | undefined =>
  payableNow({
    ...order,
    invoice: { ...order.invoice, actual },
    pricing: { since: at, ...order.pricing },
  })

/** A time (ISO 8601, UTC) for who needs an amount alone, which does not depend on the time. */
export const anyTime = new Date(0).toISOString()

/** The steps once the design of a phase is approved, with the one that this completes. */
export function stepsOnceApproved(order: { steps: readonly Step[] }, phase: Phase): Step[] {
  const completedBy = { by: '', at: anyTime }
  const completed = stepCompletedBy(order, 'approval', phase)
  return order.steps.map((step) => (step === completed ? { ...step, status: 1, completedBy } : step))
}

/** Returns the amount, in paise, to be paid now once the design of a phase is approved. */
export const amountOnceApproved = (order: Figures & Pick<Order, 'invoiced' | 'status'>, phase: Phase): Paise =>
  payableNow({ ...order, steps: stepsOnceApproved(order, phase) })?.amount ?? 0

/** The instalments as they are once so much more is paid, in their order. */
function oncePaid(parts: readonly Instalment[], amount: Paise): Instalment[] {
  let left = amount
  return parts.map((part) => {
    const more = Math.min(left, openAmount(part))
    left -= more
    return { ...part, paid: part.paid + more }
  })
}

/**
 * The instalments, those that are invoiced asked for by the day of the invoice: also those that had not fallen due. What is due
 * of them comes to what is to be paid: what has fallen due is first, then what is invoiced whole, then what is in part. Of a
 * closed project only what is invoiced is due.
 */
export function withInvoiced(
  own: readonly Instalment[],
  payable: Payable | undefined,
  { status, documents }: Pick<Order, 'status' | 'documents'>,
): Instalment[] {
  const parts = own.map((part) =>
    part.state === 'due' && status !== 'open' ? { ...part, state: 'later' as const } : part,
  )
  if (!payable?.isInvoiced) return parts
  const open = parts.filter(({ state }) => state === 'later' || state === 'due')
  const isWhole = ({ key, amount }: Instalment) => invoicedOf(documents, key) >= amount
  const isInPart = ({ key }: Instalment) => invoicedOf(documents, key) > 0
  const fallenDue = open.filter(({ state }) => state === 'due')
  const sorted = [...new Set([...fallenDue, ...open.filter(isWhole), ...open.filter(isInPart), ...open])]
  const after = oncePaid(sorted, payable.amount)
  return parts.map((part): Instalment => {
    const billed = (after[sorted.indexOf(part)]?.paid ?? part.paid) - part.paid
    // What has fallen due and is not all invoiced keeps its own day.
    if (billed === 0 || (part.state === 'due' && !isWhole(part))) return part
    const isAll = billed === openAmount(part)
    return { ...part, state: 'due', due: payable.due, isInvoiced: true, ...(isAll ? {} : { billed }) }
  })
}

const dueAfter = (since: string): string => new Date(Date.parse(since) + daysToPay * dayMs).toISOString()

/** The parts of the price without what was paid of them, those that are nothing left out. */
function partsOf({ invoice, pricing, steps }: Figures): PartOfPrice[] {
  const { actual } = invoice
  const [landing, design] = [percent(actual, 20), percent(actual, 50)]
  const [first, second, third] = [
    pricing.since,
    after(pricing, steps, 'landing page'),
    after(pricing, steps, 'full design'),
  ]
  const rounds = roundsOf(invoice, pricing)
  const before = (phases: readonly (string | undefined)[], since: string | undefined) =>
    rounds.filter(({ phase }) => phases.includes(phase)).map((round) => roundPart(round, actual, since))
  const parts = [
    part('landing page', 'Landing page design', 20, landing, first),
    ...before([undefined, 'landing page'], second),
    part('full design', 'Rest of the design', 30, design - landing, second),
    ...before(['full design'], third),
    part('development', 'Development', 50, actual - design, third),
    ...before(['development', 'handover'], third),
  ]
  return parts.filter(({ amount }) => amount > 0)
}

const part = (
  part: Exclude<Part, 'rounds'>,
  title: string,
  share: number,
  amount: Paise,
  since: string | undefined,
): PartOfPrice => ({ key: part, part, title, share, amount, since })

/** The time from which the instalment after a phase may be asked for: the phase is done, and there is a price. */
function after({ since }: Pricing, steps: readonly Step[], phase: 'landing page' | 'full design'): string | undefined {
  const done = phaseDoneAt(steps, phase)
  return done === undefined || since === undefined ? undefined : later(done, since)
}

const later = (one: string, other: string): string => (one > other ? one : other)

type Round = { from: number; to: number; at?: string; phase?: string | undefined }

/** The paid revisions of an invoice, together where they came together. Of how many it has nothing else may be known. */
function roundsOf({ revisions }: Amounts, { rounds }: Pricing): Round[] {
  let from = 0
  const known = rounds.map(({ at, count, phase }): Round => {
    const to = Math.min(from + count, revisions)
    const round = { from, to, at, phase }
    from = to
    return round
  })
  return [...known, { from, to: revisions }].filter(({ from, to }) => to > from)
}

/** Rounds fall due with the part after them, or counted from when they were added, where that was later. */
function roundPart({ from, to, at }: Round, actual: Paise, next: string | undefined): PartOfPrice {
  return {
    key: `round ${from + 1}`,
    part: 'rounds',
    title: to - from === 1 ? `Paid revision round ${to}` : `Paid revision rounds ${from + 1} to ${to}`,
    share: 2 * (to - from),
    // The difference of two sums, so that all rounds add up to what the specification says they cost together.
    amount: percent(actual, 2 * to) - percent(actual, 2 * from),
    since: next === undefined || at === undefined ? next : later(next, at),
  }
}

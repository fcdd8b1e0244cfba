import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import { type DueWords, dueBy, isDueBy } from '#domain/words/due.ts'
import { requestLabel } from '#domain/words/headline.ts'
import { dueAmount, type Instalment, instalmentsOf, openAmount, payableNow, withInvoiced } from './instalments.ts'
import { amountsIn } from './issued.ts'
import type { Order } from './order.ts'
import { canExpire } from './payment-steps.ts'
import { lastDay } from './terms.ts'
import { turnOf } from './turn.ts'
import { deliveryDueOn } from './worklist.ts'

/** A place on the way of a project: what it is, when, and the money of it, in paise. */
export type RoadMark = {
  label: string
  /** Whether it is over, is requested now, or is still to come. */
  kind: 'past' | 'requested' | 'ahead'
  /** An instant or a day (`2026-12-07`) that it happened at, or that it is due at. */
  at?: string | undefined
  /** A day without a time, as `2026-12-19`: that it ends by, or, of what is ahead, about which it is. */
  day?: string | undefined
  money?: { amount: Paise; is: 'paid' | 'reported' | 'due' | 'later' | 'in all' }
}

/**
 * The way of an open project, in its order. It has the beginning, what was paid, what is requested now and by when,
 * what is due by another day or later, and the delivery. None once it is closed.
 */
export function roadOf(order: Order, viewer: Role, words: DueWords): RoadMark[] {
  const turn = turnOf(order)
  if (!turn) return []
  const instalments = instalmentsOf(order)
  const isPayment = turn.reason === 'invoice' || (turn.reason === 'step' && turn.step?.payment === true)
  const due = payableNow(order, instalments)
  const parts = withRounds(withInvoiced(instalments, due, order), words)
  const requested: RoadMark = {
    label: requestLabel(turn, viewer),
    kind: 'requested',
    ...(turn.reason === 'proposal' && order.proposal && canExpire(order) ? { day: lastDay(order.proposal.date) } : {}),
    ...(isPayment && due ? { at: due.due, money: { amount: dueBy(due, words), is: 'due' } } : {}),
  }
  const unpaid = parts.filter(({ state }) => state !== 'paid')
  const delivery = deliveryDueOn(order)
  return [
    { label: 'Project started', kind: 'past', at: order.openedAt },
    ...parts.filter(({ state }) => state === 'paid').map((part) => paidMark(part, parts, order)),
    requested,
    ...openMarks(unpaid, (part) => requested.money !== undefined && isDueBy(due!, part, words)),
    ...(delivery ? [deliveryMark(delivery, parts)] : []),
  ]
}

/** The parts of the price, with paid rounds counted to the part that they are paid with: by the same day, where they are due. */
function withRounds(parts: readonly Instalment[], { day }: DueWords): Instalment[] {
  const merged: Instalment[] = []
  const isWith = (one: Instalment, other: Instalment) =>
    one.state === other.state && (one.state !== 'due' || day(one.due!) === day(other.due!))
  for (const part of parts) {
    const last = merged.at(-1)
    if (last && (last.part === 'rounds' || part.part === 'rounds') && isWith(last, part)) {
      const main = part.part === 'rounds' ? last : part
      const sum = (field: 'amount' | 'paid' | 'reported') => last[field] + part[field]
      const billed = (last.billed ?? part.billed) ? { billed: dueAmount(last) + dueAmount(part) } : {}
      merged[merged.length - 1] = {
        ...main,
        ...billed,
        amount: sum('amount'),
        paid: sum('paid'),
        reported: sum('reported'),
      }
    } else merged.push(part)
  }
  return merged
}

/** A part that was paid, at the payment that made it whole. */
function paidMark(part: Instalment, parts: readonly Instalment[], { payments }: Order): RoadMark {
  const upTo = amountsIn(parts.slice(0, parts.indexOf(part) + 1))
  let paid = 0
  const payment = payments
    .flatMap(({ state, amount, paidOn, at }) => (state === 'confirmed' ? [{ amount, on: paidOn ?? at }] : []))
    .toSorted((one, other) => Date.parse(one.on) - Date.parse(other.on))
    .find(({ amount }) => {
      paid += amount
      return paid >= upTo
    })
  return { label: part.title, kind: 'past', at: payment?.on ?? part.since, money: { amount: part.amount, is: 'paid' } }
}

/** What is open of parts, due or later, without what is requested now of that which is due. */
const openMarks = (parts: readonly Instalment[], isRequested: (part: Instalment) => boolean): RoadMark[] =>
  parts.flatMap((part) => {
    const money: Required<RoadMark>['money'][] = [
      { amount: part.state === 'reported' ? part.reported : 0, is: 'reported' },
      { amount: part.state === 'due' && !isRequested(part) ? dueAmount(part) : 0, is: 'due' },
      { amount: openAmount(part) - dueAmount(part), is: 'later' },
    ]
    return money
      .filter(({ amount }) => amount > 0)
      .map((money): RoadMark => {
        return { label: part.title, kind: 'ahead', ...(money.is === 'due' ? { at: part.due } : {}), money }
      })
  })

const deliveryMark = (day: string, parts: readonly Instalment[]): RoadMark => {
  const amount = amountsIn(parts)
  return { label: 'Delivery', kind: 'ahead', day, ...(amount > 0 ? { money: { amount, is: 'in all' } } : {}) }
}

/** The amount paid so far, of how much: `₹33,800 of ₹66,300`. Undefined while there is no price. */
export function paidOf(order: Order): string | undefined {
  const total = amountsIn(instalmentsOf(order))
  return total > 0 ? `${formatMoney(order.invoice.paid)} of ${formatMoney(total)}` : undefined
}

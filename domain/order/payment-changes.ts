import { z } from 'zod'
import type { MoneyWaits } from './payment-fields.ts'
import { isByItself, type Payment, reportedSum, viaInvoice } from './payments.ts'

// How events change the payments of an order, and what waits of them. Pages that only show payments need nothing of it.

/**
 * The payments, with a difference in what the invoice’s form says is paid. What it takes back is taken from the latest
 * that came in that way, so that an amount set back leaves nothing behind.
 */
export function withFormAmount(
  payments: readonly Payment[],
  { amount, ...rest }: Pick<Payment, 'id' | 'at' | 'by' | 'amount'>,
): Payment[] {
  let left = amount
  const remaining = payments.toReversed().flatMap((each): Payment[] => {
    if (each.via !== viaInvoice || left * each.amount >= 0) return [each]
    const remains = Math.abs(each.amount) > Math.abs(left) ? each.amount + left : 0
    left -= remains - each.amount
    return remains === 0 ? [] : [{ ...each, amount: remains }]
  })
  const before = remaining.toReversed()
  return left === 0 ? before : [...before, { ...rest, amount: left, state: 'confirmed', via: viaInvoice }]
}

/** The amounts that were entered in the invoice’s form, each with its time. */
export const entered = z.array(z.object({ at: z.string(), amount: z.int() })).max(1_000)

/** The payments, with these amounts in place of what was entered in the invoice’s form: the event takes a change back. */
export const withEntered = (
  payments: readonly Payment[],
  amounts: z.infer<typeof entered>,
  { id, by }: Pick<Payment, 'id' | 'by'>,
): Payment[] =>
  amounts.reduce(
    (all, each, nth) => withFormAmount(all, { ...each, id: `${id}-${nth}`, by }),
    payments.filter(isByItself),
  )

/** The waiting part of these payments, by the earliest that waits; whether an invoice waits is not theirs to say. */
export function waitsOf(payments: readonly Payment[]): Pick<MoneyWaits, 'payment' | 'payment question'> {
  const reported = earliest(payments.map((each) => (each.state === 'reported' ? each.reported : undefined)))
  const question = earliest(payments.map((each) => (each.state === 'questioned' ? each.question : undefined)))
  return {
    ...(reported ? { payment: { at: reported.at, revision: reported.revision, amount: reportedSum(payments) } } : {}),
    ...(question ? { 'payment question': { at: question.at, revision: question.revision } } : {}),
  }
}

/** The money that waits beside a payment, which says itself what becomes of it: with the invoice, if that waits. */
export const waitsBeside = (
  { payments, pending: { invoice } }: { payments: readonly Payment[]; pending: MoneyWaits },
  payment: string,
): MoneyWaits => ({ ...waitsOf(payments.filter(({ id }) => id !== payment)), ...(invoice ? { invoice } : {}) })

/** A payment that is reported anew keeps its place: the first in the list may have been asked last. */
const earliest = <Mark extends { at: string; revision: number }>(
  marks: readonly (Mark | undefined)[],
): Mark | undefined =>
  marks.filter((each) => each !== undefined).toSorted((one, other) => one.revision - other.revision)[0]

/** Returns the pending requests once an event has said which money still waits. */
export function withWaits<Pending extends { [Kind in keyof MoneyWaits]?: unknown }>(
  before: Pending,
  waits: MoneyWaits,
) {
  const { payment: _, 'payment question': __, invoice: ___, ...rest } = before
  return { ...rest, ...waits }
}

/** The payments with one of them in the place of that with its id, or at the end. */
export const withPayment = (payments: readonly Payment[], next: Payment): Payment[] =>
  payments.some(({ id }) => id === next.id)
    ? payments.map((each) => (each.id === next.id ? next : each))
    : [...payments, next]

/** The payments with one of them changed; as they are where it is not among them, as in a row, which has none. */
export const withChanged = (
  payments: readonly Payment[],
  id: string,
  change: (before: Payment) => Payment,
): Payment[] => payments.map((each) => (each.id === id ? change(each) : each))

/** A payment once the client was erased: the amounts and days of the books stay, and nothing the client wrote. */
export const withoutPayer = ({ reference: _, screenshot: __, question: ___, reported, ...rest }: Payment): Payment => ({
  ...rest,
  ...(reported && rest.state === 'reported' ? { by: '' } : {}),
  ...(reported ? { reported: { ...reported, by: '' } } : {}),
})

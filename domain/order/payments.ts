import { z } from 'zod'
import { formatMoney, type Paise } from '#domain/money.ts'
import type { MoneyWaits } from './payment-fields.ts'

/** How far a payment is: the client says so, the agency did not find it, the agency has it. */
const paymentStates = ['reported', 'questioned', 'confirmed'] as const

const markFields = { at: z.string(), revision: z.int() }

/** The step that a payment completes, and since when that was the current one. */
export const completedStep = z.object({ step: z.int(), since: z.string() })

/** A payment of an order, as its page is sent it. */
export const payment = z.object({
  id: z.string(),
  /** The amount in paise; negative where the agency lowered what it had recorded as paid. */
  amount: z.int(),
  state: z.enum(paymentStates),
  /** The time when it came to that state, and by whom. */
  at: z.string(),
  by: z.string(),
  /** The report: by whom, when, by which event, and what it said; absent where the agency recorded it by itself. */
  reported: z
    .object({
      ...markFields,
      by: z.string(),
      said: z.object({ amount: z.int(), paidOn: z.string().optional() }).optional(),
    })
    .optional(),
  /** The payer’s reference: the number that a bank or UPI app shows. */
  reference: z.string().optional(),
  /** The day on which it was paid: `2026-12-02`. */
  paidOn: z.string().optional(),
  /** The id of a file in the conversation that shows it. */
  screenshot: z.string().optional(),
  /** The agency’s question about one that it did not find, by whom, and its event; it stays once that is confirmed. */
  question: z.object({ ...markFields, text: z.string(), by: z.string().optional() }).optional(),
  /** Through what it came in: the invoice’s form, or a provider by its name. */
  via: z.string().optional(),
  /** What was entered in the invoice’s form by then, as it was confirmed, in paise; absent where that was nothing. */
  alreadyEntered: z.int().optional(),
  /** The step that it completed and since when that was the current one: taken back with it. */
  completed: completedStep.optional(),
  /** The receipt that was sent of it, and with which event. */
  receipt: z
    .object({ documentId: z.string(), number: z.string(), issuedOn: z.string(), revision: z.int().optional() })
    .optional(),
})
export type Payment = z.infer<typeof payment>

/** The id of a payment that was entered in the invoice’s form, of which only the sum is known. */
export const viaInvoice = 'invoice'

/** Whether it is a payment that someone named, and not an amount in the invoice’s form, which says so itself. */
export const isByItself = ({ via }: Payment): boolean => via !== viaInvoice

/** The sum entered in the invoice’s form, in paise: negative where that took back what was recorded as a payment. */
export const enteredSum = (payments: readonly Payment[]): Paise =>
  payments.reduce((sum, each) => (isByItself(each) ? sum : sum + each.amount), 0)

/** Whether the invoice says, since a payment was confirmed, that less was paid. Which payment that concerns is not known. */
export const isLowered = (payments: readonly Payment[], { alreadyEntered = 0 }: Payment): boolean =>
  enteredSum(payments) < alreadyEntered

/** The sum of confirmed payments, in paise: always that of the invoice. */
export const confirmedSum = (payments: readonly Payment[]): Paise => sumOf(payments, 'confirmed')

/** The sum that the client reports to have paid and is not confirmed yet, in paise. */
export const reportedSum = (payments: readonly Payment[]): Paise => sumOf(payments, 'reported')

const sumOf = (payments: readonly Payment[], state: Payment['state']): Paise =>
  payments.reduce((sum, each) => (each.state === state ? sum + each.amount : sum), 0)

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

/** A payment in a few words, as the history compares it. */
export function saidOf({ amount, state }: Payment): string {
  if (state === 'confirmed') return formatMoney(amount)
  return `${formatMoney(amount)}, ${state === 'reported' ? 'being checked' : 'not found'}`
}

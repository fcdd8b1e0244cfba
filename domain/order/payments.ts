import { z } from 'zod'
import { formatMoney, type Paise } from '#domain/money.ts'

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

/** A payment in a few words, as the history compares it. */
export function saidOf({ amount, state }: Payment): string {
  if (state === 'confirmed') return formatMoney(amount)
  return `${formatMoney(amount)}, ${state === 'reported' ? 'being checked' : 'not found'}`
}

import { z } from 'zod'
import { formatMoney, type Paise } from '#domain/money.ts'
import { storedFile } from './conversation.ts'

/** How far a payment is: the client says so, the agency did not find it, the agency has it. */
export const paymentStates = ['reported', 'questioned', 'confirmed'] as const

const mark = z.object({ at: z.string(), revision: z.int() })

/** A payment of an order, as its page is sent it. */
export const payment = z.object({
  id: z.string(),
  /** In paise; negative where the agency lowered what it had recorded as paid. */
  amount: z.int(),
  state: z.enum(paymentStates),
  /** Since when it is in that state, and who made it so. */
  at: z.string(),
  by: z.string(),
  /** Who reported it and when, and with which event; absent where the agency recorded it by itself. */
  reported: mark.extend({ by: z.string() }).optional(),
  /** What the payer calls it: the number that a bank or UPI app shows. */
  reference: z.string().optional(),
  /** The day on which it was paid: `2026-12-02`. */
  paidOn: z.string().optional(),
  screenshot: storedFile.optional(),
  /** What the agency wants to know of one that it did not find, and with which event. */
  question: mark.extend({ text: z.string() }).optional(),
  /** Through what it came in: the invoice’s form, or a provider by its name. */
  via: z.string().optional(),
  /** The step that it completed, and what it took off the list of what waits: given back as it is taken back. */
  completed: z.object({ step: z.int(), since: z.string() }).optional(),
  settled: mark.optional(),
})
export type Payment = z.infer<typeof payment>

/** What stands at a payment that was entered in the invoice’s form, of which only the sum is known. */
export const viaInvoice = 'invoice'

/** Whether it is a payment that someone named, and not an amount in the invoice’s form, which says so itself. */
export const isByItself = ({ via }: Payment): boolean => via !== viaInvoice

/** What was paid altogether, in paise: always what the invoice says. */
export const confirmedSum = (payments: readonly Payment[]): Paise => sumOf(payments, 'confirmed')

/** What the client reports to have paid and is not confirmed yet, in paise. */
export const reportedSum = (payments: readonly Payment[]): Paise => sumOf(payments, 'reported')

const sumOf = (payments: readonly Payment[], state: Payment['state']): Paise =>
  payments.reduce((sum, each) => (each.state === state ? sum + each.amount : sum), 0)

/**
 * The payments, with a difference in what the invoice’s form says is paid. What it takes back is taken from the latest
 * that came in that way, so that an amount set back leaves nothing behind.
 */
export function withRecorded(
  payments: readonly Payment[],
  { amount, ...rest }: Pick<Payment, 'id' | 'at' | 'by' | 'amount'>,
): Payment[] {
  let left = amount
  const kept = payments.toReversed().flatMap((each): Payment[] => {
    if (each.via !== viaInvoice || left * each.amount >= 0) return [each]
    const remains = Math.abs(each.amount) > Math.abs(left) ? each.amount + left : 0
    left -= remains - each.amount
    return remains === 0 ? [] : [{ ...each, amount: remains }]
  })
  const before = kept.toReversed()
  return left === 0 ? before : [...before, { ...rest, amount: left, state: 'confirmed', via: viaInvoice }]
}

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

import type { Paise } from '#domain/money.ts'
import type { Agency, Upi } from './agency.ts'
import { agencyName } from './brand.ts'

/** The payee of UPI payments. */
export const payeeOf = (agency: Agency): string => agency.upi?.payee ?? agencyName(agency)

/** The request in a UPI link: the amount in paise, and the payment’s name in the statements of both. */
type UpiRequest = { amount: Paise; reference: string }

/**
 * A UPI link: a payment app opens with the payee filled in, and with amount and reference where they are given.
 * Without, the payer types the amount. Amounts are rupees with two decimals there.
 */
export function upiLink({ id, payee }: Required<Upi>, request?: UpiRequest): string {
  const link = `upi://pay?pa=${encodeURIComponent(id).replace('%40', '@')}&pn=${encodeURIComponent(payee)}&cu=INR`
  if (!request) return link
  const { amount, reference } = request
  const rupees = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  return `${link}&am=${rupees}&tr=${encodeURIComponent(reference)}&tn=${encodeURIComponent(reference)}`
}

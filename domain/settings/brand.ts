import type { Paise } from '#domain/money.ts'
import { dayIn } from '#domain/time-zone.ts'
import type { Agency, Upi } from './agency.ts'

/** The one agency there is, and its stream: pages compare with that, and need not load what defines its events. */
export const agencyId = '1'
export const agencyStream = `agency-${agencyId}`

/** The name of the site as long as none is set. */
export const defaultName = 'Atelier'

export const agencyName = ({ name }: Agency): string => name ?? defaultName

/** The time zone of an agency that has set none. */
export const defaultTimeZone = 'Asia/Kolkata'

/** The day of an agency at a time in milliseconds since 1970: `2026-11-16`. */
export const dayOf = ({ timeZone = defaultTimeZone }: Pick<Agency, 'timeZone'>, at: number): string =>
  dayIn(timeZone, at)

/** Where a picture of the agency is had from. */
export const logoPath = (filename: string): string => `/api/logo/${filename}`

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

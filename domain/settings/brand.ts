import type { Agency, Upi } from './agency.ts'

/** The one agency there is, and its stream: pages compare with that, and need not load what defines its events. */
export const agencyId = '1'
export const agencyStream = `agency-${agencyId}`

/** What the site calls itself as long as no name is set. */
export const defaultName = 'Atelier'

export const agencyName = ({ name }: Agency): string => name ?? defaultName

/** The time zone of an agency that has set none. */
export const defaultTimeZone = 'Asia/Kolkata'

/** Where a picture of the agency is had from. */
export const logoPath = (filename: string): string => `/api/logo/${filename}`

/** Who is paid by UPI. */
export const payeeOf = (agency: Agency): string => agency.upi?.payee ?? agencyName(agency)

/** What a payment app makes of a UPI address: it opens with the payee filled in, the amount left to the payer. */
export const upiLink = ({ id, payee }: Required<Upi>): string =>
  `upi://pay?pa=${encodeURIComponent(id).replace('%40', '@')}&pn=${encodeURIComponent(payee)}&cu=INR`

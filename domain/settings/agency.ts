import type { Aggregate, Event, Recorded } from '../event.ts'

/** Whom clients reach at the agency. The phone number is E.164. */
export type AgencyContact = { name: string; does?: string; phone: string; email: string; hours?: string }

/** Where bank transfers go. */
export type BankAccount = { accountName: string; bank: string; accountNumber: string; ifsc: string }

/** A UPI address (`name@bank`), and who is paid by it. */
export type Upi = { id: string; payee: string }

/** What the agency has set of itself. What is absent is shown to nobody. */
export type Agency = {
  name?: string
  supportEmail?: string
  instagram?: string
  youtube?: string
  contact?: AgencyContact
  bank?: BankAccount
  upi?: Upi
}

// The whole of what is set, not what changed: a page that missed one takes the next.
export type AgencyEvent = Event<'AgencyRevised', Agency>

/** The one agency there is. */
export const agencyId = '1'

export const agencies: Aggregate<Agency, AgencyEvent> = {
  name: 'agency',
  initial: {},
  evolve: (_, { data }: Recorded<AgencyEvent>) => data,
}

/** What the site calls itself as long as no name is set. */
export const defaultName = 'Atelier'

export const agencyName = ({ name }: Agency): string => name ?? defaultName

/** What everybody may see, with or without a session: never the contact, the bank or the UPI address. */
export const publicPart = ({ name, supportEmail, instagram, youtube }: Agency): Agency => ({
  name,
  supportEmail,
  instagram,
  youtube,
})

/** The settings as `get-agency` and `session` answer them; `revision` is −1 as long as nothing was ever set. */
export type WireAgency = Agency & { revision: number }

/** What clients lack as long as it is not set, in the words of the start. */
export const unsetParts = ({ contact, bank, upi }: Agency): string[] => [
  ...(contact ? [] : ['contact']),
  ...(bank ? [] : ['bank']),
  ...(upi ? [] : ['UPI']),
]

/** What a payment app makes of a UPI address: it opens with the payee filled in, the amount left to the payer. */
export const upiLink = ({ id, payee }: Upi): string =>
  `upi://pay?pa=${encodeURIComponent(id).replace('%40', '@')}&pn=${encodeURIComponent(payee)}&cu=INR`

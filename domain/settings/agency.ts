import { z } from 'zod'
import type { Aggregate, EventOf, Recorded } from '../event.ts'

/** What the agency has set of itself. What is absent is shown to no one. */
export const agency = z.object({
  name: z.string().optional(),
  supportEmail: z.string().optional(),
  instagram: z.string().optional(),
  youtube: z.string().optional(),
  /** Whom clients reach. The phone number is E.164. */
  contact: z
    .object({
      name: z.string(),
      does: z.string().optional(),
      phone: z.string(),
      email: z.string(),
      hours: z.string().optional(),
    })
    .optional(),
  /** Where bank transfers go. */
  bank: z.object({ accountName: z.string(), bank: z.string(), accountNumber: z.string(), ifsc: z.string() }).optional(),
  /** A UPI address (`name@bank`), and who is paid by it. */
  upi: z.object({ id: z.string(), payee: z.string() }).optional(),
})
export type Agency = z.infer<typeof agency>
export type AgencyContact = NonNullable<Agency['contact']>
export type BankAccount = NonNullable<Agency['bank']>
export type Upi = NonNullable<Agency['upi']>

/**
 * The data of each event by its type: the whole of what is set, not what changed; a page that missed one takes the
 * next.
 */
export const agencyEvents = { AgencyRevised: agency }
export type AgencyEvent = EventOf<typeof agencyEvents>

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

/** What everyone may see, with or without a session: never the contact, the bank or the UPI address. */
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

import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { billing } from './billing.ts'

const fields = {
  name: z.string().optional(),
  supportEmail: z.string().optional(),
  instagram: z.string().optional(),
  youtube: z.string().optional(),
  /** The contact of the agency for clients. The phone number is E.164. */
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
  /** A UPI address (`name@bank`), and who is paid by it: the agency by its name unless set. */
  upi: z.object({ id: z.string(), payee: z.string().optional() }).optional(),
  /** The picture in place of the name, and the square one for the icons of phones: names of stored PNG files. */
  logo: z.object({ filename: z.string(), icon: z.string(), width: z.int(), height: z.int() }).optional(),
  /** The chosen colour, `#1d49a0`: `accentOf` makes it readable. */
  colour: z.string().optional(),
  /** The time zone of all dates and times, as IANA names it: `Asia/Kolkata`. */
  timeZone: z.string().optional(),
  /** The agency’s details on its invoices. */
  billing: billing.optional(),
}

/** The agency’s own settings. An absent one is shown to no one. */
export const agency = z.object(fields)
export type Agency = z.infer<typeof agency>
export type BankAccount = NonNullable<Agency['bank']>
export type Upi = NonNullable<Agency['upi']>
export type Logo = NonNullable<Agency['logo']>

/** The agency’s settings were revised: it has all of them, not the changes, so that a page that missed one is right again with the next. */
export const AgencyRevised = defineEvent('AgencyRevised', allClear(fields), {
  kind: 'settings.agency',
  sentence: 'Changed the agency details',
  apply: (_: Agency, agency): Agency => agency,
})

/** An event of the agency’s settings, as answers and live updates have it. */
export const agencyEvent = wireEvent('AgencyEvent', dataOf({ AgencyRevised }))

export const agencies = defineAggregate({
  name: 'agency',
  initial: {} as Agency,
  events: { AgencyRevised },
  live: { to: 'everyone', as: agencyEvent },
})
export type AgencyEvent = EventsOf<typeof agencies.events>

/** The part that everyone may see, with or without a session: no contact, bank, UPI address or invoices’ details. */
export const publicPart = ({ contact: _, bank: __, upi: ___, billing: ____, ...everyones }: Agency): Agency => everyones

/** The names of the stored files that the settings name. */
export const filesOfAgency = ({ logo }: Agency): string[] => (logo ? [logo.filename, logo.icon] : [])

/** The settings as `get-agency` and `session` answer them; `revision` is −1 as long as nothing was ever set. */
export type WireAgency = Agency & { revision: number }

/** The settings that clients lack as long as they are not set, in the words of the start. */
export const unsetParts = ({ contact, bank, upi }: Agency): string[] => [
  ...(contact ? [] : ['contact']),
  ...(bank ? [] : ['bank']),
  ...(upi ? [] : ['UPI']),
]

import { z } from 'zod'

/** The documents that have a number of the agency’s. */
export const numberedKinds = ['invoice', 'credit note', 'receipt'] as const
export type NumberedKind = (typeof numberedKinds)[number]

/** How the agency numbers each kind, unless it has set another scheme. */
export const usualSchemes: Record<NumberedKind, string> = {
  invoice: 'INV/{fy}/{n}',
  'credit note': 'CN/{fy}/{n}',
  receipt: 'RC/{fy}/{n}',
}

/** The longest number of an invoice that the Indian rules of GST allow (rule 46), in characters. */
const maxLength = 16
/** How many digits a scheme must leave room for: a series has up to 9,999 documents. */
const digits = 4

/**
 * Whether numbers can be made by a scheme. It has letters, digits, slashes and dashes, perhaps `{year}` or `{fy}`, and
 * one `{n}` at its end, without a digit before it.
 */
export const isScheme = (scheme: string): boolean =>
  /^(?:[A-Za-z\d/-]|\{year\}|\{fy\})*[A-Za-z/-]\{n\}$/.test(scheme) &&
  seriesOf(scheme, '2026-04-01').length - '{n}'.length + digits <= maxLength

/**
 * The series of a day (`2026-11-16`, in the agency’s zone): the scheme with its year, `LH/2026/{n}`. `{fy}` is the Indian
 * financial year, which begins in April: `2026-27`. Each series is counted from 1.
 */
export function seriesOf(scheme: string, day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const first = month < 4 ? year - 1 : year
  const financialYear = `${first}-${String((first + 1) % 100).padStart(2, '0')}`
  return scheme.replaceAll('{year}', String(year)).replaceAll('{fy}', financialYear)
}

/** The number of days in which an invoice is due, unless the agency has set another. */
export const usualDueDays = 7

/** The agency’s details on its invoices, and how its documents are numbered. */
export const billing = z.object({
  legalName: z.string(),
  address: z.string(),
  /** The code of its state, `29`, and its GSTIN (`gst.ts`). */
  state: z.string().optional(),
  gstin: z.string().optional(),
  /** The rate of the tax that its prices include, in whole percent: none unless set. */
  taxRate: z.int().optional(),
  /** The code of its services for GST. */
  sac: z.string().optional(),
  dueDays: z.int().optional(),
  schemes: z
    .object({
      invoice: z.string().optional(),
      'credit note': z.string().optional(),
      receipt: z.string().optional(),
    } satisfies Record<NumberedKind, z.ZodType>)
    .optional(),
})
export type Billing = z.infer<typeof billing>

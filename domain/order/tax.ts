import type { Paise } from '#domain/money.ts'
import { type Place, stateOf } from '#domain/settings/gst.ts'
import type { Tax } from './issued.ts'

/**
 * The tax on what a seller invoices to a buyer (IGST Act, sections 7, 8 and 12). There is none without a rate and a
 * registration; IGST where the buyer’s state is another one. Where it is not known the place of supply is the seller’s.
 */
export function taxBetween(seller: Place & { taxRate?: number | undefined }, buyer: Place): Tax | undefined {
  const { taxRate: rate, gstin, state } = seller
  if (!rate || gstin === undefined || state === undefined) return undefined
  return { kind: (stateOf(buyer) ?? state) === state ? 'CGST + SGST' : 'IGST', rate }
}

/** How many equal taxes it is. */
const halvesOf = ({ kind }: Tax): number => (kind === 'IGST' ? 1 : 2)

/**
 * The tax in each of some amounts, in paise. Together it is the tax in their sum, to the nearest paisa, half a paisa up; what
 * rounding leaves goes to those with the largest remainders. CGST and SGST are each half of what is answered.
 */
export function taxIn(amounts: readonly Paise[], tax: Tax | undefined): Paise[] {
  if (!tax) return amounts.map(() => 0)
  const halves = halvesOf(tax)
  const [over, under] = [tax.rate, (100 + tax.rate) * halves]
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const whole = Math.floor((2 * total * over + under) / (2 * under))
  return shared(
    whole,
    amounts.map((amount) => amount * over),
    under,
  ).map((each) => each * halves)
}

/** Parts of a whole by their fractions, `over / under` each: whole numbers that add up to it, by largest remainders. */
function shared(whole: number, over: readonly number[], under: number): number[] {
  const parts = over.map((each) => Math.floor(each / under))
  let left = whole - parts.reduce((sum, each) => sum + each, 0)
  const byRemainder = over
    .map((each, at) => [each - parts[at]! * under, at] as const)
    .toSorted(([one], [other]) => other - one)
  for (const [, at] of byRemainder) {
    if (left <= 0) break
    parts[at]!++
    left--
  }
  return parts
}

/** A tax with its rate, and what of an amount of it each of its parts is: `IGST 18%`, or `CGST 9%` and `SGST 9%`. */
export function taxParts({ kind, rate }: Tax, amount: Paise): { name: string; amount: Paise }[] {
  if (kind === 'IGST') return [{ name: `IGST ${rate}%`, amount }]
  return ['CGST', 'SGST'].map((name) => ({ name: `${name} ${rate / 2}%`, amount: amount / 2 }))
}

import { z } from 'zod'

/** Whole paise, so that no amount is ever a fraction: ₹1 is 100. */
export type Paise = number

/** The largest amount that is taken: ten crore rupees. */
export const maxAmount: Paise = 100_000_000_00

/**
 * As people and the wire write it, with the sign of the currency or without. A comma only groups, as in India or in the West:
 * a decimal comma is refused.
 */
const amountWith = (sign: string) =>
  new RegExp(`^\\s*(${sign}\\s?)?(\\d{1,10}|\\d{1,3}(,\\d\\d\\d?)*,\\d{3})(\\.\\d\\d?)?\\s*$`)
const inRupees = amountWith('₹')

function inPaise(text: string): Paise {
  const [whole = '0', fraction = ''] = text.replace(/[^\d.]/g, '').split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** An amount as people and the wire write it, without a schema; undefined when it is none. */
export function amountOf(given: unknown): Paise | undefined {
  const text = String(given)
  return inRupees.test(text) && inPaise(text) <= maxAmount ? inPaise(text) : undefined
}

const amountIn = (currency: string, pattern: RegExp) =>
  z
    .union([z.string(), z.number()], 'Please enter an amount')
    .transform(String)
    .pipe(z.string().regex(pattern, `Please enter an amount in ${currency}, like 22500 or 22500.50`))
    .transform(inPaise)
    .refine((amount) => amount <= maxAmount, 'This amount is too large')
    .meta({ pattern: pattern.source }) // for OpenAPI: of what is written as text

/** An amount in rupees as people and the wire write it (`22500`, `₹22,500.50`, or a number), as whole paise. */
export const rupees = amountIn('rupees', inRupees)

/** The same in dollars, as whole cents. */
export const dollars = amountIn('dollars', amountWith('\\$'))

/** An amount as the wire writes it: rupees, with paise only where there are any (`0`, `22500`, `22500.50`); dollars of cents. */
export function toWireRupees(amount: Paise): string {
  const sign = amount < 0 ? '-' : ''
  const whole = Math.trunc(Math.abs(amount) / 100)
  const paise = Math.abs(amount) % 100
  return `${sign}${whole}${paise === 0 ? '' : `.${String(paise).padStart(2, '0')}`}`
}

/** An amount for people, in Indian digit grouping: `₹1,11,170` or `₹1,11,170.50`. */
export function formatMoney(amount: Paise, sign: '₹' | '$' = '₹'): string {
  const [whole = '0', paise] = toWireRupees(Math.abs(amount)).split('.')
  return `${amount < 0 ? '−' : ''}${sign}${grouped(whole)}${paise ? `.${paise}` : ''}`
}

/** Returns a percentage of an amount, to the nearest paisa, half a paisa up. */
export const percent = (amount: Paise, of: number): Paise => Math.floor((amount * of + 50) / 100)

/**
 * A whole number for people, in Indian digit grouping: `1,11,170`. By hand: the first number that a browser writes loads its
 * tables of all languages (docs/decisions/0100).
 */
export const grouped = (whole: number | string): string => String(whole).replace(/\B(?=(\d{2})*(\d{3})$)/g, ',')

import { z } from 'zod'

/** Whether a code is of a state or territory: one of `states`, whose names only pages that show them load. */
export const isStateCode = (code: string): boolean => /^(0[1-9]|1\d|2[0-4679]|3[0-8]|97)$/.test(code)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** State, PAN, number of the registration, a Z for now, and a check digit. */
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

/**
 * The check digit of a GSTIN’s first 14 characters. Each is a digit to the base 36, multiplied by one and two in turn.
 * The digits of all products are added up. What their sum lacks to a multiple of 36 is the check digit.
 */
export function gstinCheckDigit(first: string): string {
  const sum = [...first].reduce((sum, character, at) => {
    const product = digits.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return sum + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36]!
}

/** Whether a GSTIN, in capitals and without spaces, is of a known state and has the right check digit. */
export const isGstin = (gstin: string): boolean =>
  shape.test(gstin) && isStateCode(stateOfGstin(gstin)) && gstinCheckDigit(gstin.slice(0, 14)) === gstin[14]

/** The code of the state that a GSTIN is of. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)

/** Text that is read by a machine elsewhere: people group it by spaces and dashes, which are not part of it. */
export const compact = (pattern: RegExp, message: string) =>
  z
    .string(message)
    .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(pattern, message))

/** The code of an Indian state. */
export const stateCode = z.string('Please choose a state').refine(isStateCode, 'Please choose a state')

export const gstin = compact(/^[\dA-Z]{15}$/, 'Please enter a GSTIN, like 27AAPFU0939F1ZV').pipe(
  z.string().refine(isGstin, 'This GSTIN is wrong. Check each character.'),
)

export type Place = { state?: string | undefined; gstin?: string | undefined }

/** The code of the state that someone is in: a GSTIN names it too. Undefined where neither says it. */
export const stateOf = ({ state, gstin }: Place): string | undefined => state ?? (gstin && stateOfGstin(gstin))

/** Whether a GSTIN is of the state beside it, where both are what they should be. */
export const isOfState = ({ state, gstin }: Place): boolean =>
  gstin === undefined || !isGstin(gstin) || !isStateCode(state ?? '') || stateOfGstin(gstin) === state

export const notOfState = { path: ['gstin'], error: 'This GSTIN is of another state' }

/** A field that may be left empty: then there is nothing in it. */
export const orEmpty = (schema: z.ZodType<string>) =>
  z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === '') return undefined
      const { data, error } = schema.safeParse(text)
      if (data !== undefined) return data
      context.addIssue({ code: 'custom', message: error!.issues[0]!.message })
      return z.NEVER
    })
    .optional()

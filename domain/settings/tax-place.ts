import { z } from 'zod'
import { isGstin, isStateCode, stateOfGstin } from '#domain/order/gst.ts'

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

type Place = { state?: string | undefined; gstin?: string | undefined }

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

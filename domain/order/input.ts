import { z } from 'zod'
import { onOneLine, visible, withoutMarks } from '#domain/one-line.ts'

// The schemas that inputs have in common. Pages that only show an order need nothing of it.

export const orderId = z
  .string('The project id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The project id is missing or invalid')

/** Trimmed text with at least one visible character. */
export const requiredText = (message: string, maxLength: number) =>
  z.string(message).trim().regex(visible, message).max(maxLength, `Please use at most ${maxLength} characters`)

/** The same, for text that stands on a line of its own: no line breaks, and nothing that turns that line around. */
export const singleLineText = (message: string, maxLength: number) => onOneLine(requiredText(message, maxLength))

/** Required text of several lines: a line break is one character, whatever the writer’s system makes of it. */
export const multilineText = (message: string, maxLength: number) =>
  z
    .string(message)
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(requiredText(message, maxLength))

/** A link that a browser may open. */
export const webLink = (message: string) =>
  withoutMarks(z.string(message))
    .max(2_000, message)
    .pipe(z.url({ protocol: /^https?$/, error: message }))
    .meta({ format: 'uri' })

import type { z } from 'zod'

/**
 * The characters that a text on one line may not have: control characters, line separators, and those that turn its
 * direction. Joiners and plain marks of direction stay: scripts need them.
 */
const unlined = '\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069'
const isOneLine = new RegExp(`^[^${unlined}]*$`, 'u')
const offLine = new RegExp(`[${unlined}]|\\p{Cs}`, 'gu')

/** The message for text that does not stand on one line. */
const notOneLine = 'Please remove the line breaks'

/** The same text, if it stands on one line. */
export const onOneLine = (text: z.ZodString, message = notOneLine) => text.regex(isOneLine, message)

/** How long a file's name may be, in characters. */
export const maxFileName = 200

/**
 * A file's name: its owner's name for it, on one line, no longer than file systems take it, with its extension. `file`
 * where nothing of it is readable.
 */
export function fileName(given: string): string {
  const clean = given.replace(offLine, '').trim()
  const [, name = '', extension = ''] = /^(.*?)(\.[^.]{1,20})?$/s.exec(clean)!
  return `${name.slice(0, maxFileName - extension.length).replace(/[\ud800-\udbff]$/, '') || 'file'}${extension}`
}

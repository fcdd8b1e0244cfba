import type { z } from 'zod'

/** Whether a text without unseen marks has neither control characters nor line separators. */
const isOneLine = /^[^\p{Cc}\u2028\u2029]*$/u

/**
 * Marks that come along unseen where a text is copied: those that turn its direction, and of no width. Joiners and
 * plain marks of direction stay: scripts need them.
 */
const unseen = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The same text without such marks, with spaces for tabs, and without blanks around it. */
export const withoutMarks = (text: z.ZodString) =>
  text.overwrite((given) => given.replace(unseen, '').replaceAll('\t', ' ')).trim()

/** The same of a phone number or an email address, which no mark belongs to; a dash of any kind is a hyphen. */
export const plain = (text: z.ZodString) =>
  text.overwrite((given) => given.replace(/\p{Cf}/gu, '').replace(/[\p{Pd}\u2212]/gu, '-')).trim()

/** What a text that is not blank has: a character that can be seen. */
export const visible = /[^\p{C}\p{M}\p{Z}\p{DI}\u2800]/u

/** The message for text that does not stand on one line. */
const notOneLine = 'Please remove the line breaks'

/** The same text without unseen marks, if it stands on one line. */
export const onOneLine = (text: z.ZodString, message = notOneLine) => withoutMarks(text).regex(isOneLine, message)

/** How long a file's name may be, in bytes of UTF-8: file systems take 255, and some put a number or a word before it. */
export const maxFileName = 240

/**
 * A file's name: its owner's name for it, on one line, no longer than file systems take it, with its extension. `file`
 * where nothing of it is readable.
 */
export function fileName(given: string): string {
  const clean = given.replace(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu, '').trim()
  const [, name = '', extension = ''] = /^(.*?)(\.[^.]{1,20})?$/s.exec(clean)!
  const utf8 = new TextEncoder()
  const bytes = new Uint8Array(maxFileName - utf8.encode(extension).length)
  const { read } = utf8.encodeInto(name, bytes) // whole characters
  return `${name.slice(0, read) || 'file'}${extension}`
}

/** Truncates to at most so many characters, without splitting one. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

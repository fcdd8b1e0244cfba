import type { FileAnswer } from '#domain/questionnaire/question.ts'
import { erasedFilename } from './conversation.ts'
import type { Order } from './order.ts'

// Helpers for sentences.

// Made for the first long text: its tables take longer to load than all the rest of this file.
let characters: Intl.Segmenter | undefined

/** Text on one line, cut after so many characters. */
export function truncateToLine(text: string, longest: number): string {
  // Marks that turn the direction of a line around would turn the rest of the sentence too.
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\s\p{Cc}]+/gu, ' ')
  if (line.length <= longest) return line
  // Cut between what a reader takes for characters: half an emoji is none.
  characters ??= new Intl.Segmenter()
  let end = 0
  for (const { index, segment } of characters.segment(line.slice(0, longest + 50))) {
    if (index + segment.length > longest - 1) break
    end = index + segment.length
  }
  return `${line.slice(0, end).trimEnd()}…`
}

/** Whether nothing is left of a personal text that has to be there: its sentence does without it. */
export const isErased = (text: string): boolean => text === '' || text === 'erased'

/** A part of a sentence with a personal text in it, cut after so many characters; nothing where that was erased. */
export const unlessErased = (before: string, text: string, longest: number, after = ''): string =>
  isErased(text) ? '' : before + truncateToLine(text, longest) + after

/** A file's name, the end of a long one kept: that is where it says what it is. */
export function quotedName({ filename, originalName }: FileAnswer): string {
  if (filename === erasedFilename) return 'a file'
  if (originalName.length <= 60) return originalName
  const ending = /\.\w{1,10}$/.exec(originalName)?.[0] ?? ''
  return `${truncateToLine(originalName.slice(0, originalName.length - ending.length), 60 - ending.length)}${ending}`
}

/**
 * The name of a file with something of an order, by a day of the agency: `Asha Rao #3, invoice, 2026-11-22.pdf`. Characters that file
 * systems do not take are left out of the title, and the slashes of a number are dashes.
 */
export function exportName({ title }: Pick<Order, 'title'>, what: string, day: string, extension: string): string {
  const clean = title
    .replace(/[\\/:*?"<>|\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return `${truncateToLine(clean, 80).trim() || 'Project'}, ${what.replaceAll('/', '-')}, ${day}.${extension}`
}

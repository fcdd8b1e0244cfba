import type { z } from 'zod'
import type { reviseTerms } from '#domain/settings/revise-terms.ts'
import type { TermsTexts } from '#domain/settings/terms.ts'
import { type TermsKey, termsKeys } from '#domain/site/content.ts'

/** The values of the form: notes by their paths, blank where nothing is written. */
export type TermsValues = {
  introduction: string
  closing: string
  further: { title: string; text: string }[]
} & Record<`notes.${TermsKey}`, string>

export const termsValues = ({ introduction = '', closing = '', further = [], notes = {} }: TermsTexts): TermsValues =>
  ({
    introduction,
    closing,
    further,
    ...Object.fromEntries(termsKeys.map((key) => [`notes.${key}`, notes[key] ?? ''])),
  }) as TermsValues

/** Returns the body of `update-terms` for changes in the form: a blank text is taken away. */
export function termsChanges(changes: Partial<TermsValues>): z.input<typeof reviseTerms.input> {
  const { introduction, closing, further, ...others } = changes
  const notes = Object.entries(others).map(([path, text]) => [path.slice('notes.'.length), orNull(text as string)])
  return {
    ...(introduction === undefined ? {} : { introduction: orNull(introduction) }),
    ...(closing === undefined ? {} : { closing: orNull(closing) }),
    ...(further === undefined ? {} : { further }),
    ...(notes.length > 0 ? { notes: Object.fromEntries(notes) } : {}),
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

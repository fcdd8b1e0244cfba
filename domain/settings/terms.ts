import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { fieldsNamed, wireEvent } from '#domain/contract/schemas.ts'
import { type TermsKey, terms, termsKeys } from '#domain/site/content.ts'

const fields = {
  /** Before the first section. */
  introduction: z.string().optional(),
  /** Below the lines of a section, by its key. */
  notes: z.object(fieldsNamed(termsKeys, z.string().optional())).optional(),
  /** Sections of the agency's own, after the others. */
  further: z.array(z.object({ title: z.string(), text: z.string() })).optional(),
  /** After the last section. */
  closing: z.string().optional(),
}

/**
 * The agency’s texts around its terms. The terms themselves are content: what they promise of money is what the domain
 * computes.
 */
export const termsTexts = z.object(fields)
export type TermsTexts = z.infer<typeof termsTexts>

/** The terms were revised: it has all of their texts, not the changes. */
export const TermsRevised = defineEvent('TermsRevised', allClear(fields), {
  kind: 'settings.terms',
  sentence: 'Changed the terms',
  apply: (_: TermsTexts, texts): TermsTexts => texts,
})

/** An event of the terms, as answers and live updates have it. */
export const termsEvent = wireEvent('TermsEvent', dataOf({ TermsRevised }))

export const termsOfAgency = defineAggregate({
  name: 'terms',
  initial: {} as TermsTexts,
  events: { TermsRevised },
  live: { to: 'everyone', as: termsEvent },
})
export type TermsEvent = EventsOf<typeof termsOfAgency.events>

/** The one set of terms there is. */
export const termsId = '1'

/** A section of the terms: what holds for every agency has a key and lines; text is the agency's own. */
export type TermsSection = { key?: TermsKey; title: string; lines: string[]; text?: string }

/** The terms as people read them: the sections in their order, with what the agency wrote around them. */
export function termsPage({ introduction, notes = {}, further = [], closing }: TermsTexts) {
  const sections: TermsSection[] = [
    ...terms.map(({ key, title, lines }) => {
      const text = notes[key]
      return { key, title, lines: [...lines], ...(text ? { text } : {}) }
    }),
    ...further.map(({ title, text }) => ({ title, lines: [], text })),
  ]
  return { ...(introduction ? { introduction } : {}), sections, ...(closing ? { closing } : {}) }
}

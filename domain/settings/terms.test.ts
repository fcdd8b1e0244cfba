import { describe, expect, it } from 'vitest'
import { asha, meera } from '#domain/samples.ts'
import { terms } from '#domain/site/content.ts'
import { given } from '#domain/testing.ts'
import { reviseTerms } from './revise-terms.ts'
import { type TermsTexts, termsOfAgency, termsPage } from './terms.ts'

const written: TermsTexts = {
  closing: 'We answer within a day.',
  further: [{ title: 'Photographs', text: 'They are yours.' }],
  introduction: 'Read this once.',
  notes: { revisions: 'A round is one list of wishes.' },
}
const revised = (data: TermsTexts) => ({ type: 'TermsRevised', data }) as const
const earlier = { ...revised(written), by: meera, at: '2026-11-15T09:00:00.000Z' }
const when = (changes: object, by = meera) => given(termsOfAgency, earlier).when(reviseTerms, changes as never, by)

describe('writing around the terms', () => {
  it('writes everything at once', () =>
    given(termsOfAgency)
      .when(reviseTerms, written as never, meera)
      .then(revised(written)))
  it('writes one text, and leaves the rest', () =>
    when({ notes: { hosting: ' Ours is in Mumbai.\r\nYours may be anywhere. ' } }).then(
      revised({
        ...written,
        notes: { hosting: 'Ours is in Mumbai.\nYours may be anywhere.', revisions: written.notes!.revisions! },
      }),
    ))
  it('takes texts away', () => {
    when({ closing: null, notes: { revisions: null } }).then(
      revised({ further: written.further!, introduction: written.introduction! }),
    )
    when({ further: [] }).then(revised({ ...written, further: undefined }))
  })
  it('does nothing when nothing is different', () => {
    when(written).then()
    when({ introduction: ` ${written.introduction} ` }).then()
    given(termsOfAgency)
      .when(reviseTerms, { closing: null, further: [] } as never, meera)
      .then()
  })
  it('is not for clients', () => when({ closing: 'x' }, asha).thenRefused('Sorry Not Allowed'))
  it.each([
    ['', {}],
    ['introduction', { introduction: ' ' }],
    ['introduction', { introduction: '\u200b' }],
    ['closing', { closing: 'x'.repeat(4_001) }],
    ['notes.revisions', { notes: { revisions: 5 } }],
    ['notes', { notes: { refunds: 'None.' } }],
    ['further.0.title', { further: [{ title: '', text: 'x' }] }],
    ['further', { further: Array(21).fill({ title: 'x', text: 'x' }) }],
    ['', { terms: 'No refunds.' }],
  ])('does not take a wrong %s', (field, changes) => {
    const { error } = reviseTerms.input.safeParse(changes)
    expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field])
  })
})

describe('the terms', () => {
  it('promise of money what they always do, whatever stands around', () => {
    const { introduction, sections, closing } = termsPage(written)
    expect([introduction, closing]).toEqual([written.introduction, written.closing])
    expect(sections.slice(0, terms.length).map(({ key, title, lines }) => ({ key, title, lines }))).toEqual(terms)
    expect(sections.filter(({ text }) => text).map(({ title, text }) => [title, text])).toEqual([
      ['Revisions', 'A round is one list of wishes.'],
      ['Photographs', 'They are yours.'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { linesOf } from './pen.ts'
import { type Coverage, runsOf } from './runs.ts'

/** As the faces have them, in a few characters: the serif has no ₹ here, so that it is seen where it comes from. */
const covers: Coverage = (face, codePoint) => {
  const sign = String.fromCodePoint(codePoint)
  const latin = /[\x20-\x7e]/.test(sign)
  if (face === 'devanagari') return latin || /[\p{Script=Devanagari}₹।]/u.test(sign)
  if (face === 'tamil') return latin || /\p{Script=Tamil}/u.test(sign)
  if (face === 'arabic') return /[\p{Script=Arabic} ()]/u.test(sign)
  if (face === 'hebrew') return /[\p{Script=Hebrew} ]/u.test(sign)
  return latin
}
const drawn = (text: string) => runsOf(text, 'serif', covers).map(({ face, text }) => `${face}: ${text}`)

describe('a line is drawn in runs', () => {
  it('of one face where one has everything', () =>
    expect(drawn('Plain words, 12.')).toEqual(['serif: Plain words, 12.']))

  it('split where the script changes; digits and punctuation stay with the script they stand in', () =>
    expect(drawn('Price कीमत 12, விலை end')).toEqual([
      'serif: Price ',
      'devanagari: कीमत 12, ',
      'tamil: விலை ',
      'serif: end',
    ]))

  it('of another face for a sign alone that the first one lacks', () =>
    expect(drawn('pays ₹9')).toEqual(['serif: pays ', 'devanagari: ₹9']))

  it('with one box for what a reader takes for one character and no face has', () =>
    expect(drawn('a👩‍👩‍👧b中')).toEqual(['serif: a\ufffdb\ufffd']))

  it('from the right, where that is how it is read: numbers stay as they are, brackets turn round', () => {
    expect(drawn('שלום 12 abc')).toEqual(['serif: abc', 'serif:  ', 'serif: 12', 'hebrew: שלום '])
    expect(drawn('نعم (لا)')).toEqual(['arabic: نعم )لا('])
    expect(drawn('say نعم لا now')).toEqual(['serif: say ', 'arabic: نعم لا', 'arabic:  ', 'serif: now'])
  })

  it('with the signs of a number where its digits are read, also between words that are read from the right', () => {
    for (const figure of ['65,000', '3.5', '16/11/2026', '20%', '$20'])
      expect(drawn(`שלום ${figure} שלום`)).toContain(`serif: ${figure}`)
    expect(drawn('שלום ₹65,000')).toEqual(['devanagari: ₹65,000', 'hebrew: שלום '])
  })

  it('in a moment where many signs stand without a digit: each is looked at once, not with all behind it', () => {
    const signs = '%'.repeat(60_000)
    expect(drawn(`ש${signs}`)).toEqual([`serif: ${signs}`, 'hebrew: ש'])
  }, 5_000)

  it('without what would turn a line around', () => expect(drawn('a\u202eb\u2066c')).toEqual(['serif: abc']))
})

describe('a text is broken', () => {
  const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length
  it('at spaces, and where it has line breaks', () =>
    expect(linesOf('one two three\r\nfour\n\nfive', 8, measure)).toEqual(['one two', 'three', 'four', '', 'five']))
  it('between characters as a reader takes them, in a word that is wider than a line', () =>
    expect(linesOf('क्षत्रिय ab', 2, measure)).toEqual(['क्षत्रि', 'य', 'ab']))
})

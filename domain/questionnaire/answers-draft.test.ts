import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DraftEntry, emptyDraft, withEntries, withoutSent } from './answers-draft.ts'

const bread = { id: 1, answer: 'Bread', at: 100 }
const cake = { id: 1, answer: 'Cake', at: 200 }
const neighbours = { id: 2, answer: 'Neighbours', at: 150 }

describe('a draft', () => {
  it('keeps the later of two answers, also when it arrives first', () => {
    expect(withEntries(withEntries(emptyDraft, [cake]), [bread]).answers).toEqual({ 1: cake })
    expect(withEntries(withEntries(emptyDraft, [bread]), [cake]).answers).toEqual({ 1: cake })
  })

  it('keeps what was written to other questions', () =>
    expect(withEntries(withEntries(emptyDraft, [bread]), [neighbours]).answers).toEqual({ 1: bread, 2: neighbours }))

  it('is the same when nothing is newer', () => {
    const draft = withEntries(emptyDraft, [cake])
    expect(withEntries(draft, [bread, cake])).toBe(draft)
  })

  it('is gone once its answers are sent, and what was written before does not come back', () => {
    const sent = withoutSent(withEntries(emptyDraft, [bread]), 160)
    expect(sent).toEqual({ answers: {}, sentAt: 160 })
    expect(withEntries(sent, [neighbours])).toBe(sent)
    expect(withEntries(sent, [cake]).answers).toEqual({ 1: cake })
  })

  it('keeps what was written after the sending for the next project', () =>
    expect(withoutSent(withEntries(emptyDraft, [cake, neighbours]), 160).answers).toEqual({ 1: cake }))

  it('comes out the same in whatever order devices are heard', () => {
    const written: fc.Arbitrary<DraftEntry> = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      answer: fc.string(),
      at: fc.integer({ min: 1, max: 50 }),
    })
    const some = fc.uniqueArray(written, { selector: ({ id, at }) => `${id} ${at}`, maxLength: 12 })
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 50 }), (all, sentAt) => {
        const forth = withoutSent(withEntries(emptyDraft, all), sentAt)
        const back = all
          .toReversed()
          .reduce((draft, each) => withEntries(draft, [each]), withoutSent(emptyDraft, sentAt))
        expect(back).toEqual(forth)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import { withCondition } from '#domain/questionnaire/repair.ts'
import { asSentence, dependOn, saysIn } from './words.ts'

describe('the editor of the questionnaire says', () => {
  it('which questions depend on another', () => {
    expect(dependOn([5], 'this question')).toBe('Question 5 depends on this question.')
    expect(dependOn([5, 7, 9], '“Yes”')).toBe('Questions 5, 7 and 9 depend on “Yes”.')
  })

  it('when a question is shown', () => {
    const [first, second] = defaultQuestions
    const on = (id: number | null) => withCondition(defaultQuestions, second!.id, id, 'Yes')[1]!
    expect(saysIn('condition', on(null), defaultQuestions)).toBe('Always shown')
    expect(saysIn('condition', on(first!.id), defaultQuestions)).toBe('Shown if 1 is “Yes”')
    expect(saysIn('condition', on(99), defaultQuestions)).toBe('Shown if a deleted question is “Yes”')
  })

  it('what is wrong, as a sentence', () => expect(asSentence('its text is missing')).toBe('Its text is missing.'))
})

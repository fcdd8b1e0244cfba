import { describe, expect, it } from 'vitest'
import { changesBetween, stepList } from '#domain/questionnaire/list-changes.ts'
import { changesInWords } from './words.ts'

const steps = ['Measure', 'Draw', 'Build', 'Launch'].map((value, at) => ({ id: at + 1, value }))
const words = (after: typeof steps) => changesInWords(changesBetween(stepList, steps, after), ({ value }) => value)

describe('what is not saved yet', () => {
  it('is told by place', () =>
    expect(words(steps.map((each) => (each.id < 3 ? { ...each, value: `${each.value}!` } : each)))).toBe(
      '1 and 2 changed.',
    ))
  it('is told by name where it is gone', () =>
    expect(words([...steps.slice(1), { id: 9, value: 'Celebrate' }])).toBe('4 added, “Measure” deleted.'))
  it('is told once for each way to change', () =>
    expect(words([steps[1]!, steps[0]!, steps[2]!, { id: 4, value: 'Sail' }])).toBe('4 changed, 2 moved.'))
})

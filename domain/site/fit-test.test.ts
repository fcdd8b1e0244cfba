import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FitAnswers, failures, fitAnswers, fitQuestions } from './fit-test.ts'

const passing: FitAnswers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' }

describe('the fit test', () => {
  // spec: 2.35, 3.2, 9.3
  it('has five questions', () => expect(fitQuestions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]))
  it.each([
    [1, /own the business/],
    [2, /saving money and time.*perfect design/],
    [3, /like teaching younger people/],
    [4, /reply to our calls within 15 minutes/],
    [5, /wait one more year to automate/],
  ])('asks as question %i: %s', (id, words) =>
    expect(fitQuestions.find((each) => each.id === id)!.question).toMatch(words),
  )
  // spec: 5.2
  it('is passed, whatever is answered to the first question', () => {
    expect(failures(passing)).toEqual([])
    expect(failures({ ...passing, 1: 'no' })).toEqual([])
  })
  // spec: 5.2, 8.12, 9.3
  it.each([
    [2, 'no', /design perfection delays progress.*action-takers/i],
    [3, 'no', /young, passionate people.*patient guidance/],
    [4, 'no', /respect.*busy to reply within 15 minutes.*timely/],
    [5, 'yes', /another year lets opportunities slip.*fast action-takers/],
  ] as const)('is failed by question %i answered %s, and says why', (id, answer, because) =>
    expect(failures({ ...passing, [id]: answer })).toMatchObject([{ id, because: expect.stringMatching(because) }]),
  )
  // spec: 2.36, 5.3
  it('says every reason there is', () =>
    expect(failures({ 1: 'no', 2: 'no', 3: 'no', 4: 'no', 5: 'yes' }).map(({ id }) => id)).toEqual([2, 3, 4, 5]))
  it('has a reason wherever it can be failed', () =>
    fc.assert(
      fc.property(fc.constantFrom('yes', 'no'), fc.constantFrom('yes', 'no'), (some, others) => {
        const answers = fitAnswers.parse({ 1: some, 2: others, 3: some, 4: others, 5: some })
        for (const { because } of failures(answers)) expect(because).toMatch(/\.$/)
      }),
    ))
  // spec: 5.1
  it.each([{}, { ...passing, 3: undefined }, { ...passing, 3: 'Yes' }, { ...passing, 6: 'yes' }, [], null, 'yes'])(
    'needs an answer to each question and nothing else: %j',
    (answers) => expect(fitAnswers.safeParse(answers).success).toBe(false),
  )
})

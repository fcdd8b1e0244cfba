import { describe, expect, it } from 'vitest'
import { defaultQuestions, defaultSteps } from './default.ts'
import { answerTypes, optionsOf, question } from './question.ts'

const conditional = defaultQuestions.filter(({ dependQuestion }) => dependQuestion !== null)
const of = (type: string) => defaultQuestions.filter(({ answerType }) => answerType === type)

describe('the default questionnaire', () => {
  it('asks for each kind of answer once, and for the name of the business', () => {
    const [named, ...others] = defaultQuestions.toSorted((a, b) => Number(!a.businessName) - Number(!b.businessName))
    expect(named).toMatchObject({ businessName: true, answerType: 'Line', required: false })
    expect(others.map(({ answerType }) => answerType).sort()).toEqual([...answerTypes].sort())
  })
  // spec: 3.7
  it('is in the specification’s shape', () =>
    expect(defaultQuestions.map((each) => question.parse(each))).toEqual(defaultQuestions))
  it('has an id for each question', () =>
    expect(new Set(defaultQuestions.map(({ id }) => id)).size).toBe(defaultQuestions.length))
  it('has questions that are asked only when they apply', () => expect(conditional.length).toBeGreaterThanOrEqual(2))
  it.each(conditional)('asks “$question” after an option there is', ({ dependQuestion, dependAnswer }) => {
    const condition = defaultQuestions.find(({ id }) => id === dependQuestion)!
    expect(['Radio', 'Multiple Choice']).toContain(condition.answerType)
    expect(optionsOf(condition)).toContain(dependAnswer)
  })
  it('has two options to a Radio', () => expect(of('Radio').map((each) => optionsOf(each).length)).toEqual([2]))
  it('has options to choose from elsewhere', () => {
    for (const each of [...of('Multiple Choice'), ...of('Check Box')]) expect(optionsOf(each).length).toBeGreaterThan(1)
  })
})

describe('the default steps', () => {
  it('are the eight of the landing page', () =>
    expect(defaultSteps.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
  it('say of what phase they are, and which is the payment', () => {
    const phases = defaultSteps.map(({ phase }) => phase)
    expect(phases.slice(4)).toEqual(['landing page', 'full design', 'development', 'handover'])
    expect(phases.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
    expect(defaultSteps.filter(({ payment }) => payment).map(({ value }) => value)).toEqual(['Payment'])
  })
  it('say whose turn they are', () =>
    expect(defaultSteps.map((step) => step.with)).toEqual([
      'client',
      'client',
      'agency',
      'client',
      'client',
      'client',
      'agency',
      'agency',
    ]))
  it('begin with the test and end with the handover', () =>
    expect([defaultSteps[0]?.value, defaultSteps[7]?.value]).toEqual(['Quick test', 'Final handover']))
})

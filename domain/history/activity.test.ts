import { describe, expect, it } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import { recorded } from '#domain/testing.ts'
import { activitySentence, describeWithChanges } from './activity.ts'

const by = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
const at = '2026-11-16T09:00:00.000Z'
const questions = (...texts: string[]) => ({
  type: 'QuestionsRevised' as const,
  data: { questions: defaultQuestions.map((each, n) => ({ ...each, question: texts[n] ?? each.question })) },
  ...{ by, at },
})
const steps = {
  type: 'StepsRevised' as const,
  data: { steps: defaultSteps.map((step, n) => (n === 0 ? { ...step, value: 'First look' } : step)) },
  ...{ by, at },
}
const described = (stream: string, ...samples: Parameters<typeof recorded>[1][number][]) => {
  const events = recorded(stream, samples) as Recorded[]
  const last = events.at(-1)!
  return describeWithChanges(last, activitySentence(last), events.slice(0, -1))
}

describe('what an event of the agency’s changed', () => {
  it('is the sentence, where it is one thing', () =>
    expect(described('template-1', questions('What do you bake?'))).toEqual({
      says: 'Changed question 1',
      changes: [{ about: 'Changed question 1', before: defaultQuestions[0]!.question, after: 'What do you bake?' }],
    }))

  it('is the same shortened sentence in both places, however long a question is', () => {
    const added = { ...defaultQuestions[0]!, id: 999, question: 'What do you bake? '.repeat(40).trim() }
    const data = { questions: [...defaultQuestions, added] }
    const { says, changes } = described('template-1', { type: 'QuestionsRevised', data, by, at })
    expect([says.startsWith('Added'), says.length, says.at(-1), changes]).toEqual([true, 120, '…', [{ about: says }]])
  })

  it('is described against what stood before, also when something else was changed in between', () =>
    expect(
      described('template-1', questions('What do you bake?'), steps, questions('What do you sell?')).changes,
    ).toEqual([{ about: 'Changed question 1', before: 'What do you bake?', after: 'What do you sell?' }]))

  it('names a project of the portfolio as its form does, whatever the agency calls it', () => {
    const revised = { type: 'PortfolioRevised' as const, data: { works: { 1: { title: 'Anika Textiles' } } }, by, at }
    expect(described('portfolio-1', revised).changes).toMatchObject([
      { about: 'Project 1: Title', after: 'Anika Textiles' },
    ])
  })

  it('is a list, where it is several things, as far as anybody reads it', () => {
    const many = described('template-1', questions(...defaultQuestions.map((_, n) => `Question number ${n}?`)))
    expect(many.says).toBe('Changed the questionnaire')
    expect([many.changes.length, many.changes.at(-1)!.about]).toEqual([9, `and ${defaultQuestions.length - 8} more`])
  })

  it('is described of a setting against the event before, by what the page calls the field', () => {
    const revised = (data: object) => ({ type: 'AgencyRevised', data, by, at })
    expect(
      described('agency-1', revised({ name: 'Longhand' }), revised({ name: 'Longhand', upi: { id: 'a@bank' } })),
    ).toEqual({
      says: 'Changed the agency details: UPI ID',
      changes: [{ about: 'UPI ID', after: 'a@bank' }],
    })
  })

  it('is nothing that is described of a login', () =>
    expect(described('account-1', { type: 'LoggedIn', data: { session: 's' }, by, at })).toEqual({
      says: 'Logged in',
      changes: [],
    }))
})

it('says nothing of an event that this version does not know, but that there is one', () => {
  const [event] = recorded('account-1', [{ type: 'SomethingNewer', data: { name: 'Asha' }, by, at }])
  expect(activitySentence(event as Recorded)).toBe('Unknown event from a newer version')
})

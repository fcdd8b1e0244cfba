import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { cancelled, completed, meera, opened, read, signed, unsigned } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './order.ts'
import { sentence, standing } from './sentences.ts'

const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))
const said = (fact: Sample<OrderEvent>) => sentence(recorded('order-1', [fact])[0]!, order(opened))
const withSteps = (...values: string[]): Sample<OrderEvent> => {
  const steps = values.map((value, at) => ({ id: at + 1, value }))
  return { ...opened, data: { ...opened.data, steps } }
}

// A table keyed by type: forget an event and the compiler says so.
const sentences: { [E in OrderEvent as E['type']]: [Sample<Extract<OrderEvent, E>>, string][] } = {
  OrderOpened: [
    [opened, 'Project opened with 8 answers'],
    [
      { ...opened, data: { ...opened.data, questions: opened.data.questions.slice(0, 1) } },
      'Project opened with 1 answer',
    ],
  ],
  StepToggled: [
    [signed, 'Quick test is done'],
    [unsigned, 'Quick test is open again'],
    [{ ...signed, data: { step: 99, done: true } }, 'A step is done'],
  ],
  ConversationRead: [[read, 'Read what was sent']],
  OrderCompleted: [[completed, 'Project completed']],
  OrderCancelled: [[cancelled, 'Project cancelled']],
}

describe('a fact in a person’s words', () => {
  for (const [type, cases] of Object.entries(sentences))
    it.each<[Sample<OrderEvent>, string]>(cases)(`${type}: %#`, (fact, words) => expect(said(fact)).toBe(words))
  it('does not count a question that was left empty as an answer', () =>
    expect(opened.data.questions.filter(({ answer }) => answer === null)).toHaveLength(2))
})

describe('where the project stands', () => {
  it('is the first step nobody signed, and what comes after it', () =>
    expect(standing(order(opened), 'client')).toEqual({
      is: 'We are at quick test.',
      next: 'Next: business onboarding.',
    }))
  it('moves on with a signature', () =>
    expect(standing(order(opened, signed), 'client').is).toBe('We are at business onboarding.'))
  it('does not jump when a later step is signed first', () => {
    const later = { ...signed, data: { step: 2, done: true } }
    expect(standing(order(opened, later), 'client')).toEqual({
      is: 'We are at quick test.',
      next: 'Next: business report and strategy call.',
    })
  })
  it('has nothing next on the last step', () =>
    expect(standing(order(withSteps('Launch')), 'client')).toEqual({ is: 'We are at launch.' }))
  it('leaves capital words their capitals', () =>
    expect(standing(order(withSteps('SEO', 'Écrans')), 'client')).toEqual({
      is: 'We are at SEO.',
      next: 'Next: écrans.',
    }))
  describe.each([
    ['client', 'Your project', 'Next: we close the book.'],
    ['admin', 'This project', 'Next: complete the order.'],
  ] as const)('to a person of role %s', (viewer, project, next) => {
    it('says what is left when every step is signed', () => {
      const all = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => ({ ...signed, data: { step, done: true }, by: meera }))
      expect(standing(order(opened, ...all), viewer)).toEqual({ is: 'Every step is signed.', next })
    })
    it('is over once the project is complete', () =>
      expect(standing(order(opened, completed), viewer)).toEqual({ is: `${project} is complete.` }))
    it('is over once the project is cancelled', () =>
      expect(standing(order(opened, cancelled), viewer)).toEqual({ is: `${project} was cancelled.` }))
  })
})

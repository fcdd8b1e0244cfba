import { describe, expect, it } from 'vitest'
import { asha, meera, messageSent, opened, replied, signed } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import type { OrderEvent } from './actions.ts'
import { evolveSearchedText, type SearchedText } from './searched-text.ts'

const text = (...samples: Sample<OrderEvent>[]) =>
  recorded('order-x1', samples).reduce(evolveSearchedText, undefined as SearchedText | undefined)!
const says = (text: string): Sample<OrderEvent> => ({ type: 'MessageSent', data: { text }, by: meera, at: opened.at })

describe('an order is found by', () => {
  it('what its client answered in words', () => {
    const answers = Object.values(text(opened).answers)
    const written = opened.data.questions.filter(({ answerType }) => ['Line', 'Email', 'Phone'].includes(answerType))
    const given = written.flatMap(({ answer }) => answer ?? [])
    expect(given.length).toBeGreaterThan(0)
    for (const answer of given) expect(answers).toContain(answer)
    expect(answers).not.toContain(opened.data.questions.find(({ answerType }) => answerType === 'Radio')!.answer)
  })
  it('what they answered last', () => {
    const amends: Sample<OrderEvent> = {
      type: 'AnswersAmended',
      data: { answers: { 1: 'Silk, by hand', 9: null, 12: '04:00 PM' } },
      by: asha,
      at: opened.at,
    }
    const { answers } = text(opened, amends)
    expect([answers[1], answers[9]]).toEqual(['Silk, by hand', ''])
    expect(Object.keys(answers)).toEqual(Object.keys(text(opened).answers))
  })
  it('what both sides said last', () => {
    expect(text(opened, messageSent, replied).messages).toEqual([messageSent.data.text, replied.data.text])
    const many = Array.from({ length: 30 }, (_, n) => says(`Message ${n} ${'x'.repeat(400)}`))
    const { messages } = text(opened, ...many)
    expect([messages.length, messages[0]!.slice(0, 10), messages[0]!.length]).toEqual([20, 'Message 10', 300])
  })
  it('nothing that was only done', () => expect(text(opened, signed)).toEqual(text(opened)))
})

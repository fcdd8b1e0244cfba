import { z } from 'zod'
import { answered } from '#domain/template/answers.ts'
import { type Answers, answer, answersOf } from '#domain/template/question.ts'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

/** Changes some of the answers. Those that are not given stay; those that are not asked any more are dropped. */
export const amendAnswers = orderCommand({
  name: 'amendAnswers',
  summary: 'Change some of the answers',
  roles: ['client'],
  input: z.object({ orderId, answers: z.array(z.looseObject({ id: z.int(), answer })) }),
  success: 'Answers updated',
  decide(order, { answers: given }) {
    onlyWhileOpen(order)
    const before = answersOf(order.questions)
    const after = { ...before, ...Object.fromEntries(given.map(({ id, answer }) => [id, answer])) }
    const changes = answered(order.questions, after).filter(({ id, answer }) => !same(answer, before[id]))
    if (changes.length === 0) return []
    const answers: Answers = Object.fromEntries(changes.map(({ id, answer }) => [id, answer]))
    return [{ type: 'AnswersAmended', data: { answers } }]
  },
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

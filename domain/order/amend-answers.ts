import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { counted } from '#domain/count.ts'
import { answered } from '#domain/questionnaire/answers.ts'
import { answersOf } from '#domain/questionnaire/applicable-questions.ts'
import { type Answers, answer, answers, withAnswers } from '#domain/questionnaire/question.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { orderId } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { truncateToLine } from './telling.ts'

export const AnswersAmended = orderEvent(
  'AnswersAmended',
  { answers: personal(answers, {}) },
  {
    ...entryTraits,
    kind: 'answers',
    countsAsUnread: true,
    apply: (order, { answers }) => ({ ...order, questions: withAnswers(order.questions, answers) }),
    sentence({ answers }, { questions }) {
      const changed = questions.filter(({ id }) => id in answers)
      const count = Object.keys(answers).length
      if (changed.length === 1) return `Changed the answer to “${truncateToLine(changed[0]!.question, 100)}”`
      return count === 0 ? 'Changed answers' : `Changed ${counted(count, 'answer')}`
    },
  },
)

/** Changes some of the answers. Those that are not given stay; those that are not asked any more are dropped. */
export const amendAnswers = orderCommand(
  'amendAnswers',
  z.object({ orderId, answers: z.array(z.looseObject({ id: z.int(), answer })) }),
  {
    summary: 'Update an order’s answers',
    limit: 'upload',
    scope: null,
    roles: ['client'],
    success: 'Answers updated',
    decide(order, { answers: given }) {
      onlyWhileOpen(order)
      const before = answersOf(order.questions)
      const after = { ...before, ...Object.fromEntries(given.map(({ id, answer }) => [id, answer])) }
      const changes = answered(order.questions, after).filter(({ id, answer }) => !same(answer, before[id]))
      if (changes.length === 0) return []
      const answers: Answers = Object.fromEntries(changes.map(({ id, answer }) => [id, answer]))
      return [AnswersAmended({ answers })]
    },
    undo: 'cannot be taken back',
    palette: [{ tab: 'overview', label: 'Edit answers', words: 'questions', press: true }],
  },
)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

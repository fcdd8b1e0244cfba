import { describe, expect, it } from 'vitest'
import { orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import type { Step } from '#domain/step.ts'
import { actionItems } from './NextStep.tsx'

const steps = (...signed: (0 | 1)[]): Step[] =>
  ['Quick test', 'Payment', 'Launch'].map((value, at) => ({ id: at + 1, value, status: signed[at] ?? 0 }))
const order = (some: Partial<Order>): Order => ({ ...orders.initial, steps: steps(1), ...some })
const says = (some: Partial<Order>) => actionItems(order(some)).map(({ text }) => text)
const question = (id: number, some: Partial<Question>): Question => ({ ...defaultQuestions[0]!, id, ...some })

describe('what an order needs of its client', () => {
  it('is nothing, as a rule', () => expect(says({})).toEqual([]))

  it('is a file that the questionnaire asks for, and an answer that it does not have', () => {
    const logo = question(7, { answerType: 'File', question: 'Your logo', required: false })
    const colour = question(8, { required: false })
    const both = { questions: [logo, colour] }
    expect(says(both)).toEqual(['We still need a file: Your logo', '1 question is unanswered.'])
    expect(says({ questions: [{ ...logo, answer: { filename: 'a.png', originalName: 'a.png' } }] })).toEqual([])
    expect(says({ questions: [logo, { ...logo, id: 9 }] })).toEqual(['We still need 2 files.'])
  })

  it('is no answer to a question that was not asked, nor to one that is not compulsory once the design is under way', () => {
    const logo = question(7, { answerType: 'File', required: false })
    const landing: Step = { id: 1, value: 'Landing', phase: 'landing page', status: 0 }
    const design: Step = { id: 2, value: 'Design', phase: 'full design', status: 0 }
    const at = (status: 0 | 1, ...questions: Question[]) => says({ questions, steps: [{ ...landing, status }, design] })
    expect(at(0, { ...logo, dependQuestion: 3, dependAnswer: 'Yes' })).toEqual([])
    expect([at(0, logo).length, at(1, logo).length, at(1, { ...logo, required: true }).length]).toEqual([1, 0, 1])
  })
})

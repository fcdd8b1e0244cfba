import { describe, expect, it } from 'vitest'
import { orders } from '#domain/order/actions.ts'
import type { Entry } from '#domain/order/conversation.ts'
import type { Order } from '#domain/order/order.ts'
import type { Step } from '#domain/step.ts'
import { defaultQuestions } from '#domain/template/default.ts'
import type { Question } from '#domain/template/question.ts'
import { actionItems } from './action-items.ts'

const steps = (...signed: (0 | 1)[]): Step[] =>
  ['Quick test', 'Payment', 'Launch'].map((value, at) => ({ id: at + 1, value, status: signed[at] ?? 0 }))
const proposal = { receiverName: 'Asha Rao', date: '2026-11-16', problem: 'A.', goals: 'B.', solution: 'C.' }
const order = (some: Partial<Order>): Order => ({ ...orders.initial, steps: steps(1), ...some })
const says = (some: Partial<Order>, today = '2026-11-19', unread = { messages: 0, files: 0 }) =>
  actionItems(order(some), today, unread).map(({ text: says }) => says)
const question = (id: number, some: Partial<Question>): Question => ({ ...defaultQuestions[0]!, id, ...some })

describe('what an order needs of its client', () => {
  it('is nothing, as a rule', () => expect(says({})).toEqual([]))

  it('is what is still to be paid, while the payment is the current step', () => {
    const invoice = { paid: 20_000_00, actual: 45_000_00, revisions: 0 }
    expect(says({ invoice })).toEqual(['₹25,000 to pay.'])
    expect(says({ invoice, steps: steps(0) })).toEqual([])
    expect(says({ invoice: { ...invoice, paid: 45_000_00 } })).toEqual([])
  })

  it('knows the payment by what the step says of itself, not by its name', () => {
    const invoice = { paid: 20_000_00, actual: 45_000_00, revisions: 0 }
    expect(says({ proposal, invoice, steps: steps(0) })).toEqual([])
    const half: Step = { id: 1, value: 'First half', payment: true, status: 0 }
    const page: Step = { id: 2, value: 'Payment page of the shop', phase: 'development', status: 0 }
    expect(says({ invoice, steps: [half, page] })).toEqual(['₹25,000 to pay.'])
    expect(says({ invoice, steps: [{ ...half, status: 1 }, page] })).toEqual([])
    expect(says({ proposal, steps: [half, { ...page, status: 1 }] })).toHaveLength(1)
    expect(says({ proposal, steps: [{ ...half, status: 1 }, page] })).toEqual([])
  })

  it('is an answer to the proposal, as long as it is valid and nothing is paid for', () => {
    expect(says({ proposal })).toEqual(['Please review the proposal: 4 days left.'])
    expect(says({ proposal }, '2026-11-22')).toEqual(['Please review the proposal: 1 day left.'])
    expect(says({ proposal }, '2026-11-23')).toEqual(['Please review the proposal: today is the last day.'])
    expect(says({ proposal }, '2026-11-24')).toEqual([])
    expect(says({ proposal, steps: steps(1, 1) })).toEqual([])
  })

  it('is to look at a design that was shared, until it is answered by a message, a file or a signed step', () => {
    const designs = ['2026-11-15', '2026-11-17'].map((day) => ({ link: day, by: 'Meera', at: `${day}T05:00:00.000Z` }))
    const message = (role: 'client' | 'admin', day: string): Entry => ({
      ...{ kind: 'message', id: day, revision: 3, text: 'Good.', at: `${day}T05:00:00.000Z` },
      by: { id: role, name: role, role },
    })
    const design = ['Please review the new design.']
    expect(says({ designs })).toEqual(design)
    expect(says({ designs, conversation: [message('client', '2026-11-16'), message('admin', '2026-11-18')] })).toEqual(
      design,
    )
    expect(says({ designs, conversation: [message('client', '2026-11-18')] })).toEqual([])
    const completedBy = { by: 'Meera', at: '2026-11-18T05:00:00.000Z' }
    expect(says({ designs, steps: [{ id: 1, value: 'Landing', status: 1, completedBy }] })).toEqual([])
  })

  it('is to read what the agency sent, counted by kind', () => {
    const unread = (messages: number, files: number) => says({}, undefined, { messages, files })
    expect(unread(1, 0)).toEqual(['1 message from us is unread.'])
    expect(unread(2, 1)).toEqual(['2 messages and 1 file from us are unread.'])
    expect(unread(0, 1)).toEqual(['1 file from us is unread.'])
  })

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

import type { Answer } from '#domain/template/question.ts'
import { formatMoney } from '../money.ts'
import { filesOf } from './conversation.ts'
import { exists, type Order } from './order.ts'

/**
 * What is different between two moments of an order: what it is about, and how it was before and after, in a person's
 * words. `before` is absent where there was nothing, `after` where there is nothing any more.
 */
export type Difference = { about: string; before?: string; after?: string }

/** What of an order is compared, or why a field of it is not. The compiler asks for each. */
const compared: { [Field in keyof Required<Order>]: 'not shown' | ((order: Order) => Facts) } = {
  clientId: 'not shown',
  number: 'not shown',
  openedAt: 'not shown',
  closedAt: 'not shown',
  lastAt: 'not shown',
  currentSince: 'not shown',
  deleted: 'not shown',
  sent: 'not shown',
  read: 'not shown',
  title: ({ title }) => [['title', 'Name', title]],
  status: ({ status }) => [['status', 'Order', status]],
  steps: ({ steps }) => steps.map(({ id, value, status }) => [`step ${id}`, value, status === 1 ? 'done' : 'open']),
  invoice: ({ invoice: { paid, actual, revisions } }) => [
    ['actual', 'Price', formatMoney(actual)],
    ['paid', 'Received', formatMoney(paid)],
    ['revisions', 'Extra revisions', String(revisions)],
  ],
  paymentLink: ({ paymentLink }) => [['paymentLink', 'Payment link', paymentLink]],
  designs: ({ designs }) => [['design', 'Design', designs.at(-1)?.link]],
  proposal: ({ proposal }) => [
    ['receiverName', 'Proposal for', proposal?.receiverName],
    ['date', 'Proposal of', proposal?.date.split('-').reverse().join('/')],
    ['problem', 'Problem', proposal?.problem],
    ['goals', 'Goals', proposal?.goals],
    ['solution', 'Solution', proposal?.solution],
  ],
  questions: ({ questions }) =>
    questions.map(({ id, question, answer }) => [`question ${id}`, question, answerText(answer)]),
  conversation: ({ conversation }) => {
    const files = filesOf(conversation)
    return [
      ['messages', 'Messages', String(conversation.length - files.length)],
      ['files', 'Files', String(files.length)],
      ...files.map(({ id, file, caption }): Fact => [`file ${id}`, 'File', `${file.originalName}: ${caption}`]),
    ]
  },
}

/** What an order says, each with a key by which two moments are compared, and what it is about. */
type Fact = readonly [key: string, about: string, text: string | undefined]
type Facts = readonly Fact[]

const fields = Object.keys(compared) as (keyof Order)[]

/** What differs between two moments of an order, in the order of its page; nothing where it did not exist before. */
export function differences(before: Order, after: Order): Difference[] {
  if (!exists(before)) return []
  return fields.flatMap((field) => {
    const factsOf = compared[field]
    if (factsOf === 'not shown' || before[field] === after[field]) return []
    return between(factsOf(before), factsOf(after))
  })
}

function between(before: Facts, after: Facts): Difference[] {
  const earlier = new Map(before.map(([key, , text]) => [key, text]))
  return after.flatMap(([key, about, text]) => {
    const was = earlier.get(key)
    // One file more is counted above: it has not changed.
    if ((was ?? '') === (text ?? '') || (key.startsWith('file ') && !earlier.has(key))) return []
    return [{ about, ...(was ? { before: was } : {}), ...(text ? { after: text } : {}) }]
  })
}

function answerText(answer: Answer): string | undefined {
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) ? answer.join(', ') : answer?.originalName
}

import type { Recorded, Role } from '../event.ts'
import { forPeople } from './money.ts'
import type { Order, OrderEvent } from './order.ts'

type Words = { [E in OrderEvent as E['type']]: (data: E['data'], order: Order) => string }

const words: Words = {
  OrderOpened: ({ questions }) =>
    `Project opened with ${count(questions.filter(({ answer }) => answer !== null).length, 'answer')}`,
  StepToggled: ({ step, done }, order) => {
    const name = order.steps.find(({ id }) => id === step)?.value ?? 'A step'
    return done ? `${name} is done` : `${name} is open again`
  },
  DesignLinkShared: () => 'A design is ready to look at',
  PaymentLinkShared: () => 'Payment link shared',
  InvoiceRevised: ({ paid, actual }) => `Invoice revised: ${forPeople(paid)} of ${forPeople(actual)} paid`,
  ProposalRevised: ({ receiverName }) => `Proposal written for ${receiverName}`,
  MessageSent: ({ text }) => `“${shortened(text)}”`,
  FileShared: ({ file, caption }) => `Shared ${file.originalName}: ${shortened(caption)}`,
  FileReplaced: ({ file }) => `Replaced a file by ${file.originalName}`,
  FileDeleted: ({ files }) => `Deleted ${files.at(-1)?.originalName ?? 'a file'}`,
  AnswersAmended: ({ answers }) => `Changed ${count(Object.keys(answers).length, 'answer')}`,
  ConversationRead: () => 'Read what was sent',
  OrderRenamed: ({ title }) => `Project renamed to ${title}`,
  OrderCompleted: () => 'Project completed',
  OrderCancelled: () => 'Project cancelled',
  OrderReopened: ({ reason }) => `Project reopened: ${shortened(reason)}`,
}

/** An order's fact in a person's words, without who and when: those stand beside it. */
export function sentence(event: Recorded<OrderEvent>, order: Order): string {
  const say = words[event.type] as (data: unknown, order: Order) => string
  return say(event.data, order)
}

/** Where the project stands and what is next, to its client or to the agency: the first words of an order's page. */
export function standing(order: Order, viewer: Role): { is: string; next?: string } {
  const forClient = viewer === 'client'
  const project = forClient ? 'Your project' : 'This project'
  if (order.status === 'completed') return { is: `${project} is complete.` }
  if (order.status === 'cancelled') return { is: `${project} was cancelled.` }
  const [now, next] = order.steps.filter(({ status }) => status === 0)
  if (!now) {
    return { is: 'Every step is signed.', next: forClient ? 'Next: we close the book.' : 'Next: complete the order.' }
  }
  return { is: `We are at ${quoted(now.value)}.`, ...(next ? { next: `Next: ${quoted(next.value)}.` } : {}) }
}

// `Payment` becomes `payment` within a sentence, `SEO` stays as it is.
const quoted = (text: string) => text.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())
const shortened = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 120 ? `${line.slice(0, 119).trimEnd()}…` : line
}
const count = (n: number, thing: string) => `${n} ${thing}${n === 1 ? '' : 's'}`

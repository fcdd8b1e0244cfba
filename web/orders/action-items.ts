import { plural } from '#domain/count.ts'
import type { Person } from '#domain/event.ts'
import { formatMoney } from '#domain/money.ts'
import { daysLeft } from '#domain/order/dates.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import { currentStep, type Order } from '#domain/order/order.ts'
import { isPaidFor, paymentSteps } from '#domain/order/payment-steps.ts'
import { phaseOf } from '#domain/order/phase.ts'
import type { Earlier } from '#domain/order/wire.ts'
import { type Answer, questionsAsked } from '#domain/template/question.ts'
import {
  amountToPay,
  filesNeeded,
  proposalToReview,
  questionsUnanswered,
  unreadFromUs,
} from '#domain/words/action-items.ts'
import { unreadIn } from './event-text.ts'
import type { Tab } from './tabs.ts'

/** Something the client is waited for with: what it is, and where it is done: on a tab, or at a place of the overview. */
type ActionItem = {
  at: Exclude<Tab, 'overview'> | 'designs' | 'conversation' | 'answers'
  text: string
  linkText: string
}

/** How much the agency sent that the client had not read. */
export type UnreadSent = { messages: number; files: number }

/**
 * What the client is waited for with: a payment that is the current step, a proposal that will lapse, a design
 * that was shared and not answered, what the agency sent and they have not read, files and other answers that the questionnaire asks for and does not have.
 */
export function actionItems(order: Order, today: string, unread: UnreadSent): ActionItem[] {
  const now = currentStep(order.steps)
  const due = -invoiceOf(order.invoice).refund
  const left = order.proposal ? daysLeft(order.proposal.date, today) : -1
  return [
    ...(now && paymentSteps(order.steps).includes(now) && due > 0
      ? [{ at: 'payment' as const, text: amountToPay(formatMoney(due)), linkText: 'See how to pay' }]
      : []),
    ...(left >= 0 && !isPaidFor(order)
      ? [{ at: 'proposal' as const, text: proposalToReview(left), linkText: 'Read proposal' }]
      : []),
    ...designItem(order),
    ...unreadItem(unread),
    ...unansweredItems(order),
  ]
}

/** The latest design, until its client writes something, or a step is signed: then it has been looked at. */
function designItem({ designs, conversation, steps }: Order): ActionItem[] {
  const shared = designs.at(-1)
  if (!shared) return []
  const isAnswered =
    conversation.some(({ by, at }) => by.role === 'client' && at > shared.at) ||
    steps.some(({ completedBy }) => completedBy && completedBy.at > shared.at)
  return isAnswered ? [] : [{ at: 'designs', text: 'Please review the new design.', linkText: 'View design' }]
}

/** What the agency sent that this client has not read. `earlier`: the messages that are not loaded, if there are any. */
export function unreadSent(order: Order, viewer: Person, earlier?: Earlier): UnreadSent {
  const unread = unreadIn(order, viewer, earlier)
  const sent = order.conversation.filter(unread.has)
  const files = sent.filter(({ kind }) => kind === 'file').length
  const loaded = sent.filter(({ revision }) => revision < unread.before).length
  return { messages: sent.length - files + Math.max(0, unread.earlier - loaded), files }
}

function unreadItem({ messages, files }: UnreadSent): ActionItem[] {
  if (messages + files === 0) return []
  const linkText = plural(messages + files, 'Read it', 'Read them')
  return [{ at: 'conversation', text: unreadFromUs({ messages, files }), linkText }]
}

/**
 * What the questionnaire asks this client, and has no answer to. What is not compulsory is asked for only as long as the
 * landing page is not signed: with that the terms end what can still be told.
 */
function unansweredItems({ questions, steps }: Order): ActionItem[] {
  const early = (phaseOf(steps) ?? 'landing page') === 'landing page'
  const open = questionsAsked(questions).filter(({ answer, required }) => isBlank(answer) && (required || early))
  const files = open.filter(({ answerType }) => answerType === 'File')
  const others = open.length - files.length
  const item = (text: string, linkText: string): ActionItem => ({ at: 'answers', text, linkText })
  return [
    ...(files[0]
      ? [item(filesNeeded(files.length, files[0].question), plural(files.length, 'Upload it', 'Upload them'))]
      : []),
    ...(others > 0 ? [item(questionsUnanswered(others), plural(others, 'Answer it', 'Answer them'))] : []),
  ]
}

const isBlank = (answer: Answer): boolean =>
  answer === null || answer === '' || (Array.isArray(answer) && !answer.length)

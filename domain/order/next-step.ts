import { counted } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import { phases, type Step } from '#domain/step.ts'
import { type DueWords, dueBy, dueIn, dueOfIt, overdueIn } from '#domain/words/due.ts'
import {
  beginnings,
  followsOf,
  type Headline,
  headlineOf,
  type Named,
  outcomeOf,
  workOf,
} from '#domain/words/headline.ts'
import type { OrderTab } from './action.ts'
import {
  amountOnceApproved,
  anyTime,
  type Payable,
  payableNow,
  payableOnceAccepted,
  stepsOnceApproved,
} from './instalments.ts'
import { type Order, openSteps } from './order.ts'
import { isPendingProposalPaid, paymentSteps } from './payment-steps.ts'
import { reportedSum } from './payments.ts'
import { phaseOf } from './phase.ts'
import { isCovered, type Progress, type Turn, turnOf } from './turn.ts'
import { stillToPay } from './worklist.ts'

/** The data a page has of an order beside its progress. A row of a list has less, and says the same in fewer words. */
type KnownOrder = Progress &
  Partial<Pick<Order, 'designs' | 'payments'>> & {
    proposal?: { price?: Paise | undefined } | object | undefined
  }

/** How a page says an instant behind `since` (`Friday`), and when something is due. */
type TimeWords = DueWords & { since(at: string): string }

/** The one button of a page: what it says, and where it leads. */
export type NextButton = {
  label: string
  tab: OrderTab
  /** A place of the overview. */
  at?: 'conversation'
  /** A control of the overview that is pressed, by its `data-command`. */
  control?: string
}

/** The next thing to do, as its reader is told it. */
type NextStep = Headline & {
  turn: Turn | undefined
  /** The consequence of the button, or the step that comes then. */
  follows?: string | undefined
  button?: NextButton | undefined
}

/**
 * Returns the next step of an order for its client or the agency: one headline, at most one button, and what follows.
 * `meanwhile` is the client’s task beside the agency’s turn where nothing is due; by default there is none, and it says so.
 */
export function nextStep(order: KnownOrder, viewer: Role, inWords: TimeWords, meanwhile?: string): NextStep {
  const turn = turnOf(order)
  const money = moneyOf(order)
  const named = namedIn(order, money, inWords)
  const isClient = viewer === 'client'
  const button = isClient
    ? turn && clientButton(order, turn, money.due?.amount ?? 0)
    : turn?.with === 'agency'
      ? agencyButton(turn, named, order)
      : undefined
  return {
    ...headlineOf(order, turn, viewer, named),
    turn,
    button,
    follows: turn
      ? whatFollows(order, { turn, viewer, inWords, money, meanwhile })
      : isClient
        ? stillOpen(money, inWords)
        : undefined,
  }
}

/** The headline alone, in one line: that of a row. */
export function headlineText(order: KnownOrder, viewer: Role, inWords?: TimeWords): string {
  const { title, next } = headlineOf(order, turnOf(order), viewer, namedIn(order, moneyOf(order), inWords))
  return next ? `${title} ${next}` : title
}

/** The name of a project as the title of its tab has it: with whose turn it is, where that is its reader's. */
export function titleInTab(name: string, order: KnownOrder, viewer: Role): string {
  const side = turnOf(order)?.with
  if (side === 'client' && viewer === 'client') return `${name}: your turn`
  return side === 'agency' && viewer === 'admin' ? `${name}: our turn` : name
}

/** The current work on an order, as a list says it: its side’s task, or how far a closed one came. */
export function currentWork(order: KnownOrder): string {
  const turn = turnOf(order)
  const work = turn && workOf(turn, namedIn(order))
  if (work) return work
  const done = order.steps.length - openSteps(order.steps).length
  return done === order.steps.length ? 'All steps done' : `${done} of ${counted(order.steps.length, 'step')} done`
}

type Money = { due?: Payable | { amount: Paise; due?: undefined } | undefined; reported: Paise }

/** Returns the money due now and reported. */
function moneyOf(order: KnownOrder): Money {
  const known = figuresOf(order)
  const payments = known?.payments ?? []
  const reported = reportedSum(payments)
  const due = known && payableNow(known)
  if (due || order.status === 'open') return { reported, due }
  const amount = stillToPay({ ...order, payments })
  return { reported, due: amount > 0 ? { amount } : undefined }
}

/** The figures of an order, of which its instalments follow; undefined for a row where it is not known how much is reported. */
function figuresOf(order: KnownOrder) {
  const { invoiced = { sum: 0 }, payments = reportedAsOne(order.pending) } = order
  return payments && { ...order, payments, invoiced }
}

/** What is reported as one payment, since a row has the sum alone. Undefined where that was not kept yet. */
function reportedAsOne({ payment }: Progress['pending']): Order['payments'] | undefined {
  if (!payment) return []
  const { at, amount } = payment
  return amount === undefined ? undefined : [{ id: '', by: '', at, amount, state: 'reported' }]
}

/** A closed project takes no payment any more: its client is told what is open, as the invoice says it, and what was never checked. */
function stillOpen({ due, reported }: Money, inWords: TimeWords): string | undefined {
  const amount = due && formatMoney(due.amount)
  const open = due?.due ? `${amount} ${dueIn(due, inWords).join(' ')}.` : amount && `${amount} is still to pay.`
  const unchecked = reported > 0 && `${formatMoney(reported)} is reported and not checked.`
  return [open, unchecked].filter(Boolean).join(' ') || undefined
}

function namedIn(order: KnownOrder, { due, reported }: Money = moneyOf(order), inWords?: TimeWords): Named {
  return {
    phase: phaseOf(order.steps),
    due: due && formatMoney(due.amount),
    when: due?.due && inWords && whenDue(due, inWords),
    reported: reported > 0 ? formatMoney(reported) : undefined,
  }
}

function whenDue(payable: Payable, inWords: TimeWords): string {
  const [part, isOver] = [dueOfIt(payable, inWords), inWords.isPast(payable.due)]
  const when = isOver ? overdueIn('overdue', 'since', payable, inWords).join(' ') : `by ${inWords.day(payable.due)}`
  return `${part || isOver ? ',' : ''}${part ? ` ${part}` : ''} ${when}`
}

type NextStepContext = {
  turn: Turn
  viewer: Role
  inWords: TimeWords
  money: Money
  meanwhile: string | undefined
}

function whatFollows(
  order: KnownOrder,
  { turn, viewer, inWords, money, meanwhile }: NextStepContext,
): string | undefined {
  const { reason } = turn
  if (reason === 'all done') return undefined
  if (viewer === 'client' && reason === 'proposal') {
    const price = order.proposal && 'price' in order.proposal ? order.proposal.price : undefined
    const known = figuresOf(order)
    const due = known && price !== undefined ? payableOnceAccepted(known, price, anyTime) : undefined
    return outcomeOf(reason, { amount: due && formatMoney(due.amount), isPriced: known?.pricing.since !== undefined })
  }
  if (viewer === 'client' && reason === 'draft') {
    const current = phaseOf(order.steps)
    const approved = order.designs?.at(-1)?.phase ?? current
    const after = approved && phaseOf(stepsOnceApproved(order, approved))
    // A draft that does not end the current phase lets nothing begin or fall due.
    if (!approved || !after || after === current) return outcomeOf(reason, {})
    const known = figuresOf(order)
    const more = known ? amountOnceApproved(known, approved) - (money.due?.amount ?? 0) : 0
    return outcomeOf(reason, { begins: beginnings[after], amount: more > 0 ? formatMoney(more) : undefined })
  }
  const { due } = money
  const owed =
    viewer === 'client' && turn.with === 'agency' && due?.due
      ? `${formatMoney(dueBy(due, inWords))} ${dueIn(due, inWords).join(' ')}.`
      : meanwhile
  return followsOf(turn, viewer, { since: inWords.since(turn.since), owed })
}

/** The client’s button: where it is not their turn they may have something to pay all the same. */
function clientButton(order: KnownOrder, turn: Turn, due: Paise): NextButton | undefined {
  if (turn.with === 'agency') return due > 0 ? pay(due) : undefined
  const drafts = order.designs?.length ?? 0
  switch (turn.reason) {
    case 'proposal':
      return { label: 'Read the proposal', tab: 'proposal' }
    case 'draft':
      return draftButton(drafts)
    case 'payment question':
      return { label: 'Answer about the payment', tab: 'payment' }
    case 'invoice':
      return pay(due)
    default:
      return stepButton(turn.step!, order.steps, { due, drafts })
  }
}

const pay = (due: Paise): NextButton => ({
  label: due > 0 ? `Pay ${formatMoney(due)}` : 'See how to pay',
  tab: 'payment',
})

const draftButton = (drafts: number): NextButton => ({
  label: drafts > 0 ? `Look at version ${drafts}` : 'Look at the design',
  tab: 'design',
})

/** At a step of theirs that nothing in particular completes they pay, look at the design, or say in a message that it is done. */
function stepButton(step: Step, steps: readonly Step[], { due, drafts }: { due: Paise; drafts: number }): NextButton {
  if (due > 0 && paymentSteps(steps).includes(step)) return pay(due)
  if (drafts > 0 && (step.phase === phases[0] || step.phase === phases[1])) return draftButton(drafts)
  return { label: 'Write a message', tab: 'overview', at: 'conversation' }
}

/** The admin’s button: where the work is done, or the command itself where one press is enough. */
function agencyButton({ reason, step }: Turn, { reported }: Named, order: KnownOrder): NextButton | undefined {
  switch (reason) {
    case 'payment':
      return { label: reported ? `Confirm ${reported}` : 'Check the payment', tab: 'payment' }
    case 'changes':
      return { label: 'See the changes', tab: 'design' }
    case 'declined':
    case 'expired':
      return { label: 'Update the proposal', tab: 'proposal' }
    case 'message':
      return { label: 'Reply', tab: 'overview', at: 'conversation' }
    case 'all done':
      return { label: 'Complete order', tab: 'overview', control: 'completeOrCancel:complete' }
    default:
      return workButton(step!, order)
  }
}

function workButton(step: Step, order: KnownOrder): NextButton {
  const { id, completedOn } = step
  if (completedOn === 'acceptance' && !isPendingProposalPaid(order))
    return { label: 'Write the proposal', tab: 'proposal' }
  if (completedOn === 'approval') return { label: 'Share a design', tab: 'design' }
  if (completedOn === 'payment' && order.invoice.actual === 0) return { label: 'Set the price', tab: 'invoice' }
  if (completedOn === 'payment' && !isCovered(step, order)) return { label: 'Record the payment', tab: 'payment' }
  return { label: 'Mark as done', tab: 'overview', control: `toggleStep:${id}` }
}

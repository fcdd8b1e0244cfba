import { counted } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import { formatMoney, type Paise } from '#domain/money.ts'
import { phases, type Step } from '#domain/step.ts'
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
import { openSteps } from './order.ts'
import { paymentSteps } from './payment-steps.ts'
import { phaseOf } from './phase.ts'
import { type Progress, type Turn, turnOf } from './turn.ts'
import { balanceDue } from './worklist.ts'

/** What a page knows of an order beside its progress: a row of a list knows less, and says the same in fewer words. */
type KnownOrder = Progress & { designs?: readonly unknown[] }

/** The one button of a page: what it says, and where it leads. */
export type NextButton = {
  label: string
  tab: OrderTab
  /** A place of the overview. */
  at?: 'designs' | 'conversation'
  /** A control of the overview that is pressed, by its `data-command`. */
  control?: string
}

/** What is to be done next, as its reader is told it. */
export type NextStep = Headline & {
  turn: Turn | undefined
  /** What the button leads to, or what comes then. */
  follows?: string | undefined
  button?: NextButton | undefined
}

/**
 * What happens next on an order, to its client or to the agency: one headline, at most one button, and what follows.
 * `since` says an instant behind that word: `Friday`.
 */
export function nextStep(order: KnownOrder, viewer: Role, since: (at: string) => string): NextStep {
  const turn = turnOf(order)
  const named = namedIn(order)
  const isClient = viewer === 'client'
  const button = isClient ? clientButton(order, turn) : turn?.with === 'agency' ? agencyButton(turn, named) : undefined
  return { ...headlineOf(order, turn, viewer, named), turn, button, follows: turn && whatFollows(turn, viewer, since) }
}

/** The headline alone, in one line: that of a row. */
export function headlineText(order: KnownOrder, viewer: Role): string {
  const { title, next } = headlineOf(order, turnOf(order), viewer, namedIn(order))
  return next ? `${title} ${next}` : title
}

/** The name of a project as the title of its tab has it: with whose turn it is, where that is its reader's. */
export function titleInTab(name: string, order: KnownOrder, viewer: Role): string {
  const side = turnOf(order)?.with
  if (side === 'client' && viewer === 'client') return `${name}: your turn`
  return side === 'agency' && viewer === 'admin' ? `${name}: our turn` : name
}

/** What an order is at, as a list says it: what its side is to do, or how far a closed one came. */
export function currentWork(order: KnownOrder): string {
  const turn = turnOf(order)
  const work = turn && workOf(turn, namedIn(order))
  if (work) return work
  const done = order.steps.length - openSteps(order.steps).length
  return done === order.steps.length ? 'All steps done' : `${done} of ${counted(order.steps.length, 'step')} done`
}

function namedIn(order: KnownOrder): Named {
  const due = balanceDue(order)
  return { phase: phaseOf(order.steps), due: due > 0 ? formatMoney(due) : undefined }
}

function whatFollows(turn: Turn, viewer: Role, since: (at: string) => string): string | undefined {
  const { reason, next } = turn
  if (reason === 'all done') return undefined
  if (viewer === 'client' && (reason === 'proposal' || reason === 'draft')) {
    const phase = next?.step.phase
    return outcomeOf(reason, { begins: phase && beginnings[phase] })
  }
  return followsOf(turn, viewer, since(turn.since))
}

/** What a client presses: nothing where it is not their turn, but what is left to pay of a project that is completed. */
function clientButton(order: KnownOrder, turn: Turn | undefined): NextButton | undefined {
  const due = balanceDue(order)
  if (!turn) return order.status === 'completed' && due > 0 ? pay(due) : undefined
  if (turn.with === 'agency') return undefined
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
  label: drafts > 0 ? `Look at draft ${drafts}` : 'Look at the draft',
  tab: 'overview',
  at: 'designs',
})

/** At a step of theirs that nothing in particular completes they pay, look at the design, or say in a message that it is done. */
function stepButton(step: Step, steps: readonly Step[], { due, drafts }: { due: Paise; drafts: number }): NextButton {
  if (due > 0 && paymentSteps(steps).includes(step)) return pay(due)
  if (drafts > 0 && (step.phase === phases[0] || step.phase === phases[1])) return draftButton(drafts)
  return { label: 'Write a message', tab: 'overview', at: 'conversation' }
}

/** What an admin presses: where the work is done, or the command itself where one press is enough. */
function agencyButton({ reason, step }: Turn, { reported }: Named): NextButton | undefined {
  switch (reason) {
    case 'payment':
      return { label: reported ? `Confirm ${reported}` : 'Check the payment', tab: 'payment' }
    case 'changes':
      return { label: 'See the changes', tab: 'overview', at: 'designs' }
    case 'declined':
      return { label: 'Update the proposal', tab: 'proposal' }
    case 'message':
      return { label: 'Reply', tab: 'overview', at: 'conversation' }
    case 'all done':
      return { label: 'Complete order', tab: 'overview', control: 'completeOrCancel:complete' }
    default:
      return workButton(step!)
  }
}

function workButton({ id, completedOn }: Step): NextButton {
  if (completedOn === 'acceptance') return { label: 'Write the proposal', tab: 'proposal' }
  if (completedOn === 'approval') return { label: 'Share a draft', tab: 'overview', at: 'designs' }
  if (completedOn === 'payment') return { label: 'Set the price', tab: 'invoice' }
  return { label: 'Mark as done', tab: 'overview', control: `toggleStep:${id}` }
}

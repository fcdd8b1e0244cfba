import { plural } from '#domain/count.ts'
import type { Role } from '#domain/event.ts'
import type { PendingKind } from '#domain/order/fields.ts'
import type { Progress, Turn } from '#domain/order/turn.ts'
import type { Phase, Step } from '#domain/step.ts'

/** The first words of a page: where its reader is, and what is next. Each is a whole sentence, or both are one. */
export type Headline = { title: string; next?: string }

/**
 * The names in a headline beside the turn: the amount due (`₹32,500`), when (` by Monday 07/12`), the amount reported as
 * paid, and the phase.
 */
export type Named = {
  due?: string | undefined
  when?: string | undefined
  reported?: string | undefined
  phase?: Phase | undefined
}

/** The draft that is approved in a phase. */
const drafts: Partial<Record<Phase, string>> = { 'landing page': 'the landing page', 'full design': 'the full design' }
const draftOf = (phase: Phase | undefined): string => (phase && drafts[phase]) ?? 'the design'

type RequestKind = PendingKind | 'message'

/** The task of each side, as a verb with its object: the client and the agency read the same. */
const tasks: Record<RequestKind, (named: Named) => string> = {
  payment: ({ reported }) => (reported ? `check a payment of ${reported}` : 'check a payment'),
  changes: () => 'make the changes',
  declined: () => 'answer the declined proposal',
  expired: () => 'update the proposal',
  proposal: () => 'accept the proposal',
  draft: ({ phase }) => `approve ${draftOf(phase)}`,
  'payment question': () => 'answer about the payment',
  invoice: ({ due, when = '' }) => `pay ${due ?? 'the invoice'}${when}`,
  message: () => 'reply to the message',
}

/** The client’s headline while the agency does it. */
const meanwhile: Partial<Record<RequestKind, (named: Named) => Required<Headline>>> = {
  payment: ({ reported }) => ({
    title: 'We are checking',
    next: reported ? `your payment of ${reported}.` : 'your payment.',
  }),
  changes: () => ({ title: 'We are making', next: 'the changes you asked for.' }),
  declined: () => ({ title: 'You declined the proposal.', next: 'We’ll get back to you.' }),
  expired: () => ({ title: 'The proposal is no longer valid.', next: 'We’ll write a new version.' }),
  message: () => ({ title: 'We’ll reply', next: 'to your message.' }),
}

/** The agency’s work before the client can do a step. */
function preparation({ completedOn, phase }: Step): string {
  if (completedOn === 'acceptance') return 'write the proposal'
  return completedOn === 'approval' ? `share ${draftOf(phase)}` : 'set the price'
}

/** The client's headline while the agency prepares this step. */
function preparing({ completedOn, phase }: Step): Required<Headline> {
  if (completedOn === 'acceptance') return { title: 'We are writing', next: 'your proposal.' }
  if (completedOn === 'approval') return { title: 'We are working on', next: `${draftOf(phase)}.` }
  return { title: 'We are working out', next: 'your price.' }
}

/** The task of a turn’s side, as a list says it: a step by its name. */
export function workOf({ reason, step }: Turn, named: Named): string | undefined {
  if (reason === 'step' || reason === 'all done') return step?.value
  const task = reason === 'preparation' ? preparation(step!) : tasks[reason](named)
  return task[0]!.toUpperCase() + task.slice(1)
}

/**
 * The headline of an order, in words for its client or the agency: what happens now and whose turn it is. Its page begins
 * with it, and its row in a list has it.
 */
export function headlineOf({ status, steps }: Progress, turn: Turn | undefined, viewer: Role, named: Named): Headline {
  const isClient = viewer === 'client'
  if (!turn) return closed(status, steps, isClient)
  const { with: side, reason, step } = turn
  if (reason === 'all done')
    return {
      title: 'All steps are done.',
      next: `${isClient ? 'We’ll' : 'You can'} complete the project ${isClient ? 'next' : 'now'}.`,
    }
  if (reason === 'step') return { title: stepTitle(side, isClient), next: `${step!.value}.` }
  if (reason === 'preparation')
    return isClient ? preparing(step!) : { title: 'Our turn:', next: `${preparation(step!)}.` }
  const task = `${tasks[reason](named)}.`
  if (side === 'client')
    return isClient
      ? { title: 'Waiting for you:', next: task }
      : { title: 'Waiting for the client', next: `to ${task}` }
  return isClient ? meanwhile[reason]!(named) : { title: 'Our turn:', next: task }
}

const stepTitle = (side: Turn['with'], isClient: boolean): string =>
  side === 'agency' ? 'Our turn:' : isClient ? 'Waiting for you:' : 'Waiting for the client:'

function closed(status: Progress['status'], steps: readonly Step[], isClient: boolean): Headline {
  if (status === 'cancelled') return { title: 'This project was cancelled.' }
  if (!isClient) return { title: 'This project is completed.' }
  const isAllDone = steps.length > 0 && steps.every((step) => step.status === 1)
  return isAllDone
    ? { title: 'Your website is live.', next: 'The project is completed.' }
    : { title: 'Your project is completed.' }
}

/**
 * The outcome of a client’s decision: which part of the work begins, and the amount due then (`₹32,500`). Where there was a
 * price before, the days to pay it have begun.
 */
type Outcome = { begins?: string | undefined; amount?: string | undefined; isPriced?: boolean }

/** How a headline announces each phase as it begins, in the words of the terms. */
export const beginnings: Record<Phase, string> = {
  'landing page': 'the landing page design starts',
  'full design': 'the full design starts',
  development: 'development starts',
  handover: 'the handover starts',
}

/** Returns the outcome once the client has accepted a proposal or approved a draft. */
export function outcomeOf(reason: 'proposal' | 'draft', { begins, amount, isPriced }: Outcome): string {
  const due = amount && `${amount} is due${isPriced ? '' : ' within 7 days'}`
  const results = [begins, due].filter(Boolean).join(' and ')
  const not = reason === 'draft' ? 'If not, you ask for changes there.' : 'You can also ask or decline there.'
  if (results === '') return not
  return reason === 'draft' ? `If you approve it, ${results}. ${not}` : `If you accept it, ${results}. ${not}`
}

/** The sentences about a turn: when it began (`Friday`), its reader’s task or debt meanwhile, and what comes then. */
export function followsOf(
  { with: side, reason, next }: Turn,
  viewer: Role,
  { since, owed = 'Nothing for you to do.' }: { since: string; owed?: string | undefined },
): string {
  const isClient = viewer === 'client'
  const waits = reason === 'step' || reason === 'preparation' ? `Since ${since}.` : `Waiting since ${since}.`
  return [waits, isClient && side === 'agency' && owed, comesThen(side, next, isClient)].filter(Boolean).join(' ')
}

function comesThen(side: Turn['with'], next: Turn['next'], isClient: boolean): string {
  if (!next) return 'This is the last step.'
  const work = next.step.value
  if (next.with === side) return `Next: ${work}.`
  if (next.with === 'agency') return `Then our turn: ${work}.`
  return isClient ? `Then your turn: ${work}.` : `Then the client’s turn: ${work}.`
}

/** The label of the request at this point of the way: `Your approval`. */
export function requestLabel({ with: side, reason, step }: Turn, viewer: Role): string {
  const whose = side === 'agency' ? 'Our' : viewer === 'client' ? 'Your' : 'Client’s'
  if (reason === 'step') return step!.value
  const thing = requestedThings[reason as RequestKind]
  return thing ? `${whose} ${thing}` : `${whose} turn`
}

const requestedThings: Partial<Record<RequestKind, string>> = {
  payment: 'check of the payment',
  changes: 'changes',
  declined: 'answer',
  proposal: 'acceptance',
  draft: 'approval',
  'payment question': 'answer',
  invoice: 'payment',
  message: 'reply',
}

// The requests to the client on an order's page, beside the next step: each a whole sentence.

/** Files that are asked for and were not uploaded: `question` asks for the first. */
export const filesNeeded = (count: number, question: string): string =>
  count === 1
    ? `We still need a file: ${question}`
    : plural(count, 'We still need {n} file.', 'We still need {n} files.')

/** Questions without an answer. */
export const questionsUnanswered = (count: number): string =>
  plural(count, '{n} question is unanswered.', '{n} questions are unanswered.')

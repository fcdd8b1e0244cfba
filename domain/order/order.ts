import { z } from 'zod'
import { type Question, withAnswers } from '#domain/template/question.ts'
import { type Command, Refusal } from '../command.ts'
import type { Aggregate, Person, Recorded, Role } from '../event.ts'
import { copiedLists, type Lists } from '../lists.ts'
import { onOneLine } from '../one-line.ts'
import { currentStep, type NewStep, type Step } from '../step.ts'
import { type Entry, withNextVersion } from './conversation.ts'
import { countsAsUnread, type OrderEvent, type Proposal, traitsOf } from './events.ts'
import type { Amounts } from './invoice.ts'

/** What may happen to an order: `events.ts` has the types, and what follows from each beside the change made here. */
export type { OrderEvent }

export type OrderStatus = 'open' | 'completed' | 'cancelled'

export type Design = { link: string; by: string; at: string }

export type Order = {
  clientId: string
  /** The client's first order is 1. */
  number: number
  title: string
  status: OrderStatus
  openedAt: string
  closedAt?: string
  /** When its client was erased, and everything that was theirs with them. */
  clientErased?: string
  /** When its last event was recorded, reading aside. */
  lastAt: string
  steps: Step[]
  /** Since when its first open step is that: since it was opened, a step was signed or opened again. */
  currentSince: string
  /** Since when a message of the client waits for an answer; absent while none does. */
  unansweredSince?: string
  /** The questionnaire with its answers; `questionsAsked` leaves out what was not asked. */
  questions: Question[]
  /** Every design that was shared, the latest last. */
  designs: Design[]
  /** Empty until one is shared. */
  paymentLink: string
  invoice: Amounts
  proposal?: Proposal
  conversation: Entry[]
  /** The ids of the files that were deleted: to delete one again changes nothing. */
  deleted: string[]
  /** The revisions of the events of each side that count as unread for the other. */
  sent: Record<Role, number[]>
  /** Of those that counted as unread, the deleted ones: at which places of `sent` they stand. */
  withdrawn: Record<Role, number[]>
  /** How many of the other side's unread events each person has read, deleted ones included. */
  read: Record<string, number>
}

export const orders: Aggregate<Order, OrderEvent> = {
  name: 'order',
  initial: {
    clientId: '',
    number: 0,
    title: '',
    status: 'open',
    openedAt: '',
    lastAt: '',
    steps: [],
    currentSince: '',
    questions: [],
    designs: [],
    paymentLink: '',
    invoice: { paid: 0, actual: 0, revisions: 0 },
    conversation: [],
    deleted: [],
    sent: { client: [], admin: [] },
    withdrawn: { client: [], admin: [] },
    read: {},
  },
  evolve,
}

function evolve(order: Order, event: Recorded<OrderEvent>, lists: Lists = copiedLists): Order {
  const noted = event.type === 'ConversationRead' ? order : withAnswerDue({ ...order, lastAt: event.at }, event)
  const next = applyEvent(noted, event, lists)
  if (!countsAsUnread(event)) return next
  const { role } = event.by
  const sent = { ...next.sent, [role]: lists.append(next.sent[role], event.revision) }
  return { ...next, sent }
}

// No default case: forget an event and the compiler says so.
function applyEvent(order: Order, { type, data, id, by, at, revision }: Recorded<OrderEvent>, lists: Lists): Order {
  const { append, change } = lists
  switch (type) {
    case 'OrderOpened':
      return {
        ...order,
        ...data,
        steps: stepsAtSubmission(data.steps, { by: by.name, at }),
        openedAt: at,
        currentSince: at,
      }
    case 'StepToggled':
      return { ...order, ...stepToggled(order, data, { by: by.name, at }) }
    case 'DesignLinkShared':
      return { ...order, designs: append(order.designs, { link: data.link, by: by.name, at }) }
    case 'PaymentLinkShared':
      return { ...order, paymentLink: data.link }
    case 'InvoiceRevised':
      return { ...order, invoice: data }
    case 'ProposalRevised':
      return { ...order, proposal: data }
    case 'MessageSent':
      return { ...order, conversation: append(order.conversation, { kind: 'message', id, revision, by, at, ...data }) }
    case 'FileShared':
      return {
        ...order,
        conversation: append(order.conversation, { kind: 'file', id, revision, by, at, ...data, before: [] }),
      }
    case 'FileReplaced':
      return {
        ...order,
        conversation: change(order.conversation, data.id, (entry) =>
          withNextVersion(entry, { ...data, at, revision }, lists),
        ),
      }
    case 'FileDeleted':
      return {
        ...order,
        conversation: change(order.conversation, data.id, () => undefined),
        deleted: append(order.deleted, data.id),
        withdrawn: data.withdrawn ? withWithdrawn(order.withdrawn, data.withdrawn) : order.withdrawn,
      }
    case 'AnswersAmended':
      return { ...order, questions: withAnswers(order.questions, data.answers) }
    case 'ConversationRead':
      return { ...order, read: { ...order.read, [by.id]: data.seen } }
    case 'OrderRenamed':
      return { ...order, title: data.title }
    case 'OrderCompleted':
      return { ...order, status: 'completed', closedAt: at }
    case 'OrderCancelled':
      return { ...order, status: 'cancelled', closedAt: at }
    case 'OrderReopened': {
      const { closedAt: _, ...rest } = order
      return { ...rest, status: 'open' }
    }
    case 'ClientErased':
      return withoutClient(order, at)
  }
}

/** What a project is called, and its client, once the client was erased. */
export const erasedTitle = 'Erased project'
export const erasedName = 'Erased'

/** What is left of an order once its client was erased: what the agency did and was paid, and nothing that anyone wrote. */
function withoutClient({ proposal: _, ...order }: Order, at: string): Order {
  const { [order.clientId]: __, ...read } = order.read
  return {
    ...order,
    ...{ clientId: '', title: erasedTitle, clientErased: at, read, steps: withoutClientName(order) },
    ...{ questions: [], designs: [], paymentLink: '', conversation: [], deleted: [] },
  }
}

/** The steps of a template, as an order begins with them: open, but for what sending the questionnaire completes. */
export const stepsAtSubmission = (steps: readonly NewStep[], completedBy: NonNullable<Step['completedBy']>): Step[] =>
  steps.map((step) => (step.completedOn ? { ...step, status: 1, completedBy } : { ...step, status: 0 }))

/** The steps once the client was erased, whose name stands at what they completed by opening the order. */
export const withoutClientName = ({ steps, openedAt }: Pick<Order, 'steps' | 'openedAt'>): Step[] =>
  steps.map((step) =>
    step.completedBy?.at === openedAt ? { ...step, completedBy: { by: erasedName, at: openedAt } } : step,
  )

/** Since when the client waits for an answer, after an event: a message begins it; what the agency then sends ends it. */
export function withAnswerDue<State extends Pick<Order, 'unansweredSince'>>(
  state: State,
  event: Recorded<OrderEvent>,
): State {
  if (event.by.role === 'client')
    return event.type === 'MessageSent' ? { ...state, unansweredSince: state.unansweredSince ?? event.at } : state
  const { unansweredSince, ...rest } = state
  return unansweredSince && traitsOf(event)?.answers ? (rest as State) : state
}

/** What counted as unread and was deleted, with what one more event deleted. */
export const withWithdrawn = (
  before: Order['withdrawn'] = orders.initial.withdrawn,
  { by, places }: { by: Role; places: number[] },
): Order['withdrawn'] => ({ ...before, [by]: [...before[by], ...places] })

/** What changes of an order, or of its row, as a step is completed or reopened. */
export function stepToggled(
  { steps: before, currentSince }: Pick<Order, 'steps' | 'currentSince'>,
  toggled: { step: number; done: boolean; since?: string | undefined },
  completedBy: NonNullable<Step['completedBy']>,
): Pick<Order, 'steps' | 'currentSince'> {
  const steps = withStep(before, toggled, completedBy)
  const isSame = currentStep(steps)?.id === currentStep(before)?.id
  return { steps, currentSince: isSame ? currentSince : (toggled.since ?? completedBy.at) }
}

/** The steps with one of them completed or reopened. */
const withStep = (
  steps: Step[],
  { step, done }: { step: number; done: boolean },
  completedBy: NonNullable<Step['completedBy']>,
): Step[] =>
  steps.map((each) => {
    if (each.id !== step) return each
    const { completedBy: _, ...rest } = each
    return done ? { ...rest, status: 1, completedBy } : { ...rest, status: 0 }
  })

/** Whether the order exists: its first event opened it. */
export const exists = (order: Order): boolean => order.openedAt !== ''

/** An order is seen by its owner and by admins. */
export const maySee = (order: Order, person: Person): boolean =>
  exists(order) && (person.role === 'admin' || person.id === order.clientId)

/** The other side: its events count as unread for this role. */
export const otherSide = (role: Role): Role => (role === 'admin' ? 'client' : 'admin')

/** Refuses a change to an order that is completed or cancelled. */
export function onlyWhileOpen(order: Order, message = 'Order Either Completed Or Cancelled'): void {
  if (order.status !== 'open') throw new Refusal(message)
}

export const orderId = z.string('Which order?').regex(/^[\w-]{1,64}$/, 'Which order?')

/** Trimmed text with at least one visible character. */
export const requiredText = (message: string, maxLength: number) =>
  z
    .string(message)
    .trim()
    .regex(/[^\p{C}\p{Z}]/u, message)
    .max(maxLength, `At most ${maxLength} characters`)

/** The same, for text that stands on a line of its own: no line breaks, and nothing that turns that line around. */
export const singleLineText = (message: string, maxLength: number) => onOneLine(requiredText(message, maxLength))

/** A link that a browser may open. */
export const webLink = (message: string) =>
  z
    .string(message)
    .trim()
    .max(2_000, message)
    .pipe(z.url({ protocol: /^https?$/, error: message }))
    .meta({ format: 'uri' })

/** An action on an order; its name is that of its call, where it has one of its own. */
export type OrderCommand<Input, Name extends string = string> = Command<Order, OrderEvent, Input> & {
  name: Name
  /** What it is for, in a few words. */
  summary: string
}

/** A command on an order. Beside its own rules only an admin or the order's owner may know of the order. */
export const orderCommand = <const Name extends string, Input extends { orderId: string }>(
  command: Omit<OrderCommand<Input, Name>, 'aggregate'>,
): OrderCommand<Input, Name> => ({ aggregate: orders, visible: maySee, ...command })

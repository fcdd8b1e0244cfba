import { z } from 'zod'
import { Refusal } from '#domain/command.ts'
import type { Person, Role } from '#domain/event.ts'
import { onOneLine, visible, withoutMarks } from '#domain/one-line.ts'
import type { Completion, NewStep, Phase, Step } from '#domain/step.ts'
import { type FieldValues, initialFields } from './fields.ts'
import { withoutBuyer } from './issued.ts'
import { withoutPayer } from './payments.ts'

/** All that an order is: `fields.ts` has what each is, and what pages are sent of it. */
export type Order = FieldValues

/** An order before its first event. */
export const initial: Order = initialFields

/** The names of a project and of its client, once the client was erased. */
export const erasedTitle = 'Deleted client’s project'
export const erasedName = 'Deleted client'

/** Returns what remains of an order once its client was erased: the agency’s work and payments, and no one’s words. */
export function withoutClient({ proposal: _, buyer: __, ...order }: Order, at: string): Order {
  const { [order.clientId]: ___, ...read } = order.read
  const { questions, designs, rounds, paymentLink, conversation, deleted, proposals, pending } = initial
  return {
    ...order,
    ...{ clientId: '', title: erasedTitle, clientErased: at, read, steps: withoutClientName(order) },
    ...{ questions, designs, rounds, paymentLink, conversation, deleted, proposals, pending },
    payments: order.payments.map(withoutPayer),
    documents: order.documents.map((each) => withoutBuyer(each, erasedName)),
  }
}

/** The steps that are not done, in their order. */
export const openSteps = (steps: readonly Step[]): Step[] => steps.filter(({ status }) => status === 0)

/** The step an order stands at: the first one that is not done. */
export const currentStep = (steps: readonly Step[]): Step | undefined => openSteps(steps)[0]

/** The steps of a template, as an order begins with them: open, but for what sending the questionnaire completes. */
export const stepsAtSubmission = (steps: readonly NewStep[], completedBy: NonNullable<Step['completedBy']>): Step[] =>
  steps.map((step) =>
    step.completedOn === 'submission' ? { ...step, status: 1, completedBy } : { ...step, status: 0 },
  )

/**
 * The step that something of the client’s completes: the first open one that says so, and of an approval the one of its
 * phase. Undefined where the order’s steps say nothing of it: then an admin completes the step.
 */
export const stepCompletedBy = (
  { steps }: { steps: readonly Step[] },
  on: Exclude<Completion, 'submission'>,
  phase?: Phase,
): Step | undefined =>
  openSteps(steps).find((step) => step.completedOn === on && (phase === undefined || step.phase === phase))

/** The steps once the client was erased, whose name stands at what they completed, by opening the order or later. */
const withoutClientName = ({ steps, openedAt }: Pick<Order, 'steps' | 'openedAt'>): Step[] =>
  steps.map(({ reopened: _, ...step }) =>
    step.completedBy && (step.completedBy.role === 'client' || step.completedBy.at === openedAt)
      ? { ...step, completedBy: { ...step.completedBy, by: erasedName } }
      : step,
  )

/** The deleted entries that counted as unread, with those that one more event deleted. */
export const withWithdrawn = (
  before: Order['withdrawn'],
  { by, places }: { by: Role; places: number[] },
): Order['withdrawn'] => ({ ...before, [by]: [...before[by], ...places] })

/** `since`: as it takes another toggle back, since when the current step was that before. */
type Toggled = { step: number; done: boolean; answers?: Step['answered']; since?: string | undefined }

/** Returns the changes of an order, or of its row, as a step is completed or reopened. */
export function stepToggled(
  { steps: before, currentSince }: Pick<Order, 'steps' | 'currentSince'>,
  toggled: Toggled,
  completedBy: NonNullable<Step['completedBy']>,
): Pick<Order, 'steps' | 'currentSince'> {
  const steps = withStep(before, toggled, completedBy)
  const isSame = currentStep(steps)?.id === currentStep(before)?.id
  return { steps, currentSince: isSame ? currentSince : (toggled.since ?? completedBy.at) }
}

/**
 * Returns since when a step is the current one as it is opened again. `since` is when the current step of before became that,
 * which may have been another one: a step is current only once all before it are done.
 */
export function sinceDoneBefore({ steps }: Pick<Order, 'steps'>, step: number, since: string): string {
  const place = steps.findIndex(({ id }) => id === step)
  return [since, ...steps.slice(0, place).flatMap(({ completedBy }) => completedBy?.at ?? [])].toSorted().at(-1)!
}

/** The steps with one of them completed or reopened. What takes a reopening back gives back who completed it, and when. */
const withStep = (
  steps: Step[],
  { step, done, answers: answered, since }: Toggled,
  completedBy: NonNullable<Step['completedBy']>,
): Step[] =>
  steps.map((each) => {
    if (each.id !== step) return each
    const { completedBy: before, answered: answeredBefore, reopened, ...rest } = each
    if (done) {
      const completion = { completedBy, ...(answered ? { answered } : {}) }
      return { ...rest, status: 1, ...completion, ...(since ? reopened : {}) }
    }
    if (since || !before) return { ...rest, status: 0 }
    return {
      ...rest,
      status: 0,
      reopened: { completedBy: before, ...(answeredBefore ? { answered: answeredBefore } : {}) },
    }
  })

/** Whether the order exists: its first event opened it. */
export const exists = (order: Order): boolean => order.openedAt !== ''

/** An order is seen by its owner and by admins. */
export const maySee = (order: Order, person: Person): boolean =>
  exists(order) && (person.role === 'admin' || person.id === order.clientId)

/** The other side: its events count as unread for this role. */
export const otherSide = (role: Role): Role => (role === 'admin' ? 'client' : 'admin')

/** How much the other side sent that this person has not read, without what was deleted since; `sent` counts it. */
export function unreadCount(
  { sent, read, withdrawn }: Pick<Order, 'read'> & { sent: Record<Role, number>; withdrawn?: Order['withdrawn'] },
  person: Person,
): number {
  const side = otherSide(person.role)
  const seen = read[person.id] ?? 0
  const deleted = withdrawn?.[side].filter((place) => place >= seen) ?? []
  return Math.max(0, sent[side] - seen - deleted.length)
}

/** Refuses a change to an order that is completed or cancelled. */
export function onlyWhileOpen(order: Order, message = 'Order Either Completed Or Cancelled'): void {
  if (order.status !== 'open') throw new Refusal(message)
}

export const orderId = z
  .string('The project id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The project id is missing or invalid')

/** Trimmed text with at least one visible character. */
export const requiredText = (message: string, maxLength: number) =>
  z.string(message).trim().regex(visible, message).max(maxLength, `Please use at most ${maxLength} characters`)

/** The same, for text that stands on a line of its own: no line breaks, and nothing that turns that line around. */
export const singleLineText = (message: string, maxLength: number) => onOneLine(requiredText(message, maxLength))

/** Required text of several lines: a line break is one character, whatever the writer’s system makes of it. */
export const multilineText = (message: string, maxLength: number) =>
  z
    .string(message)
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(requiredText(message, maxLength))

/** A link that a browser may open. */
export const webLink = (message: string) =>
  withoutMarks(z.string(message))
    .max(2_000, message)
    .pipe(z.url({ protocol: /^https?$/, error: message }))
    .meta({ format: 'uri' })

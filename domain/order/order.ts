import { z } from 'zod'
import { Refusal } from '#domain/command.ts'
import type { Person, Role } from '#domain/event.ts'
import { onOneLine, visible, withoutMarks } from '#domain/one-line.ts'
import type { Completion, NewStep, Phase, Step } from '#domain/step.ts'
import { type FieldValues, initialFields } from './fields.ts'

/** All that an order is: `fields.ts` has what each is, and what pages are sent of it. */
export type Order = FieldValues

/** An order before its first event. */
export const initial: Order = initialFields

/** The names of a project and of its client, once the client was erased. */
export const erasedTitle = 'Deleted client’s project'
export const erasedName = 'Deleted client'

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

/** The deleted entries that counted as unread, with those that one more event deleted. */
export const withWithdrawn = (
  before: Order['withdrawn'],
  { by, places }: { by: Role; places: number[] },
): Order['withdrawn'] => ({ ...before, [by]: [...before[by], ...places] })

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

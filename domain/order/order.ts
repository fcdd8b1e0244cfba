import { Refusal } from '#domain/command.ts'
import type { Person, Role } from '#domain/event.ts'
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

import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { Invalid, NotFound } from '#domain/command.ts'
import { type Completion, type Step, type Waits, waits } from '#domain/step.ts'
import { lineTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import type { DraftPhase } from './design-draft.ts'
import { type Pending, type PendingKind, proposalKinds } from './fields.ts'
import { orderId } from './input.ts'
import { openOfInvoices } from './issued.ts'
import { currentStep, type Order, onlyWhileOpen, openSteps, stepCompletedBy } from './order.ts'
import { phaseDoneAt } from './phase.ts'
import { stateOf } from './review.ts'
import { truncateToLine } from './telling.ts'

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

export const StepToggled = orderEvent(
  'StepToggled',
  {
    step: z.int(),
    done: z.boolean(),
    /** The time when the current step became that again, as it takes another toggle back. */
    since: clear(z.string().optional()),
    /** The waiting requests that this answers, as it completes a step, or that wait again. */
    answers: clear(waits.optional()),
    asks: clear(waits.optional()),
  },
  {
    ...lineTraits,
    kind: 'steps',
    subject: ({ step }) => step,
    settles: ({ done }) => (done ? 'done' : undefined),
    apply: (order, data, { by, at }) => ({
      ...order,
      ...stepToggled(order, data, { by: by.name, at }),
      pending: { ...without(order.pending, data.answers), ...data.asks },
    }),
    sentence({ step, done }, { steps }) {
      const name = truncateToLine(steps.find(({ id }) => id === step)?.value ?? 'A step', 120)
      return done ? `${name} is done` : `${name} was reopened`
    },
  },
)

const without = (pending: Pending, answered: object = {}): Pending =>
  Object.fromEntries(Object.entries(pending).filter(([kind]) => !Object.hasOwn(answered, kind)))

const digits = z.string().regex(/^\d{1,15}$/)

/**
 * Completes a step, or opens it again, and with it what waits for its client. With `status` it sets instead of toggling, so that
 * asking twice changes nothing.
 * `since`: as it takes another toggle back, since when the step that is the current one again was that before.
 */
export const toggleStep = orderCommand(
  'toggleStep',
  z.object({
    orderId,
    progressId: z.union([z.int(), digits.transform(Number)], 'The step id is missing or invalid'),
    status: z.union([z.literal(0), z.literal(1)], 'The status must be 0 or 1').optional(),
    since: z.iso.datetime('The time is invalid').optional(),
  }),
  {
    summary: 'Mark a step as done, or reopen it',
    call: 'PUT /api/update-progress-status',
    scope: 'orders:write',
    roles: ['admin'],
    forbidden: 'Sorry You Are Not Allowed To Update The Progress',
    success: 'Progress updated',
    decide(order, { progressId, status, since }, { at }) {
      onlyWhileOpen(order, 'Order Already Completed Or Cancelled')
      const step = order.steps.find(({ id }) => id === progressId)
      if (!step) throw new NotFound('This step doesn’t exist')
      if (status === step.status) return []
      if (since && !(order.openedAt <= since && since <= at))
        throw new Invalid({ since: 'The project wasn’t open then' })
      const done = step.status === 0
      const next = done ? openSteps(order.steps).find(({ id }) => id !== step.id) : step
      const back = since && next ? sinceDoneBefore(order, next.id, since) : since
      const said = { step: step.id, ...(back ? { since: back } : {}) }
      const answers = since ? answeredAgain : answeredBy
      const waits = (done ? answers : waitsAgain)(order, step)
      if (Object.keys(waits).length === 0) return [StepToggled({ ...said, done })]
      return [StepToggled({ ...said, done, [done ? 'answers' : 'asks']: waits })]
    },
    undo({ currentSince: since }, { data: { step, done, answers, asks } }): Undo {
      const isAsMade = (each: { id: number; status: 0 | 1 }) => each.id === step && each.status === (done ? 1 : 0)
      const entered = { progressId: step, status: done ? 0 : 1, since }
      // What was answered or repeated since goes before: nothing else would complete the step again, or settle the answer.
      const requests = Object.entries({ ...answers, ...asks }) as [PendingKind, { at: string }][]
      const isUnanswered = (now: Order) => requests.every(([kind, { at }]) => stillWaits(now, kind, at))
      return undoBy(toggleStep, entered, (now) => now.steps.some(isAsMade) && isUnanswered(now))
    },
    // The current step first, and all others for who searches for them.
    palette: ({ steps }) =>
      steps.map((step) => ({
        control: step.id,
        tab: 'overview',
        label: step.status === 0 ? `Mark as done: ${step.value}` : `Reopen: ${step.value}`,
        words: 'step progress',
        press: true,
        onlySearched: step !== currentStep(steps),
        ...(step === currentStep(steps) ? { key: 's' } : {}),
      })),
  },
)

/**
 * The requests that wait for each way of completing a step. A payment that the client reported is none of them: whether it
 * has come in stays to be checked.
 */
const waitsFor: Record<Exclude<Completion, 'submission'>, readonly PendingKind[]> = {
  acceptance: proposalKinds,
  approval: ['draft', 'changes'],
  payment: ['invoice'],
}

/** Returns the requests answered as an admin completes a step by hand: those that would complete it, or that it leaves behind. */
function answeredBy(order: Order, step: Step): Waits {
  const { id, completedOn: on } = step
  const phase = order.designs.at(-1)?.phase
  const isCompleted =
    on !== undefined &&
    on !== 'submission' &&
    (on !== 'approval' || phase !== undefined) &&
    stepCompletedBy(order, on, on === 'approval' ? phase : undefined)?.id === id
  const kinds = [
    ...(isCompleted ? waitsFor[on] : []),
    ...(phase && leavesBehind(order.steps, phase, id) ? waitsFor.approval : []),
  ]
  return only(order.pending, (kind) => kinds.includes(kind))
}

/** Returns what a step had answered, as its reopening is taken back: what waited beside the step goes on to wait. */
const answeredAgain = ({ pending }: Order, { reopened }: Step): Waits =>
  only(pending, (kind, at) => reopened?.answered?.[kind]?.at === at)

/** Whether nothing is left to do in a phase once a step is done, and no open step says that its approval completes it. */
function leavesBehind(steps: Step[], phase: DraftPhase, id: number): boolean {
  if (stepCompletedBy({ steps }, 'approval', phase)) return false
  const after = steps.map((step): Step => (step.id === id ? { ...step, status: 1 } : step))
  const isDone = (some: Step[]) => phaseDoneAt(some, phase) !== undefined
  return openSteps(after).length === 0 || (isDone(after) && !isDone(steps))
}

/** The requests that wait again as a step completed by hand is reopened, unless answered or repeated since. */
const waitsAgain = (order: Order, { answered = {} }: Step): Waits =>
  only(answered as Pending, (kind, at) => !order.pending[kind] && stillWaits(order, kind, at))

const only = (waits: Pending, is: (kind: PendingKind, at: string) => boolean): Waits =>
  Object.fromEntries(
    Object.entries(waits).flatMap(([kind, mark]) => (mark && is(kind as PendingKind, mark.at) ? [[kind, mark]] : [])),
  )

function stillWaits({ designs, rounds, proposals, invoiced, invoice }: Order, kind: PendingKind, at: string): boolean {
  const [design, proposal] = [designs.at(-1), proposals.at(-1)]
  const state = stateOf({ designs, rounds }, designs.length)
  switch (kind) {
    case 'draft':
      return design?.at === at && state === 'waiting'
    case 'changes':
      return rounds.at(-1)?.at === at && state === 'changes'
    case 'proposal':
      return proposal?.at === at && proposal.state === 'open'
    case 'declined':
      return proposal?.answer?.at === at && proposal.state === 'declined' && !proposal.withdrawn
    case 'expired':
      return proposal?.state === 'open' && proposal.at < at
    default:
      return openOfInvoices(invoiced, invoice.paid) > 0
  }
}

import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { Invalid, NotFound } from '#domain/command.ts'
import { waits } from '#domain/step.ts'
import { orderCommand, orderEvent, takenBackBy, type Undo } from './action.ts'
import { answeredBy, waitsAgain } from './answered-step.ts'
import type { Pending } from './fields.ts'
import { currentStep, onlyWhileOpen, orderId, stepToggled } from './order.ts'
import { truncate } from './telling.ts'

export const StepToggled = orderEvent(
  'StepToggled',
  {
    step: z.int(),
    done: z.boolean(),
    /** As it takes another toggle back: since when the step that is the current one again was that. */
    since: clear(z.string().optional()),
    /** What waited that this answers, as it completes a step, or what waits again. */
    answers: clear(waits.optional()),
    asks: clear(waits.optional()),
  },
  {
    kind: 'steps',
    countsAsUnread: false,
    notifies: 'other side',
    overview: 'line',
    movesRow: false,
    subject: ({ step }) => step,
    settles: ({ done }) => (done ? 'done' : undefined),
    apply: (order, data, { by, at }) => ({
      ...order,
      ...stepToggled(order, data, { by: by.name, at }),
      pending: { ...without(order.pending, data.answers), ...data.asks },
    }),
    sentence({ step, done }, { steps }) {
      const name = truncate(steps.find(({ id }) => id === step)?.value ?? 'A step', 120)
      return done ? `${name} is done` : `${name} was reopened`
    },
  },
)

const without = (pending: Pending, answered: object = {}): Pending =>
  Object.fromEntries(Object.entries(pending).filter(([kind]) => !Object.hasOwn(answered, kind)))

const digits = z.string().regex(/^\d{1,15}$/)

/**
 * Signs a step, or opens it again, and with it what waits for its client. With `status` it sets instead of toggling, so that
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
      const [done, said] = [step.status === 0, { step: step.id, ...(since ? { since } : {}) }]
      const waits = done ? answeredBy(order, step) : waitsAgain(order, step)
      if (Object.keys(waits).length === 0) return [StepToggled({ ...said, done })]
      return [StepToggled({ ...said, done, [done ? 'answers' : 'asks']: waits })]
    },
    undo({ currentSince: since }, { data: { step, done } }): Undo {
      const isAsMade = (each: { id: number; status: 0 | 1 }) => each.id === step && each.status === (done ? 1 : 0)
      const entered = { progressId: step, status: done ? 0 : 1, since }
      return takenBackBy(toggleStep, entered, ({ steps }) => steps.some(isAsMade))
    },
    // The current step first, and all others for who searches for them.
    palette: ({ steps }) =>
      steps.map((step) => ({
        of: step.id,
        tab: 'overview',
        label: step.status === 0 ? `Mark as done: ${step.value}` : `Reopen: ${step.value}`,
        words: 'step progress',
        press: true,
        onlySearched: step !== currentStep(steps),
        ...(step === currentStep(steps) ? { key: 's' } : {}),
      })),
  },
)

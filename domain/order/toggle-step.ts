import { z } from 'zod'
import { Invalid, NotFound } from '../command.ts'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

const digits = z.string().regex(/^\d{1,15}$/)

/**
 * Signs a step, or opens it again. With `status` it sets instead of toggling, so that asking twice changes nothing.
 * `since`: as it takes another toggle back, since when the step that is the current one again was that before.
 */
export const toggleStep = orderCommand({
  name: 'toggleStep',
  summary: 'Sign a step of the progress, or open it again',
  roles: ['admin'],
  forbidden: 'Sorry You Are Not Allowed To Update The Progress',
  input: z.object({
    orderId,
    progressId: z.union([z.int(), digits.transform(Number)], 'Which step?'),
    status: z.union([z.literal(0), z.literal(1)], 'A step is 0 or 1').optional(),
    since: z.iso.datetime('Since when?').optional(),
  }),
  success: 'Progress updated',
  decide(order, { progressId, status, since }, { at }) {
    onlyWhileOpen(order, 'Order Already Completed Or Cancelled')
    const step = order.steps.find(({ id }) => id === progressId)
    if (!step) throw new NotFound('This order has no such step')
    if (status === step.status) return []
    if (since && !(order.openedAt <= since && since <= at)) throw new Invalid({ since: 'This order was not open then' })
    return [{ type: 'StepToggled', data: { step: step.id, done: step.status === 0, ...(since ? { since } : {}) } }]
  },
})

import { z } from 'zod'
import { NotFound } from '../command.ts'
import { onlyWhileOpen, orderCommand, orderId } from './order.ts'

const digits = z.string().regex(/^\d{1,15}$/)

/** Signs a step, or opens it again. With `status` it sets instead of toggling, so that asking twice changes nothing. */
export const toggleStep = orderCommand({
  name: 'toggleStep',
  summary: 'Sign a step of the progress, or open it again',
  roles: ['admin'],
  forbidden: 'Sorry You Are Not Allowed To Update The Progress',
  input: z.object({
    orderId,
    progressId: z.union([z.int(), digits.transform(Number)], 'Which step?'),
    status: z.union([z.literal(0), z.literal(1)], 'A step is 0 or 1').optional(),
  }),
  success: 'Progress updated',
  decide(order, { progressId, status }) {
    onlyWhileOpen(order, 'Order Already Completed Or Cancelled')
    const step = order.steps.find(({ id }) => id === progressId)
    if (!step) throw new NotFound('This order has no such step')
    if (status === step.status) return []
    return [{ type: 'StepToggled', data: { step: step.id, done: step.status === 0 } }]
  },
})

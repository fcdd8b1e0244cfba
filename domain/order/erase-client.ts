import { z } from 'zod'
import { orderCommand, orderId } from './order.ts'

/**
 * Takes a client who is erased out of an order, with all that was written in it and its files; closes it where it is open.
 * What the agency did, and what was paid, stays. `files` are the names the order's files are stored under.
 */
export const eraseClient = orderCommand({
  name: 'eraseClient',
  summary: 'Take an erased client out of an order',
  roles: ['admin'],
  input: z.object({ orderId, files: z.array(z.string()) }),
  success: 'The client is erased',
  decide({ clientErased, status }, { files }) {
    if (clientErased !== undefined) return []
    const erased = { type: 'ClientErased', data: { files } } as const
    return status === 'open' ? [{ type: 'OrderCancelled', data: {} }, erased] : [erased]
  },
})

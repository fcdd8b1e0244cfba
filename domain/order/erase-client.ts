import { z } from 'zod'
import { clear } from '#domain/action.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { OrderCancelled } from './close-order.ts'
import { orderId, withoutClient } from './order.ts'

export const ClientErased = orderEvent(
  'ClientErased',
  { files: clear(z.array(z.string())) },
  {
    ...entryTraits,
    kind: 'project',
    notifies: 'no one',
    apply: (order, _, { at }) => withoutClient(order, at),
    sentence: () => 'The client’s personal data was deleted',
  },
)

/**
 * Takes a client who is erased out of an order, with all that was written in it and its files; closes it where it is open.
 * What the agency did, and what was paid, stays. `files` are the names the order's files are stored under.
 */
export const eraseClient = orderCommand('eraseClient', z.object({ orderId, files: z.array(z.string()) }), {
  summary: 'Delete a client’s data from an order',
  scope: null,
  roles: ['admin'],
  success: 'Client data deleted',
  decide({ clientErased, status }, { files }) {
    if (clientErased !== undefined) return []
    return status === 'open' ? [OrderCancelled({}), ClientErased({ files })] : [ClientErased({ files })]
  },
  undo: 'cannot be taken back',
  palette: 'not in the palette',
})

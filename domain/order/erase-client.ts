import { z } from 'zod'
import { clear } from '#domain/action.ts'
import type { Step } from '#domain/step.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { OrderCancelled } from './close-order.ts'
import { orderId } from './input.ts'
import type { IssuedDocument } from './issued.ts'
import { erasedName, erasedTitle, initial, type Order } from './order.ts'
import { withoutPayer } from './payment-changes.ts'

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

/** Returns what remains of an order once its client was erased: the agency’s work and payments, and no one’s words. */
function withoutClient({ proposal: _, buyer: __, ...order }: Order, at: string): Order {
  const { questions, designs, rounds, paymentLink, conversation, deleted, proposals, pending } = initial
  const { openedAs, sent, withdrawn, read } = initial // nothing is left to be read
  return {
    ...order,
    ...{ clientId: '', title: erasedTitle, clientErased: at, openedAs, steps: withoutClientName(order) },
    ...{ questions, designs, rounds, paymentLink, conversation, deleted, proposals, pending, sent, withdrawn, read },
    payments: order.payments.map(withoutPayer),
    documents: order.documents.map(withoutBuyer),
  }
}

/** The steps once the client was erased, whose name stands at what they completed, by opening the order or later. */
const withoutClientName = ({ steps, openedAt }: Pick<Order, 'steps' | 'openedAt'>): Step[] =>
  steps.map(({ reopened: _, ...step }) =>
    step.completedBy && (step.completedBy.role === 'client' || step.completedBy.at === openedAt)
      ? { ...step, completedBy: { ...step.completedBy, by: erasedName } }
      : step,
  )

/** The documents once the client was erased: numbers, days and amounts stay, as the law wants, and whose they were does not. */
const withoutBuyer = (document: IssuedDocument): IssuedDocument => ({
  ...document,
  buyer: { name: erasedName },
  ...(document.reason === undefined ? {} : { reason: '' }),
})

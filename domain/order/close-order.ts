import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { entryTraits, listMoveTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { onlyWhileOpen, orderId, requiredText } from './order.ts'
import { truncate } from './telling.ts'

// Closing an order and opening it again: each is how the other is taken back.

export const OrderCompleted = orderEvent(
  'OrderCompleted',
  {},
  {
    ...listMoveTraits,
    kind: 'project',
    settles: () => 'done',
    apply: (order, _, { at }) => ({ ...order, status: 'completed', closedAt: at }),
    sentence: () => 'Project completed',
  },
)

export const OrderCancelled = orderEvent(
  'OrderCancelled',
  {},
  {
    ...listMoveTraits,
    kind: 'project',
    settles: () => 'cancelled',
    apply: (order, _, { at }) => ({ ...order, status: 'cancelled', closedAt: at }),
    sentence: () => 'Project cancelled',
  },
)

export const OrderReopened = orderEvent(
  'OrderReopened',
  { reason: personal(z.string(), '') },
  {
    ...entryTraits,
    kind: 'project',
    movesRow: true,
    apply: ({ closedAt: _, ...order }) => ({ ...order, status: 'open' }),
    sentence: ({ reason }) => `Project reopened: ${truncate(reason, 120)}`,
  },
)

/** Closes an order for good or for now: afterwards every change to it is refused. */
export const completeOrCancel = orderCommand(
  'completeOrCancel',
  z.object({ orderId, status: z.enum(['complete', 'cancel'], 'Choose complete or cancel') }),
  {
    summary: 'Complete or cancel an order',
    call: 'PUT /api/complete-or-cancell',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Project closed',
    decide(order, { status }) {
      onlyWhileOpen(order, 'Sorry Not Allowed')
      return [status === 'complete' ? OrderCompleted({}) : OrderCancelled({})]
    },
    undo(_, { type }): Undo {
      const made = type === 'OrderCompleted' ? 'completed' : 'cancelled'
      return undoBy(
        reopenOrder,
        { reason: made === 'completed' ? 'Completed by mistake.' : 'Cancelled by mistake.' },
        ({ status }) => status === made,
      )
    },
    palette: [
      { control: 'complete', key: 'c', tab: 'overview', label: 'Complete order', words: 'close finish', press: true },
      {
        control: 'cancel',
        key: 'x',
        tab: 'overview',
        label: 'Cancel order',
        words: 'close',
        press: true,
        onlySearched: true,
      },
    ],
  },
)

/** Opens a completed or cancelled order again. */
export const reopenOrder = orderCommand(
  'reopenOrder',
  z.object({ orderId, reason: requiredText('Please enter a reason', 500) }),
  {
    summary: 'Reopen an order',
    call: 'PUT /api/reopen-order',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Project reopened',
    decide({ status, clientErased }, { reason }) {
      if (clientErased !== undefined)
        throw new Refusal('This project can’t be reopened, because the client’s data was deleted')
      return status === 'open' ? [] : [OrderReopened({ reason })]
    },
    undo: ({ status }): Undo =>
      undoBy(
        completeOrCancel,
        { status: status === 'cancelled' ? 'cancel' : 'complete' },
        (now) => now.status === 'open',
      ),
    palette: [{ key: 'o', tab: 'overview', label: 'Reopen order', words: 'open again', onClosed: true }],
  },
)

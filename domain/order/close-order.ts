import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import { entryTraits, listMoveTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { orderId, requiredText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { unlessErased } from './telling.ts'

// Closing an order and opening it again: each is how the other is taken back.

/** The time when the order was closed first, as it takes back that it was opened again. */
const closing = { since: clear(z.string().optional()) }

export const OrderCompleted = orderEvent('OrderCompleted', closing, {
  ...listMoveTraits,
  kind: 'project',
  settles: () => 'done',
  apply: (order, { since }, { at }) => ({ ...order, status: 'completed', closedAt: since ?? at }),
  sentence: () => 'Project completed',
})

export const OrderCancelled = orderEvent('OrderCancelled', closing, {
  ...listMoveTraits,
  kind: 'project',
  settles: () => 'cancelled',
  apply: (order, { since }, { at }) => ({ ...order, status: 'cancelled', closedAt: since ?? at }),
  sentence: () => 'Project cancelled',
})

export const OrderReopened = orderEvent(
  'OrderReopened',
  { reason: personal(z.string(), '') },
  {
    ...entryTraits,
    kind: 'project',
    movesRow: true,
    apply: ({ closedAt: _, ...order }) => ({ ...order, status: 'open' }),
    sentence: ({ reason }) => `Project reopened${unlessErased(': ', reason, 120)}`,
  },
)

/**
 * Closes an order for good or for now: afterwards every change to it is refused. `since`: as it takes a reopening back,
 * since when it was closed.
 */
export const completeOrCancel = orderCommand(
  'completeOrCancel',
  z.object({
    orderId,
    status: z.enum(['complete', 'cancel'], 'Choose complete or cancel'),
    since: z.iso.datetime('The time is invalid').optional(),
  }),
  {
    summary: 'Complete or cancel an order',
    call: 'PUT /api/complete-or-cancell',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Project closed',
    decide(order, { status, since }, { at }) {
      onlyWhileOpen(order, 'Sorry Not Allowed')
      if (since && !(order.openedAt <= since && since <= at))
        throw new Invalid({ since: 'The project wasn’t open then' })
      const said = since ? { since } : {}
      return [status === 'complete' ? OrderCompleted(said) : OrderCancelled(said)]
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
    undo: ({ status, closedAt: since }): Undo =>
      undoBy(
        completeOrCancel,
        { status: status === 'cancelled' ? 'cancel' : 'complete', since },
        (now) => now.status === 'open',
      ),
    palette: ({ clientErased }) =>
      clientErased === undefined
        ? [{ key: 'o', tab: 'overview', label: 'Reopen order', words: 'open again', onClosed: true }]
        : [],
  },
)

import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { entryTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { orderId, singleLineText } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { isErased } from './telling.ts'

export const OrderRenamed = orderEvent(
  'OrderRenamed',
  { title: personal(z.string(), 'erased') },
  {
    ...entryTraits,
    kind: 'project',
    apply: (order, { title }) => ({ ...order, title }),
    sentence: ({ title }) => `Project renamed${isErased(title) ? '' : ` to ${title}`}`,
  },
)

/** Gives an order a name of its own. */
export const renameOrder = orderCommand(
  'renameOrder',
  z.object({ orderId, title: singleLineText('Please enter a name', 120) }),
  {
    summary: 'Rename an order',
    call: 'PUT /api/rename-order',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Project renamed',
    decide(order, { title }) {
      onlyWhileOpen(order)
      return title === order.title ? [] : [OrderRenamed({ title })]
    },
    undo: ({ title }, { data }): Undo => undoBy(renameOrder, { title }, (now) => now.title === data.title),
    palette: [{ key: 'n', tab: 'overview', label: 'Rename project', words: 'order name', onlySearched: true }],
  },
)

import { z } from 'zod'
import { accountCommand } from './account.ts'
import { viewId } from './order-views.ts'

/** Removes a saved view; the orders stay as they are. */
export const removeOrderView = accountCommand({
  roles: ['admin'],
  input: z.object({ id: viewId }),
  success: 'View removed',
  decide: ({ orderViews = [] }, { id }) =>
    orderViews.some((view) => view.id === id) ? [{ type: 'OrderViewRemoved', data: { id } }] : [],
})

import { z } from 'zod'
import { NotFound } from '../command.ts'
import { accountCommand } from './account.ts'
import { onlyNewName, viewId, viewName } from './order-views.ts'

/** Gives a saved view another name. Throws `NotFound` when there is no such view. */
export const renameOrderView = accountCommand({
  roles: ['admin'],
  input: z.object({ id: viewId, name: viewName }),
  success: 'View renamed',
  decide({ orderViews = [] }, { id, name }) {
    const before = orderViews.find((view) => view.id === id)
    if (!before) throw new NotFound('This view no longer exists')
    if (before.name === name) return []
    onlyNewName(orderViews, id, name)
    return [{ type: 'OrderViewRenamed', data: { id, name } }]
  },
})

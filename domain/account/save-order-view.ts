import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand } from './account.ts'
import { isSameQuery, maxViews, onlyNewName, viewId, viewName, viewQuery } from './order-views.ts'

/** Saves a view of the orders: a new one, or what one of this id shows from now on. */
export const saveOrderView = accountCommand({
  roles: ['admin'],
  input: z.object({ id: viewId, name: viewName, query: viewQuery }),
  success: 'View saved',
  decide({ orderViews = [] }, view) {
    const before = orderViews.find(({ id }) => id === view.id)
    if (before?.name === view.name && isSameQuery(before.query, view.query)) return []
    onlyNewName(orderViews, view.id, view.name)
    if (!before && orderViews.length >= maxViews)
      throw new Refusal(`You have ${maxViews} views. Please remove one first.`)
    return [{ type: 'OrderViewSaved', data: view }]
  },
})

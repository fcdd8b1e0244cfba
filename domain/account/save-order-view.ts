import { z } from 'zod'
import { clear, dataOf, defineEvent, personal } from '#domain/action.ts'
import { NotFound, Refusal } from '#domain/command.ts'
import { changed, wireEvent } from '#domain/contract/schemas.ts'
import { isErased } from '#domain/order/telling.ts'
import { type Account, accountCommand } from './account.ts'
import { isSameQuery, maxViews, type OrderView, onlyNewName, viewId, viewName, viewQuery } from './order-views.ts'

const withViews = (account: Account, change: (views: OrderView[]) => OrderView[]): Account => ({
  ...account,
  orderViews: change(account.orderViews ?? []),
})

/** A new view, one that shows something else from now on, or one that was removed: it has its old place again. */
const OrderViewSaved = defineEvent(
  'OrderViewSaved',
  { id: clear(z.string()), name: personal(z.string(), 'erased'), query: personal(viewQuery, {}) },
  {
    kind: 'accounts.preferences',
    sentence: ({ name }) => (isErased(name) ? 'Saved a view' : `Saved the view “${name}”`),
    apply(account: Account, saved) {
      const { viewIds: before = [] } = account
      const viewIds = before.includes(saved.id) ? before : [...before, saved.id]
      const place = ({ id }: OrderView) => viewIds.indexOf(id)
      const saving = (views: OrderView[]) => [...views.filter(({ id }) => id !== saved.id), saved]
      return withViews({ ...account, viewIds }, (views) => saving(views).toSorted((a, b) => place(a) - place(b)))
    },
  },
)

const OrderViewRenamed = defineEvent(
  'OrderViewRenamed',
  { id: clear(z.string()), name: personal(z.string(), 'erased') },
  {
    kind: 'accounts.preferences',
    sentence: ({ name }) => (isErased(name) ? 'Renamed a view' : `Renamed a view to “${name}”`),
    apply: (account: Account, { id, name }) =>
      withViews(account, (views) => views.map((view) => (view.id === id ? { ...view, name } : view))),
  },
)

const OrderViewRemoved = defineEvent(
  'OrderViewRemoved',
  { id: clear(z.string()) },
  {
    kind: 'accounts.preferences',
    sentence: 'Removed a view',
    apply: (account: Account, { id }) => withViews(account, (views) => views.filter((view) => view.id !== id)),
  },
)

/** The events that store an admin’s views of the list of orders. */
export const orderViewEvents = { OrderViewSaved, OrderViewRenamed, OrderViewRemoved }

/** An event of an admin's saved views, as their own pages are told of it. */
export const viewEvent = wireEvent('OrderViewEvent', dataOf(orderViewEvents))

const view = z.object({ id: viewId, name: viewName.optional(), query: viewQuery })
const renamed = z.object({ id: viewId, name: viewName })
const removed = z.object({ id: viewId })
const answer = changed(viewEvent)

/**
 * Saves a view of the orders: a new one, or what one of this id shows from now on. Without a name the view has the one it
 * had. Throws `NotFound` when there is no such view.
 */
export const saveOrderView = accountCommand('saveOrderView', view, {
  summary: 'Save or update a view of the orders',
  call: 'PUT /api/save-order-view',
  route: () => ({ body: view, answer, problems: [404, 409] }),
  roles: ['admin'],
  success: 'View saved',
  decide({ orderViews = [] }, { id, query, ...given }) {
    const before = orderViews.find((view) => view.id === id)
    const name = given.name ?? before?.name
    if (name === undefined) throw new NotFound('This view no longer exists')
    if (before?.name === name && isSameQuery(before.query, query)) return []
    onlyNewName(orderViews, id, name)
    if (!before && orderViews.length >= maxViews)
      throw new Refusal(`You have ${maxViews} views. Please remove one first.`)
    return [OrderViewSaved({ id, name, query })]
  },
})

/** Gives a saved view another name. Throws `NotFound` when there is no such view. */
export const renameOrderView = accountCommand('renameOrderView', renamed, {
  summary: 'Rename a view of the orders',
  call: 'PUT /api/rename-order-view',
  route: () => ({ body: renamed, answer, problems: [404, 409] }),
  roles: ['admin'],
  success: 'View renamed',
  decide({ orderViews = [] }, { id, name }) {
    const before = orderViews.find((view) => view.id === id)
    if (!before) throw new NotFound('This view no longer exists')
    if (before.name === name) return []
    onlyNewName(orderViews, id, name)
    return [OrderViewRenamed({ id, name })]
  },
})

/** Removes a saved view; the orders stay as they are. */
export const removeOrderView = accountCommand('removeOrderView', removed, {
  summary: 'Remove a view of the orders',
  call: 'PUT /api/remove-order-view',
  route: () => ({ body: removed, answer }),
  roles: ['admin'],
  success: 'View removed',
  decide: ({ orderViews = [] }, { id }) =>
    orderViews.some((view) => view.id === id) ? [OrderViewRemoved({ id })] : [],
})

import { z } from 'zod'
import { Refusal } from '#domain/command.ts'
import { singleLineText } from '#domain/order/input.ts'
import { orderFilters, orderSorts } from '#domain/order/worklist.ts'

/** The orders that a view shows, and their sorting; an absent part is as the page begins. */
export const viewQuery = z.object({
  filter: z.enum(orderFilters, 'This filter doesn’t exist').optional(),
  search: z.string('The search must be text').trim().max(200, 'Please use at most 200 characters').optional(),
  sort: z.enum(orderSorts, 'This sort order doesn’t exist').optional(),
})
export type ViewQuery = z.infer<typeof viewQuery>

/** A view of the orders that an admin has saved under a name, for themselves. */
export type OrderView = { id: string; name: string; query: ViewQuery }

export const orderView = z.object({ id: z.string(), name: z.string(), query: viewQuery })

/** How many views an admin may keep. */
export const maxViews = 30

/** The id of a view: the page chooses it. */
export const viewId = z
  .string('The view id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The view id is missing or invalid')

export const viewName = singleLineText('Please give the view a name', 60)

/** Refuses a name that another of the views has. */
export function onlyNewName(views: readonly OrderView[], id: string, name: string): void {
  const taken = views.some((view) => view.id !== id && view.name.toLowerCase() === name.toLowerCase())
  if (taken) throw new Refusal('You already have a view with this name')
}

/** The same query, whatever the order of its fields; nothing searched for is no search. */
export const isSameQuery = (some: ViewQuery, other: ViewQuery): boolean =>
  some.filter === other.filter && some.sort === other.sort && (some.search || '') === (other.search || '')

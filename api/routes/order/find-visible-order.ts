import type { AppContext } from '#api/app-context.ts'
import type { Person } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { maySee, orderId } from '#domain/order/order.ts'
import { dayOf } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { Viewpoint } from '#projections/order/list-orders.ts'

/** The order of an id that a request names, and its revision; undefined when the person may not see it or there is none. */
export async function findVisibleOrder(handler: CommandHandler, person: Person, named: unknown) {
  const { data: id } = orderId.safeParse(named)
  if (!id) return undefined
  const { state: order, revision } = await handler.load(orders, id)
  if (maySee(order, person)) return { id, order, revision }
  // It may have been opened a moment ago, by another process.
  const current = await handler.load(orders, id, { current: true })
  return maySee(current.state, person) ? { id, order: current.state, revision: current.revision } : undefined
}

/** Returns the viewer of lists of orders, and the day in the agency's time zone. */
export async function viewpointOf(context: AppContext, viewer: Person): Promise<Viewpoint> {
  return { viewer, today: await todayOf(context) }
}

/** Returns the day in the agency's time zone: `2026-11-16`. */
export async function todayOf({ handler, now }: Pick<AppContext, 'handler' | 'now'>): Promise<string> {
  return dayOf(await loadAgency(handler), now())
}

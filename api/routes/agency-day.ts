import type { AppContext } from '#api/app-context.ts'
import type { Person } from '#domain/event.ts'
import { dayOf } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import type { Viewpoint } from '#projections/order/list-orders.ts'

/** Returns the viewer of lists of orders, and the day in the agency's time zone. */
export async function viewpointOf(context: AppContext, viewer: Person): Promise<Viewpoint> {
  return { viewer, today: await todayOf(context) }
}

/** Returns the day in the agency's time zone: `2026-11-16`. */
export async function todayOf({ handler, now }: Pick<AppContext, 'handler' | 'now'>): Promise<string> {
  return dayOf(await loadAgency(handler), now())
}

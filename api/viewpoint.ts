import type { Person } from '#domain/event.ts'
import { agencies, agencyId, defaultTimeZone } from '#domain/settings/agency.ts'
import { dayIn } from '#domain/time-zone.ts'
import { loadUsable } from '#infra/events/load-usable.ts'
import type { Viewpoint } from '#projections/models/list-orders.ts'
import type { AppContext } from './app-context.ts'

/** Who looks at lists of orders, on which day of the agency's time zone. */
export async function viewpointOf({ handler, now }: AppContext, viewer: Person): Promise<Viewpoint> {
  const { state: agency } = await loadUsable(handler, agencies, agencyId)
  return { viewer, today: dayIn(agency.timeZone ?? defaultTimeZone, now()) }
}

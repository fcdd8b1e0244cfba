import { everyFound } from '#projections/every-row.ts'
import type { ReadModel } from '#projections/projection.ts'
import type { StoredOrderRow } from './orders.ts'

/** How many orders a calendar has at most: those that are to be launched last. */
const maxDated = 1_000

/** The open orders that have a day of delivery, of one client or of all. */
export async function datedOrders(
  orders: Pick<ReadModel<StoredOrderRow>, 'collection'>,
  clientId: string | undefined,
): Promise<StoredOrderRow[]> {
  const where = { ...(clientId === undefined ? {} : { clientId }), status: 'open', 'derived.dueOn': { gt: '' } }
  const rows = everyFound(orders, { where, sort: [['derived.dueOn', 'desc']] })
  const dated: StoredOrderRow[] = []
  for await (const row of rows) if (dated.push(row) === maxDated) break
  return dated
}

import type { ReadModel } from '../projection.ts'
import type { StoredOrderRow } from './orders.ts'

/** How many orders a calendar has at most: those that are to be launched last. */
const maxDated = 1_000

/** The open orders that have a day of delivery, of one client or of all. */
export async function datedOrders(
  { collection }: Pick<ReadModel<StoredOrderRow>, 'collection'>,
  clientId: string | undefined,
): Promise<StoredOrderRow[]> {
  const { documents } = await collection.find({
    where: { ...(clientId === undefined ? {} : { clientId }), status: 'open', 'derived.dueOn': { gt: '' } },
    sort: [['derived.dueOn', 'desc']],
    limit: maxDated,
  })
  return documents
}

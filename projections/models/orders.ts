import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, type OrderStatus, orders } from '#domain/order/order.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import type { Page, Query } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '../projection.ts'

/** Every order as lists show it. */
export const orderRows: Projection<OrderRow> = {
  name: 'orders',
  version: 2,
  indexes: [['openedAt'], ['status', 'openedAt'], ['clientId', 'openedAt'], ['clientId', 'status', 'openedAt']],
  ids: idPerStream(orders),
  evolve: (row, event) => evolveRow(row, event as Recorded<OrderEvent>),
}

/** Which orders of a list are asked for. */
export type ListedOrders = { status?: OrderStatus; clientId?: string; limit?: number; after?: string }

/**
 * Orders, newest first; without a `clientId` those of all clients. Throws `BadCursor` when `after` was not a page's
 * `next`.
 */
export function listOrders(
  { collection }: Pick<ReadModel<OrderRow>, 'collection'>,
  { status, clientId, limit, after }: ListedOrders = {},
): Promise<Page<OrderRow>> {
  const where: Query['where'] = {}
  if (status !== undefined) where.status = status
  if (clientId !== undefined) where.clientId = clientId
  return collection.find({ where, sort: [['openedAt', 'desc']], limit, after })
}

/** How many orders a client has opened. */
export const countOrdersOf = ({ collection }: Pick<ReadModel<OrderRow>, 'collection'>, clientId: string) =>
  collection.count({ clientId })

/** How many orders of each status some clients have, by client: one count for each status, however many clients. */
export async function countByClient<Status extends OrderStatus>(
  { collection }: Pick<ReadModel<OrderRow>, 'collection'>,
  clientIds: readonly string[],
  statuses: readonly Status[],
): Promise<Record<Status, ReadonlyMap<unknown, number>>> {
  const counts = statuses.map(async (status) => {
    const where = { clientId: { in: clientIds }, status }
    return [status, clientIds.length === 0 ? new Map() : await collection.countBy('clientId', where)] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<Status, Map<unknown, number>>
}

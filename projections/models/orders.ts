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

/** How many orders there are of each status. */
export async function countOrdersByStatus({ collection }: Pick<ReadModel<OrderRow>, 'collection'>) {
  const [open, cancelled, completed] = await Promise.all(
    (['open', 'cancelled', 'completed'] as const).map((status) => collection.count({ status })),
  )
  return { open: open!, cancelled: cancelled!, completed: completed! }
}

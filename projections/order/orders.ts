import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { unreadCount } from '#domain/order/order.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { evolveSearchedText, type SearchedText } from '#domain/order/searched-text.ts'
import { turnOf } from '#domain/order/turn.ts'
import { balanceDue, deliveryDueOn } from '#domain/order/worklist.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** An order's row with what lists filter, sort and search by. */
export type StoredOrderRow = OrderRow & {
  /** The id of the client who opened it, also once they were erased: what is left of them is found by it. */
  openedFor: string
  derived: {
    waitingOn: 'agency' | 'client' | 'none'
    /** The last day of delivery; empty where there is none, or none any more. */
    dueOn: string
    unpaid: boolean
    /** The admins who have read all that the client sent. Who is not here has something unread. */
    readBy: Record<string, true>
    /** Whether its client was erased; absent where not. What lists count by has few values: a time would have many. */
    erased?: true
  }
  text: SearchedText
}

const derivedOf = (row: OrderRow): StoredOrderRow['derived'] => ({
  waitingOn: turnOf(row)?.with ?? 'none',
  dueOn: deliveryDueOn(row) ?? '',
  unpaid: balanceDue(row) > 0,
  readBy: Object.fromEntries(
    Object.keys(row.read).flatMap((id) =>
      unreadCount(row, { id, name: '', role: 'admin' }) === 0 ? [[id, true]] : [],
    ),
  ),
  ...(row.clientErased === undefined ? {} : { erased: true }),
})

/** Every order as lists show it. What is unread of an admin has indexes of its own: `list-orders.ts` makes them. */
export const orderRows: Projection<StoredOrderRow> = {
  name: 'orders',
  version: 20,
  subject: { of: 'order', name: ({ title }) => title },
  indexes: [
    ['openedAt'],
    ['lastAt'],
    ['status', 'openedAt'],
    ['status', 'lastAt'],
    ['clientId', 'openedAt'],
    ['clientId', 'status', 'openedAt'],
    ['openedFor'],
    ['derived.waitingOn', 'status', 'openedAt'],
    ['derived.unpaid', 'status', 'openedAt'],
    ['status', 'derived.dueOn'],
  ],
  counts: [['status', 'derived.waitingOn', 'derived.unpaid']],
  search: ['title', 'clientName', 'proposal.receiverName', 'text'],
  ids: idPerStream(orders),
  evolve(before, event) {
    const row = evolveRow(before, event as Recorded<OrderEvent>)
    if (!row) return undefined
    return {
      ...row,
      openedFor: before?.openedFor ?? row.clientId,
      derived: derivedOf(row),
      text: evolveSearchedText(before?.text, event as Recorded<OrderEvent>),
    }
  },
}

/** How many orders of each status some clients have, by client: one count for each status, however many clients. */
export async function countByClient(
  { collection }: Pick<ReadModel<OrderRow>, 'collection'>,
  clientIds: readonly string[],
): Promise<Record<OrderStatus, ReadonlyMap<unknown, number>>> {
  const of = (status: OrderStatus) =>
    clientIds.length === 0 ? new Map() : collection.countBy('clientId', { clientId: { in: clientIds }, status })
  const [open, completed, cancelled] = await Promise.all([of('open'), of('completed'), of('cancelled')])
  return { open, completed, cancelled }
}

/** How many orders there are of each status. */
export async function countOrdersByStatus({ collection }: Pick<ReadModel<OrderRow>, 'collection'>) {
  const [open, cancelled, completed] = await Promise.all(
    (['open', 'cancelled', 'completed'] as const).map((status) => collection.count({ status })),
  )
  return { open: open!, cancelled: cancelled!, completed: completed! }
}

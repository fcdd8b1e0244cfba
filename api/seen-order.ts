import type { Person } from '#domain/event.ts'
import { maySee, orderId, orders } from '#domain/order/order.ts'
import type { Handler } from '#infra/events/handle.ts'

/** The order that somebody names, as it stands; undefined when there is none that they may see. */
export async function seenOrder(handler: Handler, person: Person, named: unknown) {
  const { data: id } = orderId.safeParse(named)
  if (!id) return undefined
  const { state: order, revision } = await handler.folded(orders, id)
  return maySee(order, person) ? { id, order, revision } : undefined
}

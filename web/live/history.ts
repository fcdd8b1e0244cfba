import type { WireEvent } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { call } from '#web/api.ts'

/**
 * The events of an order after a revision, oldest first, asked for over HTTP. Undefined when the order is not for this
 * person any more. Throws `HttpError`.
 */
export async function eventsAfter(orderId: string, revision: number): Promise<WireEvent<OrderEvent>[] | undefined> {
  const newestFirst: WireEvent<OrderEvent>[] = []
  let before: number | undefined
  do {
    const { data, next, access } = await call('getHistory', { query: { id: orderId, before } })
    if (!access) return undefined
    newestFirst.push(...data)
    before = next
  } while (before !== undefined && before > revision + 1)
  return newestFirst.filter((event) => event.revision > revision).reverse()
}

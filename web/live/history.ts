import type { OrderEvent } from '#domain/order/order.ts'
import type { HistoryAnswer } from '#domain/order/wire.ts'
import type { WireEvent } from '#domain/wire.ts'
import { http } from '#web/http.ts'

/**
 * The events of an order after a revision, oldest first, asked for over HTTP. Undefined when the order is not for this
 * person any more. Throws `HttpError`.
 */
export async function eventsAfter(orderId: string, revision: number): Promise<WireEvent<OrderEvent>[] | undefined> {
  const newestFirst: WireEvent<OrderEvent>[] = []
  let before: number | undefined
  do {
    const query = new URLSearchParams({ id: orderId, ...(before === undefined ? {} : { before: String(before) }) })
    const { data, next, access } = await http.get<HistoryAnswer>(`/api/get-history?${query}`)
    if (!access) return undefined
    newestFirst.push(...data)
    before = next
  } while (before !== undefined && before > revision + 1)
  return newestFirst.filter((event) => event.revision > revision).reverse()
}

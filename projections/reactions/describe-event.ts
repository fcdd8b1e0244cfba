import type { Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { sentence } from '#domain/order/sentences.ts'
import type { EventStore } from '#infra/events/store.ts'

/** An event of an order as a sentence, and the order after it. */
export type DescribedEvent = { order: Order; sentence: string }

type CachedOrder = { order: Order; revision: number }

const next = ({ order }: CachedOrder, event: Recorded): CachedOrder => ({
  order: orders.evolve(order, event as Recorded<OrderEvent>),
  revision: event.revision,
})

/** How many orders are cached. */
const maxCachedOrders = 500

/** Describes events of orders. It costs little when they come in their order, as followers of the store have them. */
export function createEventDescriber(events: Pick<EventStore, 'read'>) {
  const cache = new Map<string, CachedOrder>()

  async function orderAt(event: Recorded): Promise<Order> {
    const { stream, revision } = event
    let cached = cache.get(stream)
    if (!cached || cached.revision > revision) cached = { order: orders.initial, revision: -1 }
    if (cached.revision === revision - 1) cached = next(cached, event)
    for await (const before of cached.revision < revision ? events.read(stream, cached.revision) : []) {
      cached = next(cached, before)
      if (cached.revision === revision) break
    }
    cache.delete(stream)
    cache.set(stream, cached)
    if (cache.size > maxCachedOrders) cache.delete(cache.keys().next().value!)
    return cached.order
  }

  return async (event: Recorded<OrderEvent>): Promise<DescribedEvent> => {
    const order = await orderAt(event)
    return { order, sentence: sentence(event, order) }
  }
}

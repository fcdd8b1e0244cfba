import type { Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { sentence } from '#domain/order/sentences.ts'
import type { EventStore } from '#infra/events/store.ts'

/** A fact of an order in words, and the order as the fact left it. */
export type Told = { order: Order; sentence: string }

/** How many orders are kept folded. */
const kept = 500

/** Tells the facts of orders. It costs little when they come in their order, as those who follow the store have them. */
export function createTeller(events: Pick<EventStore, 'read'>) {
  const folded = new Map<string, { order: Order; revision: number }>()

  async function foldedTo({ stream, revision }: Recorded): Promise<Order> {
    let at = folded.get(stream)
    if (!at || at.revision > revision) at = { order: orders.initial, revision: -1 }
    for await (const event of at.revision < revision ? events.read(stream, at.revision) : []) {
      at = { order: orders.evolve(at.order, event as Recorded<OrderEvent>), revision: event.revision }
      if (at.revision === revision) break
    }
    folded.delete(stream)
    folded.set(stream, at)
    if (folded.size > kept) folded.delete(folded.keys().next().value!)
    return at.order
  }

  return async (event: Recorded<OrderEvent>): Promise<Told> => {
    const order = await foldedTo(event)
    return { order, sentence: sentence(event, order) }
  }
}

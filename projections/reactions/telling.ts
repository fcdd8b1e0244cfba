import type { Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { sentence } from '#domain/order/sentences.ts'
import type { EventStore } from '#infra/events/store.ts'

/** A fact of an order in words, and the order as the fact left it. */
export type Told = { order: Order; sentence: string }

type Folded = { order: Order; revision: number }

const next = ({ order }: Folded, event: Recorded): Folded => ({
  order: orders.evolve(order, event as Recorded<OrderEvent>),
  revision: event.revision,
})

/** How many orders are kept folded. */
const kept = 500

/** Tells the facts of orders. It costs little when they come in their order, as those who follow the store have them. */
export function createTeller(events: Pick<EventStore, 'read'>) {
  const folded = new Map<string, Folded>()

  async function foldedTo(event: Recorded): Promise<Order> {
    const { stream, revision } = event
    let at = folded.get(stream)
    if (!at || at.revision > revision) at = { order: orders.initial, revision: -1 }
    if (at.revision === revision - 1) at = next(at, event)
    for await (const before of at.revision < revision ? events.read(stream, at.revision) : []) {
      at = next(at, before)
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

import { strip } from '#domain/contract/json.ts'
import type { CatchUpPage } from '#domain/contract/live.ts'
import { orderEvent } from '#domain/contract/orders.ts'
import { type Person, type Recorded, streamOf, toWire, type WireEvent } from '#domain/event.ts'
import { asSentTo, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { EventStore } from '#infra/events/store.ts'

/** How many events a page holds at the most, and of how many characters those before the last may be. */
const maxEvents = 200
const maxLength = 200_000

/**
 * The next page of an order's events after a revision, as this person is sent them. Its cost does not grow with the history.
 */
export async function catchUpPage(
  events: Pick<EventStore, 'read'>,
  { orderId, after, person }: { orderId: string; after: number; person: Person },
): Promise<CatchUpPage> {
  const page: WireEvent[] = []
  let length = 0
  for await (const event of events.read(streamOf(orders, orderId), after)) {
    if (page.length === maxEvents || length > maxLength) return { events: page, more: true }
    const wire = strip(orderEvent, toWire(asSentTo(person, event as Recorded<OrderEvent>))) as WireEvent
    page.push(wire)
    length += JSON.stringify(wire.data).length
  }
  return { events: page }
}

import { type Recorded, streamOf } from '#domain/event.ts'
import { createChangeLog, type OrderLine } from '#domain/history/timeline.ts'
import { type OrderEvent, orders, sentence } from '#domain/order/actions.ts'
import { isErased } from '#domain/order/telling.ts'
import type { EventStore } from '#infra/events/store.ts'

/**
 * The events of an order up to the revision that it stood at, oldest first, one after the other: none of them is kept.
 * Throws what `store.read` throws.
 */
export const orderEventsUpTo = (store: EventStore, id: string, revision: number) =>
  store.read(streamOf(orders, id), -1, revision) as AsyncIterable<Recorded<OrderEvent>>

/** The same with what each says and changed. Of a message the sentence is all of its text. */
export async function* orderLines(store: EventStore, id: string, revision: number): AsyncGenerator<OrderLine> {
  const log = createChangeLog({ keeps: 'latest' })
  for await (const event of orderEventsUpTo(store, id, revision)) {
    log.add(event)
    const said =
      event.type === 'MessageSent' && !isErased(event.data.text) ? `“${event.data.text}”` : sentence(event, log.order)
    yield { event, said, changes: log.changesOf(event.revision) }
  }
}

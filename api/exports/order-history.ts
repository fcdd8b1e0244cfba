import type { WireAgreement } from '#domain/contract/orders.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { createChangeLog, type OrderLine, wholeSentence } from '#domain/history/timeline.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { type AgreedPart, agreementOf } from '#domain/order/agreements.ts'
import type { EventStore } from '#infra/events/store.ts'
import { beginning, verifyNext } from '#infra/events/stored-event.ts'

/**
 * The events of an order up to the revision that it stood at, oldest first, one after the other: none of them is kept.
 * Throws what `store.read` throws.
 */
export const orderEventsUpTo = (store: EventStore, id: string, revision: number) =>
  store.read(streamOf(orders, id), -1, revision) as AsyncIterable<Recorded<OrderEvent>>

/** The same with what each says and changed, with all of their texts. */
export async function* orderLines(store: EventStore, id: string, revision: number): AsyncGenerator<OrderLine> {
  const log = createChangeLog({ keeps: 'latest' })
  for await (const event of orderEventsUpTo(store, id, revision)) {
    log.add(event)
    yield { event, said: wholeSentence(event, log.order), changes: log.changesOf(event.revision) }
  }
}

/**
 * The agreements of an order up to a revision, oldest first. Each has the hash of its event, computed anew from what is
 * stored. Throws what `store.read` throws, `DamagedEvent` among it.
 */
export async function agreementsOf(
  store: EventStore,
  id: string,
  revision: number,
): Promise<(WireAgreement & { event: Recorded<OrderEvent> })[]> {
  const found = []
  for await (const event of orderEventsUpTo(store, id, revision)) {
    const agreement = agreementOf(event)
    if (agreement) found.push({ ...agreement, event })
  }
  const hashes = found.length > 0 ? await hashesOf(store, id, found.at(-1)!.revision) : []
  return found.map((agreement) => ({ ...agreement, hash: hashes[agreement.revision]! }))
}

/** The hashes of an order's events, by their revisions. */
async function hashesOf(store: EventStore, id: string, last: number): Promise<string[]> {
  const hashes: string[] = []
  let link = beginning
  for await (const event of store.readStored(streamOf(orders, id))) {
    if (event.revision > last) break
    link = verifyNext(event, link, store.sealed)
    hashes.push(link.hash!)
  }
  return hashes
}

/** Agreements as lines of a history, each with its texts and what proves them. */
export async function* agreementLines(
  agreements: Awaited<ReturnType<typeof agreementsOf>>,
): AsyncGenerator<OrderLine & { parts: AgreedPart[] }> {
  for (const { event, says, parts, revision, hash } of agreements) {
    const proof = { about: 'Proof', text: `entry ${revision + 1}, ${hash}` }
    yield { event, said: says, changes: [], parts: [...parts, proof] }
  }
}

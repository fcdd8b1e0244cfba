import type { WireDelivery } from '#domain/contract/integrations.ts'
import { type Change, type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import { everyFound } from '#projections/every-row.ts'
import type { AuthorOf, Erased, PrimaryDocuments } from '#projections/projection.ts'

/** How one try went: a status, or why there was none. `duration` is in milliseconds, `at` ISO 8601, UTC. */
export type Attempt = WireDelivery['attempts'][number]

/** The subject of a delivery: an event by its place, or a test. */
export type DeliverySubject = {
  webhookId: string
  /** The event's id, which is the same for every try. */
  messageId: string
  type: string
  orderId?: string
  /** Where the event stands; absent for a test. */
  stream?: string
  eventRevision?: number
}

/** A delivery, with its latest tries; `byHand`: how many of all tries were, if any. */
export type Delivery = Document & DeliverySubject & WireDelivery & { byHand?: number }

/** The last try of a webhook, whichever delivery it was of. */
type LastAttempt = Document & Attempt & { deliveryId: string; nextAt?: string }

const deliveriesCollection = 'webhook_deliveries'
const lastCollection = 'webhook_last'

/** Whether a delivery is about a person or their orders, or of an event that they are, or may be, the author of. */
async function isOf(
  { person, orders }: Erased,
  { orderId, stream, eventRevision = 0 }: Delivery,
  authorOf: AuthorOf,
): Promise<boolean> {
  if (orderId !== undefined && orders.includes(orderId)) return true
  if (stream === undefined) return false // a test
  if ([`account-${person}`, `lead-${person}`, ...orders.map((id) => `order-${id}`)].includes(stream)) return true
  const author = await authorOf(stream, eventRevision)
  return author === undefined || author === person
}

/** Each last try by its delivery, and then the deliveries. */
export const deliveryDocuments: readonly PrimaryDocuments[] = [
  {
    collection: lastCollection,
    async *idsOf(erased, documents, authorOf) {
      const deliveries = documents.collection<Delivery>(deliveriesCollection)
      for await (const { id, deliveryId } of everyDocument<LastAttempt>(documents, lastCollection)) {
        const delivery = await deliveries.get(deliveryId)
        if (delivery && (await isOf(erased, delivery, authorOf))) yield id
      }
    },
  },
  {
    collection: deliveriesCollection,
    async *idsOf(erased, documents, authorOf) {
      for await (const delivery of everyDocument<Delivery>(documents, deliveriesCollection))
        if (await isOf(erased, delivery, authorOf)) yield delivery.id
    },
  },
]

/** How many tries of a delivery are kept. */
const maxAttempts = 10
/** How many deliveries of a webhook are kept that are over; one that waits is kept until it is over. */
const maxOver = 200
/** How many new entries come before the oldest ones are removed. */
const pruneAfter = 20

/** A webhook and a message have one delivery. */
const deliveryIdOf = (webhookId: string, messageId: string): string => `${webhookId}.${messageId}`

/** The log of deliveries to webhooks and how they went. Documents and no events: it is forgotten after a while. */
export function createDeliveryLog(documents: DocumentStore, now: () => number) {
  const deliveries = documents.collection<Delivery>(deliveriesCollection)
  const lasts = documents.collection<LastAttempt>(lastCollection)
  const entries = new Map<string, number>()
  let indexed: Promise<unknown> | undefined

  async function prune(webhookId: string): Promise<void> {
    const query = { where: { webhookId, state: { in: ['delivered', 'failed'] } }, sort: [['lastAt', 'desc']] } as const
    const { next } = await deliveries.find({ ...query, limit: maxOver })
    if (next === undefined) return
    const { documents: old } = await deliveries.find({ ...query, limit: maxOver, after: next })
    await documents.write(old.map(({ id }) => ({ collection: deliveriesCollection, remove: id })))
  }

  return {
    of: (webhookId: string, messageId: string) => deliveries.get(deliveryIdOf(webhookId, messageId)),
    get: (deliveryId: string) => deliveries.get(deliveryId),

    /** Records a try. `nextAt` is when it is tried again, in milliseconds since 1970; undefined when it is over. */
    async note(
      subject: DeliverySubject,
      attempt: Attempt,
      delivered: boolean,
      { nextAt, isByHand = false }: { nextAt?: number | undefined; isByHand?: boolean | undefined } = {},
    ): Promise<Delivery> {
      indexed ??= deliveries.ensureIndex(['webhookId', 'lastAt']).catch((error) => {
        indexed = undefined
        throw error
      })
      await indexed
      const id = deliveryIdOf(subject.webhookId, subject.messageId)
      const [before, lastBefore] = await Promise.all([deliveries.get(id), lasts.get(subject.webhookId)])
      const waits = nextAt === undefined ? {} : { nextAt: new Date(nextAt).toISOString() }
      const byHand = (before?.byHand ?? 0) + Number(isByHand)
      // Of two that are noted at once the later one stays. A clock that was ahead is outlived: the next one follows what is stored.
      const revisionAfter = (stored?: Document) => Math.max(now(), (stored?.revision ?? 0) + 1)
      const delivery: Delivery = {
        ...subject,
        id,
        revision: revisionAfter(before),
        // What was delivered once stays so, whatever becomes of sending it again.
        state: delivered || before?.state === 'delivered' ? 'delivered' : nextAt === undefined ? 'failed' : 'waiting',
        tries: (before?.tries ?? 0) + 1,
        attempts: [...(before?.attempts ?? []), attempt].slice(-maxAttempts),
        lastAt: attempt.at,
        ...(byHand > 0 ? { byHand } : {}),
        ...waits,
      }
      const revision = revisionAfter(lastBefore)
      const last: LastAttempt = { ...attempt, id: subject.webhookId, revision, deliveryId: id, ...waits }
      const changes: Change[] = [
        { collection: deliveriesCollection, put: delivery },
        { collection: lastCollection, put: last },
      ]
      await documents.write(changes)
      const count = (entries.get(subject.webhookId) ?? 0) + 1
      entries.set(subject.webhookId, count % pruneAfter)
      if (count >= pruneAfter) await prune(subject.webhookId)
      return delivery
    },

    /** Records that a delivery is not tried again. */
    async giveUp({ nextAt: _, ...delivery }: Delivery): Promise<void> {
      const put: Delivery = { ...delivery, revision: Math.max(now(), delivery.revision + 1), state: 'failed' }
      const changes: Change[] = [{ collection: deliveriesCollection, put }]
      const last = await lasts.get(delivery.webhookId)
      if (last?.deliveryId === delivery.id) {
        const { nextAt: _, ...over } = last
        // The next revision, not the time: another delivery's try that is noted meanwhile stays the last.
        changes.push({ collection: lastCollection, put: { ...over, revision: last.revision + 1 } })
      }
      await documents.write(changes)
    },

    /** Removes the deliveries of a webhook, and its last try. */
    async forget(webhookId: string): Promise<void> {
      const changes: Change[] = [{ collection: lastCollection, remove: webhookId }]
      const all = everyFound({ collection: deliveries }, { where: { webhookId } })
      for await (const { id } of all) changes.push({ collection: deliveriesCollection, remove: id })
      await documents.write(changes)
      entries.delete(webhookId)
    },

    /** A page of a webhook's deliveries, the latest first. Throws `BadCursor`. */
    list: (webhookId: string, limit: number, after?: string) =>
      deliveries.find({ where: { webhookId }, sort: [['lastAt', 'desc']], limit, after }),

    /** The last try of each of these webhooks. */
    async lastOf(ids: readonly string[]): Promise<Map<string, LastAttempt>> {
      const found = await lasts.getMany(ids)
      return new Map(found.map((last) => [last.id, last]))
    },
  }
}

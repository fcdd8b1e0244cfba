import { type Change, type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import type { ParsedMail } from '#infra/mail/eml.ts'
import { removeMails } from '#infra/mail/outbox.ts'
import {
  type Delivery,
  deliveriesCollection,
  type LastAttempt,
  lastCollection,
} from '#projections/integrations/delivery-log.ts'
import { lastMailCollection } from '#projections/reactions/project-mails.ts'
import { tasksOf } from '#projections/reactions/tasks.ts'

/** Where the api keeps what is no event: known here too, so that what is of an erased person goes. */
export const draftsCollection = 'drafts'
export const securityCollection = 'security_log'

/** A person who is erased, and the orders that are theirs. */
export type Erased = { person: string; orders: readonly string[] }

/** Returns the author’s id of what is recorded at a place; undefined where that is unknown. */
type AuthorOf = (stream: string, revision: number) => Promise<string | undefined>

type SecurityEntry = Document & { account?: string; by?: string }

/** A planned notification: its recipient, its order, and who did it. */
type PlannedTask = Document & { topic?: string; author?: string; items: { work: { personId?: string } }[] }

/** How many documents are removed in one write. */
const atOnce = 500

/** Removes what is kept of a person that is neither an event nor made of any: drafts, the security log, what webhooks answered. */
export async function eraseDocuments(
  { person, orders }: Erased,
  documents: DocumentStore,
  authorOf: AuthorOf,
): Promise<void> {
  const theirs = new Set(orders)
  const streams = new Set([`account-${person}`, `lead-${person}`, ...orders.map((id) => `order-${id}`)])
  const changes: Change[] = [
    { collection: draftsCollection, remove: person },
    { collection: lastMailCollection, remove: person },
  ]
  const remove = async (collection: string, id: string) => {
    changes.push({ collection, remove: id })
    if (changes.length >= atOnce) await documents.write(changes.splice(0))
  }
  // What an admin did about a person names them by an id and nothing else: it stays, so that it can be answered for.
  for await (const { id, account, by } of everyDocument<SecurityEntry>(documents, securityCollection)) {
    if (account === person || by === person) await remove(securityCollection, id)
  }
  const deliveries = new Set<string>()
  const isTheirs = async ({ orderId, stream, eventRevision = 0 }: Delivery): Promise<boolean> => {
    if ((orderId !== undefined && theirs.has(orderId)) || (stream !== undefined && streams.has(stream))) return true
    if (stream === undefined) return false // a test
    const author = await authorOf(stream, eventRevision)
    return author === undefined || author === person
  }
  for await (const delivery of everyDocument<Delivery>(documents, deliveriesCollection)) {
    const { id } = delivery
    if (!(await isTheirs(delivery))) continue
    deliveries.add(id)
    await remove(deliveriesCollection, id)
  }
  for await (const { id, deliveryId } of everyDocument<LastAttempt>(documents, lastCollection)) {
    if (deliveries.has(deliveryId)) await remove(lastCollection, id)
  }
  // The reactions drop them too, when they hear of it: here, so that none is left where they are not running yet.
  for (const collection of ['mail', 'push'].map(tasksOf)) {
    for await (const { id, topic, author, items } of everyDocument<PlannedTask>(documents, collection)) {
      const toThem = items.some(({ work }) => work.personId === person)
      if (toThem || author === person || (topic !== undefined && theirs.has(topic))) await remove(collection, id)
    }
  }
  await documents.write(changes)
}

/** The marks of a person in mails: the addresses that were ever theirs, and their names in mails about others. */
export type MailMarks = { addresses: ReadonlySet<string>; names: ReadonlySet<string> }

/** Removes the mails of an outbox that went to a person, or that tell of them or of their orders to anyone. */
export async function eraseMails(
  { person, orders }: Erased,
  outbox: string,
  { addresses, names }: MailMarks,
): Promise<void> {
  const marks = [person, ...orders, ...addresses, ...names].map((mark) => mark.toLowerCase())
  const concerns = ({ headers, subject, text, html }: ParsedMail) => {
    const all = [...headers.map(([, value]) => value), subject, text, html].join('\n').toLowerCase()
    return marks.some((mark) => all.includes(mark))
  }
  await removeMails(outbox, concerns)
}

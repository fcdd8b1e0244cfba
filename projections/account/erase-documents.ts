import { type Change, type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import type { ParsedMail } from '#infra/mail/eml.ts'
import { removeMails } from '#infra/mail/outbox.ts'
import { primaryDocuments } from '#projections/primary-documents.ts'
import type { AuthorOf, Erased } from '#projections/projection.ts'
import { tasksOf } from '#projections/reactions/tasks.ts'

/** A planned notification: its recipient, its order, and who did it. */
type PlannedTask = Document & { topic?: string; author?: string; items: { work: { personId?: string } }[] }

/** How many documents are removed in one write. */
const atOnce = 500

/** Removes what is kept of a person that is neither an event nor made of any. */
export async function eraseDocuments(erased: Erased, documents: DocumentStore, authorOf: AuthorOf): Promise<void> {
  const { person, orders } = erased
  const changes: Change[] = []
  const remove = async (collection: string, id: string) => {
    changes.push({ collection, remove: id })
    if (changes.length >= atOnce) await documents.write(changes.splice(0))
  }
  for (const { collection, idsOf } of primaryDocuments) {
    for await (const id of idsOf(erased, documents, authorOf)) await remove(collection, id)
  }
  // The reactions drop them too, when they hear of it: here, so that none is left where they are not running yet.
  for (const collection of ['mail', 'push'].map(tasksOf)) {
    for await (const { id, topic, author, items } of everyDocument<PlannedTask>(documents, collection)) {
      const toThem = items.some(({ work }) => work.personId === person)
      if (toThem || author === person || (topic !== undefined && orders.includes(topic))) await remove(collection, id)
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

import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import type { Batch, EventStore } from '#infra/events/store.ts'
import { foldEvent, type Projection, type SetAside } from './projection.ts'
import { setAside, setAsideDamaged } from './set-aside.ts'

type Folded = {
  /** The changes to the documents, and the notes of those that are set aside. */
  changes: Change[]
  /** The documents that an event could not be folded onto, each with the error. */
  fresh: { note: SetAside; error: unknown }[]
}

/**
 * What a batch of events makes of a collection. A document that an event cannot be folded onto stays as it was before it,
 * and so do those of damaged streams and those that are set aside already; the others go on.
 */
export async function foldBatch<D extends Document>(
  projection: Projection<D>,
  { events, damaged = [] }: Pick<Batch, 'events' | 'damaged'>,
  { events: store, documents }: { events: Pick<EventStore, 'readStored'>; documents: DocumentStore },
  collection: string,
  aside: ReadonlyMap<string, SetAside>,
): Promise<Folded> {
  const touched = events.flatMap((event) => projection.ids(event).map((id) => ({ event, id })))
  const found = await documents.collection<D>(collection).getMany(touched.map(({ id }) => id))
  const before = new Map<string, D | undefined>(found.map((document) => [document.id, document]))
  const after = new Map(before)
  const fresh = new Map<string, Folded['fresh'][number]>()
  const notes: Change[] = []
  for (const { event, id } of touched) {
    if (aside.has(id) || fresh.has(id)) continue
    try {
      after.set(id, foldEvent(projection, after.get(id), event, id))
    } catch (error) {
      const { type, stream, position } = event
      const about = { collection, document: id, type, stream, position: String(position), error: String(error) }
      const { note, change } = setAside(about)
      fresh.set(id, { note, error })
      notes.push(change)
    }
  }
  // What is handed out of a damaged stream stands before its damage.
  for (const error of damaged) {
    for (const { note, change } of await setAsideDamaged(projection, error, store, collection)) {
      if (aside.has(note.document) || fresh.has(note.document)) continue
      fresh.set(note.document, { note, error })
      notes.push(change)
    }
  }
  const changes = [...after].flatMap(([id, document]): Change[] => {
    if (document === before.get(id)) return []
    return [document ? { collection, put: document } : { collection, remove: id }]
  })
  return { changes: [...changes, ...notes], fresh: [...fresh.values()] }
}

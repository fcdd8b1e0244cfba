import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import type { Batch, EventStore } from '#infra/events/store.ts'
import { createSlices } from '#infra/slices.ts'
import { foldEvent, type Projection, type SetAside } from './projection.ts'
import { setAside, setAsideDamaged } from './set-aside.ts'

/** How many events are folded, and how many changes written, before others have their turn. */
const [foldedAtOnce, writtenAtOnce] = [100, 50]

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
  const before = new Map<string, D | undefined>()
  const after = new Map<string, D | undefined>()
  const fresh = new Map<string, Folded['fresh'][number]>()
  const notes: Change[] = []
  const pause = createSlices()
  for (let at = 0; at < touched.length; at += foldedAtOnce) {
    await pause()
    const some = touched.slice(at, at + foldedAtOnce)
    const unread = some.map(({ id }) => id).filter((id) => !before.has(id))
    for (const id of unread) before.set(id, undefined)
    for (const document of await documents.collection<D>(collection).getMany(unread)) {
      before.set(document.id, document)
      after.set(document.id, document)
    }
    for (const { event, id } of some) {
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

/**
 * Writes all but the last of many documents, in slices, and answers what is left to be written with the checkpoint;
 * undefined where the signal was aborted before. To end between them costs nothing: what is folded is not folded again.
 * Of what is removed nothing would tell that.
 */
export async function writeAhead(
  documents: DocumentStore,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Change[] | undefined> {
  const pause = createSlices()
  const puts = changes.filter((change) => 'put' in change)
  while (puts.length > writtenAtOnce) {
    await pause()
    if (signal.aborted) return undefined
    await documents.write(puts.splice(0, writtenAtOnce))
  }
  return [...puts, ...changes.filter((change) => 'remove' in change)]
}

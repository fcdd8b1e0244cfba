import type { Change, Document, DocumentStore, Put } from '#infra/documents/store.ts'
import type { Batch, EventStore } from '#infra/events/store.ts'
import { createSlices } from '#infra/slices.ts'
import { foldEvent, type Projection, type SetAside } from './projection.ts'
import { putSetAside, setAside, setAsideDamaged } from './set-aside.ts'

/** For how many events the documents are read in one go. */
const readAtOnce = 25

/** The result of a batch of events: the documents to write, and those that could not be folded, each with why. */
export type Folded = {
  /** The documents that have changed, and the notes of those that are set aside. */
  puts: Put[]
  /** The documents that are gone. */
  removes: Change[]
  /** The documents that an event could not be folded onto, each with the error. */
  fresh: { note: SetAside; error: unknown }[]
}

/**
 * Folds a batch of events into a collection. A document that an event cannot be folded onto stays as it was before. So do
 * those of damaged streams, and those that are set aside already. The others go on.
 */
export async function foldBatch<D extends Document>(
  projection: Projection<D>,
  { events, damaged = [] }: Pick<Batch, 'events' | 'damaged'>,
  { events: store, documents }: { events: Pick<EventStore, 'readStored'>; documents: DocumentStore },
  collection: string,
  aside: ReadonlyMap<string, SetAside>,
): Promise<Folded> {
  const before = new Map<string, D | undefined>()
  const after = new Map<string, D | undefined>()
  const fresh = new Map<string, Folded['fresh'][number]>()
  const pause = createSlices()
  for (let at = 0; at < events.length; at += readAtOnce) {
    await pause()
    const some = events
      .slice(at, at + readAtOnce)
      .flatMap((event) => projection.ids(event).map((id) => ({ event, id })))
    const unread = some.map(({ id }) => id).filter((id) => !before.has(id))
    for (const id of unread) before.set(id, undefined)
    for (const document of await documents.collection<D>(collection).getMany(unread)) {
      before.set(document.id, document)
      after.set(document.id, document)
    }
    for (const { event, id } of some) {
      const others = pause() // not awaited for nothing: that takes as long as many a fold
      if (others) await others
      if (aside.has(id) || fresh.has(id)) continue
      try {
        after.set(id, foldEvent(projection, after.get(id), event, id))
      } catch (error) {
        const { type, stream, position } = event
        const about = { collection, document: id, type, stream, position: String(position), error: String(error) }
        fresh.set(id, { note: setAside(about), error })
      }
    }
  }
  // What is handed out of a damaged stream stands before its damage.
  for (const error of damaged) {
    for (const note of await setAsideDamaged(projection, error, store, collection)) {
      if (!aside.has(note.document) && !fresh.has(note.document)) fresh.set(note.document, { note, error })
    }
  }
  const puts: Put[] = []
  const removes: Change[] = []
  for (const [id, document] of after) {
    if (document === before.get(id)) continue
    if (document) puts.push({ collection, put: document })
    else removes.push({ collection, remove: id })
  }
  // Notes come last: a document whose note is stored is not folded on, so it must be stored by then.
  puts.push(...putSetAside([...fresh.values()].map(({ note }) => note)))
  return { puts, removes, fresh: [...fresh.values()] }
}

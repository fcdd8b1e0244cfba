// Folds a batch of events, and sets aside the documents that cannot be folded.
import { type Change, type Document, type DocumentStore, everyDocument, type Put } from '#infra/documents/store.ts'
import type { Batch, EventStore } from '#infra/events/store.ts'
import { DamagedEvent, decode, type StoredEvent } from '#infra/events/stored-event.ts'
import { createSlices } from '#infra/slices.ts'
import { CannotFold, foldEvent, type Projection, type SetAside } from './projection.ts'

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
    for (const document of await documents.collection<D>(collection).getMany(unread, { awaited: false })) {
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

const notesCollection = 'set_aside'

const idOf = (of: string, document: string) => `${of} ${document}`

/** The documents of a collection that are set aside, by their ids. */
export async function setAsideIn(of: string, documents: DocumentStore): Promise<Map<string, SetAside>> {
  const found = new Map<string, SetAside>()
  for await (const each of everyDocument<SetAside>(documents, notesCollection)) {
    if (each.collection === of) found.set(each.document, each)
  }
  return found
}

/** The note that a document is set aside. */
const setAside = (about: Omit<SetAside, 'id' | 'revision'>): SetAside => ({
  id: idOf(about.collection, about.document),
  revision: 0,
  ...about,
})

/** Records notes of documents that are set aside. */
const putSetAside = (notes: SetAside[]): Put[] => notes.map((put) => ({ collection: notesCollection, put }))

/** The notes that the documents of a damaged stream are set aside. */
async function setAsideDamaged(
  projection: Projection<Document>,
  { stream, position, message: error }: DamagedEvent,
  events: Pick<EventStore, 'readStored'>,
  of: string,
): Promise<SetAside[]> {
  const ids = new Set<string>()
  for await (const event of events.readStored(stream)) for (const id of idsOf(projection, event)) ids.add(id)
  const about = { stream, error, damaged: true as const, ...(position ? { position: String(position) } : {}) }
  return [...ids].map((document) => setAside({ collection: of, document, ...about }))
}

/** The documents that an event touches, as far as that can be said of one that may be damaged. */
function idsOf(projection: Projection<Document>, event: StoredEvent): readonly string[] {
  try {
    return projection.ids(decode(event))
  } catch {
    return idsOfStream(projection, event)
  }
}

/** The documents that are named by the stream alone. */
function idsOfStream(projection: Projection<Document>, { stream, revision, position, id, type }: StoredEvent) {
  const by = { id: '', name: '', role: 'admin' } as const
  try {
    return projection.ids({ stream, revision, position, id, type, data: {}, by, at: '' })
  } catch {
    return []
  }
}

/** The changes that forget what is set aside of a collection that is dropped. */
export const forgetSetAside = async (of: string, documents: DocumentStore): Promise<Change[]> =>
  [...(await setAsideIn(of, documents)).values()].map(({ id }) => ({ collection: notesCollection, remove: id }))

/**
 * Folds again what is set aside of a collection, each document from its stream. That succeeds in a version that can
 * fold the event, or once a damaged stream is restored. Answers the changes for one document at a time, with its id;
 * nothing for one that still cannot be folded.
 */
export async function* refoldSetAside<D extends Document>(
  projection: Projection<D>,
  events: Pick<EventStore, 'read'>,
  notes: ReadonlyMap<string, SetAside>,
): AsyncGenerator<{ document: string; changes: Change[] }> {
  for (const { id, document, stream, collection: of } of notes.values()) {
    try {
      let folded: D | undefined
      for await (const event of events.read(stream)) {
        if (projection.ids(event).includes(document)) folded = foldEvent(projection, folded, event, document)
      }
      const change: Change = folded ? { collection: of, put: folded } : { collection: of, remove: document }
      yield { document, changes: [change, { collection: notesCollection, remove: id }] }
    } catch (error) {
      if (!(error instanceof CannotFold || error instanceof DamagedEvent)) throw error
    }
  }
}

import { type Change, type Document, type DocumentStore, everyDocument, type Put } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { DamagedEvent, decode, type StoredEvent } from '#infra/events/stored-event.ts'
import { CannotFold, foldEvent, type Projection, type SetAside } from './projection.ts'

const collection = 'set_aside'

const idOf = (of: string, document: string) => `${of} ${document}`

/** The documents of a collection that are set aside, by their ids. */
export async function setAsideIn(of: string, documents: DocumentStore): Promise<Map<string, SetAside>> {
  const found = new Map<string, SetAside>()
  for await (const each of everyDocument<SetAside>(documents, collection)) {
    if (each.collection === of) found.set(each.document, each)
  }
  return found
}

/** The note that a document is set aside. */
export const setAside = (about: Omit<SetAside, 'id' | 'revision'>): SetAside => ({
  id: idOf(about.collection, about.document),
  revision: 0,
  ...about,
})

/** Records notes of documents that are set aside. */
export const putSetAside = (notes: SetAside[]): Put[] => notes.map((put) => ({ collection, put }))

/** The notes that the documents of a damaged stream are set aside. */
export async function setAsideDamaged(
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
  [...(await setAsideIn(of, documents)).values()].map(({ id }) => ({ collection, remove: id }))

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
      yield { document, changes: [change, { collection, remove: id }] }
    } catch (error) {
      if (!(error instanceof CannotFold || error instanceof DamagedEvent)) throw error
    }
  }
}

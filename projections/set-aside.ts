import { everyDocument } from '#infra/documents/every-document.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'

/** A document that stays as it was before an event that could not be folded. Its id is collection and document. */
export type SetAside = Document & {
  collection: string
  document: string
  stream: string
  /** The first event that could not be folded: its type, its position as a decimal string, and the error. */
  type: string
  position: string
  error: string
}

/** Where it is noted what is set aside. */
export const setAsideCollection = 'set_aside'

const idOf = (of: string, document: string) => `${of} ${document}`

/** The documents of a collection that are set aside, by their ids. */
export async function setAsideIn(of: string, documents: DocumentStore): Promise<Map<string, SetAside>> {
  const found = new Map<string, SetAside>()
  for await (const each of everyDocument<SetAside>(documents, setAsideCollection)) {
    if (each.collection === of) found.set(each.document, each)
  }
  return found
}

/** Notes that a document is set aside. */
export function setAside(note: Omit<SetAside, 'id' | 'revision'>): { note: SetAside; change: Change } {
  const put: SetAside = { id: idOf(note.collection, note.document), revision: 0, ...note }
  return { note: put, change: { collection: setAsideCollection, put } }
}

/** The changes that forget what is set aside of a collection that is dropped. */
export const forgetSetAside = async (of: string, documents: DocumentStore): Promise<Change[]> =>
  [...(await setAsideIn(of, documents)).values()].map(({ id }) => ({ collection: setAsideCollection, remove: id }))

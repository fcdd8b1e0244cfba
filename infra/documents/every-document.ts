import type { Document, DocumentStore } from './store.ts'

/** Every document of a collection, by id, a page at a time. */
export async function* everyDocument<D extends Document>(
  documents: DocumentStore,
  collection: string,
): AsyncGenerator<D> {
  let after: string | undefined
  do {
    const page = await documents.collection<D>(collection).find({ limit: 500, after })
    yield* page.documents
    after = page.next
  } while (after !== undefined)
}

import { expect, it, onTestFinished } from 'vitest'
import { openSqliteDocuments } from './documents/sqlite.ts'
import type { DocumentStore } from './documents/store.ts'
import { storeEpoch } from './store-epoch.ts'

// spec: 11.34
it('is one for all processes that begin at the same moment', async () => {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const begun = Promise.withResolvers<void>()
  // A process that has read that there is none yet when another one begins it.
  const late: DocumentStore = {
    ...documents,
    collection: (name) => {
      const collection = documents.collection<never>(name)
      return { ...collection, get: (id: string) => collection.get(id).finally(() => begun.promise) } as never
    },
  }
  const epochs = await Promise.all([storeEpoch(late), storeEpoch(documents).finally(begun.resolve)])
  expect([...epochs, await storeEpoch(documents)]).toEqual([epochs[0], epochs[0], epochs[0]])
})

import { expect, it, onTestFinished } from 'vitest'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import { snapshotsCollection } from '#infra/events/snapshots.ts'
import { eraseDocuments } from './erase-documents.ts'

it('leaves no snapshot of any stream: whose data is in it nobody looks up', async () => {
  const documents = openSqliteDocuments(':memory:')
  onTestFinished(() => documents.close())
  const snapshots = documents.collection(snapshotsCollection)
  await documents.write(
    ['order-1', 'a part of it'].map((id) => ({ collection: snapshotsCollection, put: { id, revision: 1 } })),
  )
  expect(await snapshots.count()).toBe(2)
  await eraseDocuments({ person: 'asha', orders: ['1'] }, documents, async () => undefined)
  expect(await snapshots.count()).toBe(0)
  await documents.write([{ collection: snapshotsCollection, put: { id: 'order-1', revision: 1 } }])
  expect(await snapshots.count()).toBe(1)
})

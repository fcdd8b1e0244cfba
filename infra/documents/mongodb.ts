import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb'
import { limitOf, pageOf } from './cursor.ts'
import { connect, duplicateKey, hasTooManyIndexes } from './mongodb-client.ts'
import { filterAndSort, filterOf, pathOf, type Stored, wordsOfDocument } from './mongodb-query.ts'
import {
  type Change,
  type Collection,
  checkCollection,
  type Document,
  type DocumentStore,
  type Fence,
  Fenced,
  inPieces,
  termOf,
  type Value,
  writtenAtOnce,
} from './store.ts'

/** How long reading or writing many may take, in milliseconds, where no person waits for it. */
const writeTimeoutMs = 10_000

/**
 * Read models in any MongoDB-compatible server: no transactions, no change streams. Each document is guarded by its
 * revision, so that writing it again is harmless. Throws `Misconfigured` when the server cannot be used.
 */
export async function openMongoDocuments(url: string): Promise<DocumentStore> {
  const connection = await connect(url, 'The document store')
  const { reach, started, close } = connection
  /** The searched fields of each collection: a document is written with the words it is found by. */
  const searchedFields = new Map<string, readonly string[]>()

  async function write(batch: Batch): Promise<void> {
    const documents = connection.database.collection<Stored>(batch.collection)
    // Not in order: one document that was there already must not keep the others out.
    const run = (operations: Operation[]) => documents.bulkWrite(operations, { ordered: false })
    const again = await run(batch.operations).then(() => [], isOlderRevision(batch.operations))
    // Either a newer one is there, or another process made the document between our read and our write.
    if (again.length > 0) await run(again).catch(isOlderRevision(again))
  }

  async function writeAll(changes: readonly Change[], fence: Fence | undefined): Promise<void> {
    const batches = batchesOf(changes, searchedFields) // all of them first: what cannot be kept must not come to light half-way
    for (const batch of batches) {
      if (fence) await check(fence)
      await reach(() => write(batch), writeTimeoutMs)
    }
    if (batches.length === 0) await (fence ? check(fence) : reach(async () => {}, 0))
  }

  async function check(fence: Fence): Promise<void> {
    const found = await reach((signal) =>
      connection.database.collection<Stored>(fence.collection).findOne({ _id: fence.id }, { signal }),
    )
    if (termOf(found ? fromStored(found) : undefined) !== fence.term) throw new Fenced()
  }

  return {
    soleWriter: false,
    damaged: new Promise(() => {}),
    async verify() {},

    collection<D extends Document>(name: string): Collection<D> {
      checkCollection(name)
      const collection = () => connection.database.collection<Stored>(name)
      return {
        get: (id) =>
          reach(async (signal) => {
            const found = await collection().findOne({ _id: id }, { signal })
            return found ? fromStored<D>(found) : undefined
          }),
        getMany: (ids, { awaited } = { awaited: true }) =>
          reach(
            async (signal) => {
              const options = { signal, batchSize: ids.length + 1 } // in one answer
              return (
                await collection()
                  .find({ _id: { $in: [...ids] } }, options)
                  .toArray()
              ).map(fromStored<D>)
            },
            awaited ? undefined : writeTimeoutMs,
          ),
        find: (query = {}) =>
          reach(async (signal) => {
            const limit = limitOf(query)
            const { filter, sort } = filterAndSort(query)
            const options = { sort, limit: limit + 1, batchSize: limit + 2, signal }
            const found = await collection().find(filter, options).toArray()
            return pageOf(found.slice(0, limit).map(fromStored<D>), query, found.length > limit)
          }),
        count: (where, { search, atMost } = {}) =>
          reach(async (signal) =>
            collection().countDocuments(filterOf(where, search), { signal, ...(atMost ? { limit: atMost } : {}) }),
          ),
        countBy: (field, where) =>
          reach(async (signal) => {
            const grouped = [{ $match: filterOf(where) }, { $group: { _id: `$${pathOf(field)}`, count: { $sum: 1 } } }]
            const counted = await collection().aggregate<{ _id: Value; count: number }>(grouped, { signal }).toArray()
            return new Map(counted.map(({ _id, count }) => [_id, count]))
          }),
        ensureIndex: (fields) =>
          reach(async () => {
            const keys = [...fields.map(pathOf), '_id'].map((path): [string, 1] => [path, 1])
            const make = collection().createIndex(new Map(keys))
            await make.catch((error) => {
              if (!hasTooManyIndexes(error)) throw error // without one it is found more slowly
            })
          }, 0),
        ensureCounts: async () => {}, // counted by the indexes
        ensureSearch: (fields) =>
          reach(async () => {
            searchedFields.set(name, fields)
            await collection().createIndex({ _words: 1, _id: 1 })
            // Those of a document that changes meanwhile are written with it.
            for await (const stored of collection().find({ _words: { $exists: false } }, { batchSize: 500 })) {
              const { _id, revision } = stored
              await collection().updateOne({ _id, revision }, { $set: wordsOfDocument(fromStored(stored), fields) })
            }
          }, 0),
      }
    },

    async write(changes, fence, ahead) {
      if (ahead) await inPieces(ahead, writtenAtOnce, (puts) => writeAll(puts, fence))
      await writeAll(changes, fence)
    },

    drop: (name) =>
      reach(async () => {
        checkCollection(name)
        await connection.database.dropCollection(name)
      }, 0),

    async compact() {}, // its operator's: docs/operations.md says how

    ...{ started, close },
  }
}

type Operation = AnyBulkWriteOperation<Stored>

/** How many documents are written at once: each write has its own time, however many a rebuild has to write. */
const maxOperations = 100

/** Changes to one collection, each to another document, so that their order does not matter. */
type Batch = { collection: string; ids: Set<string>; operations: Operation[] }

/** The changes in as few batches as keep their order: documents before the checkpoint that counts on them. */
function batchesOf(changes: readonly Change[], searched: ReadonlyMap<string, readonly string[]>): Batch[] {
  const batches: Batch[] = []
  for (const change of changes) {
    checkCollection(change.collection)
    const id = 'put' in change ? change.put.id : change.remove
    let batch = batches.at(-1)
    if (batch?.collection !== change.collection || batch.ids.has(id) || batch.operations.length >= maxOperations) {
      batch = { collection: change.collection, ids: new Set(), operations: [] }
      batches.push(batch)
    }
    batch.ids.add(id)
    const fields = searched.get(change.collection)
    batch.operations.push('put' in change ? replacing(change.put, fields) : { deleteOne: { filter: { _id: id } } })
  }
  return batches
}

/**
 * The guard: only an older revision is replaced. A kept one that is not older lets the upsert try to make the document
 * a second time, which the server refuses by the key.
 */
function replacing(document: Document, searched: readonly string[] | undefined): Operation {
  // By way of JSON: what the store is given is what every store would keep of it, and no BSON type comes in by chance.
  const { id, ...rest } = JSON.parse(JSON.stringify(document)) as Document
  const replacement = { ...rest, ...wordsOfDocument(rest, searched) }
  return { replaceOne: { filter: { _id: id, revision: { $lt: document.revision } }, replacement, upsert: true } }
}

/** Finds the operations refused since such a document exists. Throws any other error. */
const isOlderRevision =
  (operations: Operation[]) =>
  (error: unknown): Operation[] => {
    const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : []
    if (refused.length === 0 || refused.some(({ code }) => code !== duplicateKey)) throw error
    return refused.map(({ index }) => operations[index]!)
  }

const fromStored = <D extends Document>({ _id, _words, ...rest }: Stored): D => ({ id: _id, ...rest }) as D

import { randomBytes } from 'node:crypto'
import {
  Binary,
  type Collection,
  type Filter,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WithId,
} from 'mongodb'
import { connect, duplicateKey } from '#infra/documents/mongodb-client.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { inPages } from '#infra/slices.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { createKeyCache } from './key-cache.ts'
import { hasOwnKeys, type MasterKey, type MasterKeySource, openMasterKey, unwrapSecret } from './master-key.ts'
import { type PersonKey, type PersonKeys, unlessDamaged } from './person-keys.ts'
import { newKeyId, newStoreName, secretFor, wrappedFor } from './wrapping.ts'

type StoredKey = { _id: string; id: string; wrapped: Binary }
type StoredStore = { _id: 'store'; name: string; proof: Binary }
type StoredSecret = { _id: string; wrapped: Binary }
type StoredTombstone = { _id: string; at: string }

/**
 * How long this process uses cached keys while the store is away, in milliseconds. For so long it may still seal by a
 * key that was destroyed elsewhere. Only after longer than that is the person given a new key, so that nothing of the
 * new one is sealed by the old one.
 */
const rememberedMs = 5 * 60_000
const untilNewKeyMs = rememberedMs + 60_000
/** The age of a key in memory, in milliseconds, at which the store is asked again, beside the work. */
const askAgainMs = 20_000

/** Acknowledged once it is on disk, wherever the server keeps several copies. */
const durable = { writeConcern: { w: 'majority', journal: true } } as const
/** Only what is so: a key that another process is making may be lost yet, with a server that is, and seals nothing before. */
const onlyDurable = { readConcern: { level: 'majority' } } as const

const rotatedBeside = 'The master key was replaced. Restart this process with the new one.'

type Address = { url: string; database: string }
/**
 * `create`: whether a store is begun where there is none. `rotate`: whether a rotation of the master key that was begun is ended,
 * by which servers that run with the former one fail.
 */
type Options = { create?: boolean; rotate?: boolean; now?: () => number; monotonic?: () => number }

/** The collections of the keys, and what reaches them in time. */
async function openCollections({ url, database }: Address) {
  const connection = await connect(url, 'The key store', database)
  const { reach, started, close } = connection
  const keys = () => connection.database.collection<StoredKey>('keys')
  const stores = () => connection.database.collection<StoredStore>('stores')
  const tombstones = () => connection.database.collection<StoredTombstone>('tombstones')
  const secrets = () => connection.database.collection<StoredSecret>('secrets')

  /** Yields all documents of a collection, read a page at a time. */
  function every<Stored extends { _id: string }>(collection: () => Collection<Stored>) {
    const options = { sort: { _id: 1 as const }, limit: 500, batchSize: 501 }
    return inPages(options.limit, (last?: WithId<Stored>) => {
      const beyond = { _id: { $gt: last?._id ?? '' } } as Filter<Stored>
      return reach((signal) =>
        collection()
          .find(beyond, { signal, ...options })
          .toArray(),
      )
    })
  }

  return { keys, stores, tombstones, secrets, reach, every, started, close }
}

/** Opens what wraps the keys, by the master key, and answers it with the name of the store; undefined where none may be begun. */
async function openWrapping(
  source: MasterKeySource,
  { keys, stores, secrets, reach, every }: Awaited<ReturnType<typeof openCollections>>,
  { create, rotate }: { create: boolean; rotate: boolean },
) {
  const store = () => reach((signal) => stores().findOne({ _id: 'store' }, { signal, ...onlyDurable }))
  async function readProof() {
    const found = await store()
    return found ? { wrapped: found.proof.value() as Uint8Array } : undefined
  }

  /** Wraps everything anew that the former master key has wrapped. */
  async function wrapAnew({ rewrapped }: MasterKey): Promise<void> {
    // Read a page at a time, and only what is there yet is changed: a key may be destroyed meanwhile.
    for await (const { _id, id, wrapped } of every(keys)) {
      const fresh = rewrapped(wrapped.value(), wrappedFor({ id, person: _id }))
      if (fresh) await reach(() => keys().updateOne({ _id, id }, { $set: { wrapped: new Binary(fresh) } }, durable))
    }
    for (const { _id, wrapped } of await reach(() => secrets().find({}).toArray())) {
      const fresh = rewrapped(wrapped.value(), secretFor(_id))
      if (fresh) await reach(() => secrets().updateOne({ _id }, { $set: { wrapped: new Binary(fresh) } }, durable))
    }
  }

  async function endRotation(master: MasterKey): Promise<void> {
    if (master.isRotating) {
      await wrapAnew(master)
      // The proof afterwards: until then, and where it was killed, what either key has wrapped opens.
      await reach(() => stores().updateOne({ _id: 'store' }, { $set: { proof: new Binary(master.proof()) } }, durable))
    }
    // A process with the former key may have made some until then. What it makes later it takes back.
    if (master.opensFormer) await wrapAnew(master)
    await master.done()
  }

  async function keep(wrapped: Buffer) {
    await reach(() =>
      stores().updateOne(
        { _id: 'store' },
        { $setOnInsert: { name: newStoreName(), proof: new Binary(wrapped) } },
        { upsert: true, ...durable },
      ),
    ).catch(unlessThere)
    return readProof()
  }

  if (!create && !(await store())) return undefined
  const master = await openMasterKey(source, readProof, keep, { rotate })
  const { name } = (await store())!
  if (rotate) {
    await reach(() => keys().createIndex({ id: 1 }, { unique: true }))
    await endRotation(master)
  }
  const { wrapping } = master

  const isInForce = async () => master.isInForce(await readProof())
  const outOfForce = () => new Unavailable('The key store', new Misconfigured(rotatedBeside))

  /**
   * Inserts what this process has wrapped, unless there is one already. Throws `Unavailable`, and leaves nothing, where the master
   * key was rotated beside it: no other process could open it.
   */
  async function insertInForce<Stored extends StoredKey | StoredSecret>(
    collection: () => Collection<Stored>,
    wrapped: Stored,
  ): Promise<void> {
    if (!(await isInForce())) throw outOfForce()
    await reach(() => collection().insertOne(wrapped as OptionalUnlessRequiredId<Stored>, durable)).catch(unlessThere)
    // Where that cannot be read it stays: others may have sealed by it.
    if (await isInForce()) return
    // As it was wrapped here: what the rotation has wrapped anew may be in use.
    await reach(() => collection().deleteOne(wrapped as Filter<Stored>, durable))
    throw outOfForce()
  }

  return { wrapping, name, insertInForce }
}

/**
 * The keys in a database of their own on a MongoDB-compatible server, for any number of processes; undefined where there
 * are none and none may be begun. Throws `Misconfigured` when the server cannot be used, or by this master key.
 */
export async function openMongoKeys(
  address: Address,
  source: MasterKeySource,
  { create = true, rotate = true, now = Date.now, monotonic = () => performance.now() }: Options = {},
): Promise<PersonKeys | undefined> {
  const collections = await openCollections(address)
  const { keys, stores, tombstones, secrets, reach, every } = collections
  const opened = await openWrapping(source, collections, { create, rotate }).catch(async (error) => {
    await collections.close()
    throw error
  })
  if (!opened) return void (await collections.close())
  const { wrapping, insertInForce } = opened
  let { name } = opened
  collections.started()
  const cache = createKeyCache(rememberedMs, monotonic)

  const asWrapped = ({ _id: person, id, wrapped }: StoredKey) => ({ person, id, wrapped: Buffer.from(wrapped.value()) })
  const remember = (key: StoredKey, since: number) => cache.open(wrapping, asWrapped(key), since)

  const openSecret = ({ _id, wrapped }: StoredSecret) => unwrapSecret(wrapping, _id, Buffer.from(wrapped.value()))

  const asking = new Set<string>()

  /** Checks again, beside the work, whether a key in memory still exists. */
  function askAgain(person: string): void {
    if (cache.age(person) < askAgainMs || asking.has(person)) return
    asking.add(person)
    const since = cache.forgotten()
    void find(person)
      .then((found) => (found ? remember(found, since) : cache.forget(person)))
      .catch(() => {}) // while it cannot be reached, what is known counts
      .finally(() => asking.delete(person))
  }

  const find = (person: string) => reach((signal) => keys().findOne({ _id: person }, { signal, ...onlyDurable }))

  async function makeKey(person: string): Promise<PersonKey> {
    const buried = await reach((signal) => tombstones().findOne({ _id: person }, { signal }))
    if (buried && now() - Date.parse(buried.at) < untilNewKeyMs) throw new Unavailable('The key store')
    const key = { id: newKeyId(name), secret: randomBytes(32) }
    const wrapped = new Binary(wrapping.wrap(key.secret, wrappedFor({ id: key.id, person })))
    await insertInForce(keys, { _id: person, id: key.id, wrapped })
    const since = cache.forgotten()
    const stored = await find(person) // another process may have been first
    if (!stored) throw new Unavailable('The key store')
    return remember(stored, since)
  }

  return {
    get name() {
      return name
    },

    ...cache.cachedLookups(wrapping, {
      async findOrMake(person) {
        const since = cache.forgotten()
        const found = await find(person)
        return found ? remember(found, since) : makeKey(person)
      },
      async find(ids) {
        const $in = [...ids]
        const options = { batchSize: ids.length + 1 } // in one answer
        const stored = await reach((signal) =>
          keys()
            .find({ id: { $in } }, { signal, ...options })
            .toArray(),
        )
        return stored.map(asWrapped)
      },
      onKnown: askAgain,
    }),

    async destroy(person) {
      cache.forget(person)
      const before = await reach((signal) => tombstones().findOne({ _id: person }, { signal }))
      if (before && !(await find(person))) return before.at
      const at = new Date(now()).toISOString()
      // The tombstone first: what is killed in between is known to be unfinished by the key that is there still.
      await reach(() => tombstones().updateOne({ _id: person }, { $set: { at } }, { upsert: true, ...durable }))
      await reach(() => keys().deleteOne({ _id: person }, durable))
      cache.forget(person)
      return at
    },

    isDestroyed: async (person) =>
      (await reach((signal) => tombstones().findOne({ _id: person }, { signal }))) !== null,

    async *destroyed() {
      for await (const { _id: person, at } of every(tombstones)) yield { person, at }
    },

    async secret(name, initial) {
      const findSecret = () => reach((signal) => secrets().findOne({ _id: name }, { signal, ...onlyDurable }))
      const found = await findSecret()
      if (found) return openSecret(found)
      await insertInForce(secrets, {
        _id: name,
        wrapped: new Binary(wrapping.wrap(Buffer.from(initial), secretFor(name))),
      })
      const stored = await findSecret() // another process may have been first
      if (!stored) throw new Unavailable('The key store')
      return openSecret(stored)
    },

    async secrets() {
      const found = await reach((signal) => secrets().find({}, { signal }).toArray())
      return new Map(found.map((stored) => [stored._id, openSecret(stored)]))
    },

    async *everyKey() {
      const since = cache.forgotten()
      for await (const key of every(keys)) yield { person: key._id, ...remember(key, since) }
    },

    damaged: cache.damaged,

    async verify() {
      const since = cache.forgotten()
      for await (const key of every(keys)) unlessDamaged(() => remember(key, since))
    },

    async takeOver(from) {
      if (name !== from.name && (await reach(() => keys().countDocuments())) > 0) throw hasOwnKeys(address.database)
      await reach(() => stores().updateOne({ _id: 'store' }, { $set: { name: from.name } }, durable))
      name = from.name
      const gone = new Map((await Array.fromAsync(from.destroyed())).map(({ person, at }) => [person, at]))
      for (const [person, at] of gone) {
        await reach(() => tombstones().updateOne({ _id: person }, { $set: { at } }, { upsert: true, ...durable }))
        cache.forget(person)
      }
      for (const [name, secret] of await from.secrets()) {
        const $set = { wrapped: new Binary(wrapping.wrap(Buffer.from(secret), secretFor(name))) }
        await reach(() => secrets().updateOne({ _id: name }, { $set }, { upsert: true, ...durable }))
      }
      for await (const { person, id, secret } of from.everyKey()) {
        const $set = { id, wrapped: new Binary(wrapping.wrap(secret, wrappedFor({ id, person }))) }
        await reach(() => keys().updateOne({ _id: person }, { $set }, { upsert: true, ...durable }))
        gone.delete(person)
      }
      // Destroyed there since they were taken over.
      for (const person of gone.keys()) await reach(() => keys().deleteOne({ _id: person }, durable))
    },

    forget: cache.forget,
    forgotten: cache.forgotten,

    close: collections.close,
  }
}

/** Throws what went wrong, unless it is that there is one already. */
function unlessThere(error: unknown): void {
  if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error
}

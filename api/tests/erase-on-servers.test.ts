import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { GetObjectCommand, ListMultipartUploadsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { EventStoreDBClient } from '@eventstore/db-client'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import webPush from 'web-push'
import { erase, exports, marks, onlySealed, scene, seeded, seen } from '#api/testing/erasable-person.ts'
import { filesIn, foundIn } from '#api/testing/files.ts'
import { shared } from '#api/testing/server-process.ts'
import type { TestServer } from '#api/testing/test-server.ts'
import { databaseNameIn } from '#infra/documents/mongodb-database-name.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { keysDatabaseBeside } from '#infra/keys/open.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'

/** A place where something is stored, by its name, and the bytes there. */
type StoredBytes = { place: string; bytes: Buffer }

/** Where words stand in what is stored. */
const leftIn = (stored: readonly StoredBytes[], words: readonly string[]) =>
  stored.flatMap(({ place, bytes }) => foundIn(bytes, words).map((word) => `${place}: ${word}`))

/** An event store of a test's own: streams on the server of EVENTSTORE_URL, or a double of it. */
async function ownEventStore() {
  const eventStorePrefix = `atelier-test-${randomUUID()}`
  const real = process.env.EVENTSTORE_URL
  if (real) return { eventStoreUrl: real, eventStorePrefix }
  const double = await startDouble()
  onTestFinished(double.close)
  return { eventStoreUrl: double.url, eventStorePrefix }
}

type EventStorePlace = Awaited<ReturnType<typeof ownEventStore>>

/** Every event of the product, as the server has it: its stream, its type, its data and its metadata. */
async function eventsIn({ eventStoreUrl, eventStorePrefix }: EventStorePlace): Promise<StoredBytes[]> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  const all: StoredBytes[] = []
  try {
    for await (const { event } of client.readAll()) {
      if (!event?.streamId.startsWith(eventStorePrefix)) continue
      const { streamId, type, revision, id, data, metadata } = event
      const contents = [data, metadata].map((each) =>
        Buffer.from(each instanceof Uint8Array ? each : JSON.stringify(each ?? null)),
      )
      const about = Buffer.from([streamId, type, id].join('\n'))
      all.push({ place: `${streamId} ${revision}, ${type}`, bytes: Buffer.concat([about, ...contents]) })
    }
  } finally {
    await client.dispose()
  }
  return all
}

/** Every document of every collection of some databases, as BSON; and what each collection and its indexes are called. */
async function documentsIn(url: string, databases: readonly string[]): Promise<StoredBytes[]> {
  const client = await new MongoClient(url).connect()
  const all: StoredBytes[] = []
  try {
    for (const database of databases) {
      for (const { name } of await client.db(database).listCollections().toArray()) {
        const collection = client.db(database).collection(name)
        const place = `${database}.${name}`
        all.push({ place, bytes: Buffer.from(JSON.stringify([name, await collection.indexes()])) })
        // With `raw` a document is the bytes that the server has sent.
        for await (const document of collection.find({}, { raw: true })) {
          all.push({ place, bytes: document as unknown as Buffer })
        }
      }
    }
  } finally {
    await client.close()
  }
  return all
}

/** Every version of every object of a bucket, with its name and what is said of it; and uploads that were not ended. */
async function objectsIn({ endpoint, bucket: Bucket }: { endpoint: string; bucket: string }): Promise<StoredBytes[]> {
  const client = new S3Client({ endpoint, forcePathStyle: true })
  const all: StoredBytes[] = []
  try {
    const {
      Versions = [],
      DeleteMarkers = [],
      IsTruncated,
    } = await client.send(new ListObjectVersionsCommand({ Bucket }))
    expect(IsTruncated).toBe(false)
    for (const { Key } of DeleteMarkers) all.push({ place: `${Key}, deleted`, bytes: Buffer.from(Key!) })
    for (const { Key, VersionId } of Versions) {
      const { Body, $metadata: _, ...said } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))
      const content = await Body!.transformToByteArray()
      all.push({ place: Key!, bytes: Buffer.concat([Buffer.from(JSON.stringify([Key, said])), content]) })
    }
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key } of Uploads) all.push({ place: `${Key}, not ended`, bytes: Buffer.from(Key!) })
  } finally {
    client.destroy()
  }
  return all
}

const all = [...marks, seen.address, 'Quibberish']

// spec: 11.56
it('after an erase no byte of the person is left in EventStoreDB, and none was before', async () => {
  const events = await ownEventStore()
  const { server, admin } = await scene(events)
  const { id, endpoint } = await seeded(server, admin)
  const before = await eventsIn(events)
  const types = before.map(({ place }) => place.split(', ')[1])
  expect(types).toEqual(expect.arrayContaining(['LeadSubmitted', 'AccountRegistered', 'OrderOpened', 'FileShared']))
  expect(leftIn(before, [...all, endpoint])).toEqual([])
  await erase(admin, id)
  expect(leftIn(await eventsIn(events), [...all, endpoint])).toEqual([])
})

describe.runIf(hasServers)('on MongoDB and S3', () => {
  /** Servers of a test's own, and what is kept there. */
  async function place() {
    const [events, { mongodbUrl, s3, remove }] = [await ownEventStore(), await ownServers()]
    onTestFinished(remove)
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const database = databaseNameIn(mongodbUrl)
    return {
      settings: {
        ...{ ...events, mongodbUrl, s3 },
        ...{ sessionSecret: shared.SESSION_SECRET, masterKey: shared.MASTER_KEY },
        push: { local: true, keys: { publicKey, privateKey } },
      },
      /** All that is kept; mails and secrets are in the data folder. */
      everything: async ({ dataDir }: TestServer) => [
        ...(await Promise.all(
          (await filesIn(dataDir)).map(async (place) => ({ place, bytes: await readFile(place) })),
        )),
        ...(await eventsIn(events)),
        ...(await documentsIn(mongodbUrl, [database, keysDatabaseBeside(database)])),
        ...(await objectsIn(s3)),
      ],
      keysOf: (person: string) => keysOf(mongodbUrl, keysDatabaseBeside(database), person),
    }
  }

  /** How many keys there are of a person. */
  async function keysOf(url: string, database: string, person: string) {
    const client = await new MongoClient(url).connect()
    const count = await client
      .db(database)
      .collection('keys')
      .countDocuments({ _id: person as never })
    await client.close()
    return count
  }

  // spec: 11.56
  // security: 14.7
  it('after an erase no byte of the person is left: in documents, keys, objects, events, an export', async () => {
    const { settings, everything, keysOf } = await place()
    const { server, admin } = await scene(settings)
    const { id, orderId, endpoint } = await seeded(server, admin)
    const words = [...all, endpoint]
    await expect
      .poll(async () => {
        const before = leftIn(await everything(server), words).join('\n')
        return words.filter((word) => !before.includes(word))
      })
      .toEqual(onlySealed)
    expect(await keysOf(id)).toBe(1)

    await erase(admin, id)

    expect(leftIn(await everything(server), words)).toEqual([])
    expect(await keysOf(id)).toBe(0)
    for (const path of exports(orderId)) {
      const { status, text } = await admin.get(path)
      expect([path, status, foundIn(Buffer.from(text), words)]).toEqual([path, 200, []])
    }
    await server.restart()
    expect(leftIn(await everything(server), words)).toEqual([])
  })

  // spec: 11.57
  // security: 14.7
  it('another process drops what it has in memory of a person who is erased', async () => {
    const { settings, everything, keysOf } = await place()
    const { server, admin } = await scene(settings)
    const { id, orderId, cookie } = await seeded(server, admin)
    const { server: other } = await scene({ ...settings, role: 'api' })
    const elsewhere = await other.admin()
    const theirs = Object.assign(other.visitor(), { cookie })
    const page = await theirs.connect()
    const ended = new Promise((resolve) => page.socket.once('disconnect', resolve))
    const said = async (path: string) => foundIn(Buffer.from((await elsewhere.get(path)).text), marks)
    // What it is asked for now, it has in memory from now on.
    expect(await said(`/api/get-single-order?id=${orderId}`)).toContain('Flonkish')
    expect(await said(`/api/get-history?id=${orderId}`)).toContain('Flonkish')
    expect((await theirs.get('/api/session')).status).toBe(200)

    await erase(admin, id)

    await ended
    expect((await theirs.get('/api/session')).status).toBe(401)
    for (const path of exports(orderId)) await expect.poll(async () => [path, await said(path)]).toEqual([path, []])
    // Nor did it make anything of it again by what it was asked.
    for (const each of [server, other]) expect(leftIn(await everything(each), all)).toEqual([])
    expect(await keysOf(id)).toBe(0)
  })
})

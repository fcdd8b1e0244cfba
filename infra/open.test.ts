import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registered } from '#domain/samples.ts'
import { openEventStoreDb } from './events/eventstoredb.ts'
import { readAddress } from './events/eventstoredb-connection.ts'
import { startDouble } from './events/testing/double.ts'
import { Misconfigured } from './misconfigured.ts'
import { openStores } from './open.ts'
import { openGate } from './testing/gate.ts'
import { removeDatabase } from './testing/servers.ts'

const { MONGODB_URL: mongodb, S3_ENDPOINT: endpoint } = process.env

async function dataFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-open-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

describe('opening the stores', () => {
  it('embeds them when nothing is set, and says where', async () => {
    const dataDir = await dataFolder()
    const stores = await openStores({ dataDir })
    await stores.close()
    expect(stores.lines).toEqual([
      `events     SQLite, ${join(dataDir, 'events.db')}`,
      `keys       SQLite, ${join(dataDir, 'keys')}`,
      `documents  SQLite, ${join(dataDir, 'documents.db')}`,
      `files      disk, ${join(dataDir, 'files')}`,
    ])
  })

  it('lets go of the data folder when one of them cannot be had', async () => {
    const dataDir = await dataFolder()
    const gate = await openGate('http://localhost:1')
    await gate.close()
    const s3 = { endpoint: gate.url, bucket: 'atelier' }
    await expect(openStores({ dataDir, s3 })).rejects.toBeInstanceOf(Misconfigured)
    const stores = await openStores({ dataDir })
    await stores.close()
  })

  it('refuses documents that were made from other events, and takes them with their own', async () => {
    const [dataDir, double] = [await dataFolder(), await startDouble()]
    onTestFinished(double.close)
    const open = async (settings: { eventStoreUrl?: string } = {}) => {
      const stores = await openStores({ dataDir, ...settings })
      await stores.events.append('account-asha', -1, [{ ...registered, id }])
      await stores.close()
    }
    const id = randomUUID()
    await open()
    await open() // from now on it is known which events they are
    const elsewhere = { eventStoreUrl: double.url }
    const sentence = `The documents (SQLite, ${join(dataDir, 'documents.db')}) belong to other events than these (EventStoreDB, ${new URL(double.url).host}). Set the matching store or an empty one. \`npm run migrate\` moves both.`
    await expect(open(elsewhere)).rejects.toThrow(new Misconfigured(sentence))
    // The same event, in the other store's own place.
    const events = openEventStoreDb(readAddress(double.url), 'atelier.')
    await events.append('account-asha', -1, [{ ...registered, id }])
    await events.close()
    await expect(open(elsewhere)).rejects.toThrow(new Misconfigured(sentence))
    await open()
  })
})

describe('opening stores whose personal data is sealed', () => {
  /** A data folder with an account in it, whose keys are in their own folder. */
  async function sealedFolder() {
    const [dataDir, keysDir] = [await dataFolder(), await dataFolder()]
    const stores = await openStores({ dataDir, keysDir })
    await stores.events.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
    await stores.close()
    return { dataDir, keysDir }
  }
  const names = async (folder: string) => (await readdir(folder)).filter((name) => !name.endsWith('.lock'))

  it('has no name in the events, and reads it by the keys', async () => {
    const { dataDir, keysDir } = await sealedFolder()
    expect((await readFile(join(dataDir, 'events.db'))).includes(registered.data.email)).toBe(false)
    const stores = await openStores({ dataDir, keysDir })
    const [read] = await Array.fromAsync(stores.events.read('account-asha'))
    await stores.close()
    expect(read).toMatchObject(registered)
  })

  it('is refused without the keys, in a sentence, and begins none', async () => {
    const { dataDir } = await sealedFolder()
    const sentence = `The personal data in these events is encrypted and its keys are not in ${join(dataDir, 'keys')}. Set KEYS_DIR or KEYS_DATABASE, or restore the latest key backup there (docs/operations.md).`
    await expect(openStores({ dataDir })).rejects.toThrow(new Misconfigured(sentence))
    await expect(names(join(dataDir, 'keys'))).rejects.toThrow('ENOENT')
  })

  it('is refused with the keys of another store', async () => {
    const [one, other] = [await sealedFolder(), await sealedFolder()]
    const refused = openStores({ dataDir: one.dataDir, keysDir: other.keysDir })
    await expect(refused).rejects.toThrow('its keys are not in')
    await (await openStores(one)).close()
  })

  it('opens with keys from before the latest person, whose events alone cannot be read', async () => {
    const settings = await sealedFolder()
    const before = await dataFolder()
    await cp(settings.keysDir, before, { recursive: true })
    const stores = await openStores(settings)
    const by = { ...registered.by, id: 'ravi' }
    await stores.events.append('account-ravi', -1, [{ ...registered, id: randomUUID(), by }])
    await stores.close()
    const again = await openStores({ ...settings, keysDir: before })
    onTestFinished(again.close)
    expect(await Array.fromAsync(again.events.read('account-asha'))).toMatchObject([{ data: registered.data }])
    const dark = Array.fromAsync(again.events.read('account-ravi'))
    await expect(dark).rejects.toThrow('ravi’s personal data key is missing or damaged')
  })

  it.each([
    ['the name of a key store that there is not', 'replace(content, \'"key":"\', \'"key":"x\')'],
    ['the id of a key that there is not', "replace(content, '.', '.x')"],
  ])('opens where an event was damaged so that it has %s', async (_, content) => {
    const settings = await sealedFolder()
    const database = new DatabaseSync(join(settings.dataDir, 'events.db'))
    database.exec(`update events set content = ${content}`)
    database.close()
    const stores = await openStores(settings)
    onTestFinished(stores.close)
    await expect(Array.fromAsync(stores.events.read('account-asha'))).rejects.toThrow(
      'it was changed after it was recorded',
    )
  })

  it('opens when a person was erased, who is called erased', async () => {
    const settings = await sealedFolder()
    const stores = await openStores(settings)
    await stores.keys.destroy('asha')
    await stores.close()
    const again = await openStores(settings)
    const [read] = await Array.fromAsync(again.events.read('account-asha'))
    await again.close()
    expect(read).toMatchObject({ data: { name: 'erased', email: '' } })
  })
})

describe.runIf(mongodb && endpoint)('opening the stores on servers', () => {
  // security: 13.5
  it('proves them by what will be asked of them, leaves nothing behind, and shows no password', async () => {
    const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
    const bucket = name.replaceAll('_', '-')
    const address = new URL(mongodb!)
    const mongodbUrl = Object.assign(new URL(mongodb!), { pathname: `/${name}`, search: 'appName=x' }).href
    const stores = await openStores({ dataDir: await dataFolder(), mongodbUrl, s3: { endpoint, bucket } })
    expect(stores.lines.slice(1)).toEqual([
      `keys       MongoDB, ${name}-keys`,
      `documents  MongoDB, mongodb://${address.host}/${name}`,
      `files      S3, bucket ${bucket} at ${endpoint}`,
    ])
    for await (const file of stores.files.list()) expect.fail(`${file} was left behind`)
    expect(await stores.documents.collection('proofs').count()).toBe(0)
    await stores.close()
    await removeDatabase(mongodb!, name)
    const s3 = new S3Client({ endpoint, forcePathStyle: true })
    await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
    s3.destroy()
  })
})

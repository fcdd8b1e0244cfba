import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { getSystemErrorMessage } from 'node:util'
import { holdLogs, refuseWithoutEvents } from './data-folder.ts'
import { openSqliteDocuments } from './documents/sqlite.ts'
import type { DocumentStore } from './documents/store.ts'
import { sampleSealed, sealedBy } from './events/key-coverage.ts'
import { sealEvents } from './events/sealed-store.ts'
import { openSqliteEvents } from './events/sqlite.ts'
import type { EventStore } from './events/store.ts'
import { openDiskFiles } from './files/disk.ts'
import type { FileStore } from './files/store.ts'
import { type KeySettings, keyFolderOf, keysMissing, openKeys } from './keys/open.ts'
import { keysName } from './keys/sqlite.ts'
import { addressIn } from './mail/mailer.ts'
import { openOutbox, outboxIn } from './mail/outbox.ts'
import type { Metrics } from './metrics.ts'
import { Misconfigured } from './misconfigured.ts'
import { makeDataPrivate, makeFolder } from './private-files.ts'
import { vapidKeys } from './push/keys.ts'
import { openWebPush } from './push/web-push.ts'
import type { Settings } from './settings.ts'
import { InUse, sizeOf } from './sqlite.ts'
import { verifyKeyPairing, verifyStorePairing } from './store-pairing.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

type EventSettings = Pick<Settings, 'dataDir' | 'eventStoreUrl' | 'eventStorePrefix' | 'eventStoreStartMs'>
type StoreSettings = EventSettings & KeySettings & Pick<Settings, 's3'> & { files?: Pick<Settings['files'], 'reserve'> }

/**
 * Opens the stores that the settings choose. Throws `Misconfigured` when one cannot be had, or they do not go together: data
 * that is there is then as it was, byte by byte. Data without its events is refused, unless a migration `brings` them. `rotate`
 * is that of `openKeys`.
 */
export async function openStores(chosen: StoreSettings, { brings = false, rotate = true } = {}) {
  const { dataDir, mongodbUrl, s3, files: { reserve } = { reserve: 0 }, ...settings } = chosen
  const folder = resolve(dataDir)
  if (!settings.eventStoreUrl && !brings) await refuseWithoutEvents(chosen)
  await makeFolder(folder).catch(({ code, message, errno }: NodeJS.ErrnoException) => {
    if (code === 'EEXIST') throw new Misconfigured(`Cannot use DATA_DIR: ${folder} is not a folder.`)
    const reason = errno === undefined ? message : getSystemErrorMessage(errno)
    throw new Misconfigured(`Cannot use DATA_DIR: ${reason}, ${folder}.`)
  })
  const databases = [join(folder, 'events.db'), join(folder, 'documents.db'), join(keyFolderOf(chosen), keysName)]
  const logs = await holdLogs(databases)
  const opened: { close(): Promise<void> }[] = []
  const close = async () => void (await Promise.all(opened.map((store) => store.close())))
  try {
    const stored = await openEvents({ dataDir, ...settings })
    opened.push(stored.store)
    const sealed = sealedBy(await sampleSealed(stored.store))
    const keys = await openKeys({ dataDir, mongodbUrl, ...settings }, sealed, { rotate })
    opened.push(keys.store)
    const events = { store: sealEvents(stored.store, keys.store), line: stored.line }
    const isLost = !mongodbUrl && sizeOf(join(folder, 'documents.db')) === 0 && (await stored.store.end()) > 0n
    const documents = await openDocuments(folder, mongodbUrl)
    if (isLost) console.error(lostDocuments(folder))
    opened.push(documents.store)
    if (!(await verifyStorePairing(events.store, documents.store))) {
      throw new Misconfigured(
        `The documents (${locationOf(documents)}) belong to other events than these (${locationOf(events)}). Set the matching store or an empty one. \`npm run migrate\` moves both.`,
      )
    }
    if (!(await verifyKeyPairing(keys.store, events.store, documents.store))) throw keysMissing(locationOf(keys))
    const files = await openFiles(folder, s3, reserve)
    opened.push(files.store)
    logs.close()
    return {
      /** With personal data opened as it is read; `sealEvents` says how. */
      events: events.store,
      keys: keys.store,
      documents: documents.store,
      files: files.store,
      /** One line for each store: what it is and where. */
      lines: [events.line, keys.line, documents.line, files.line],
      /** Makes what they keep on this machine private to its user. */
      makePrivate: (signal: AbortSignal) => makeDataPrivate(folder, keyFolderOf(chosen), signal),
      close,
    }
  } catch (error) {
    await close() // or what was opened would keep the process from ending
    await (error instanceof InUse ? logs.close() : logs.leave())
    throw error
  }
}

/**
 * Opens the channels of notifications, mail and push. Throws `Misconfigured` when one cannot be opened as the settings say.
 */
export async function openOutboundChannels({ dataDir, publicUrl, mail = {}, push = {} }: Settings) {
  const from = mail.from ?? `atelier@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`
  const folder = outboxIn(resolve(dataDir))
  const mailer = mail.smtpUrl
    ? (await import('./mail/smtp.ts')).openSmtp({ url: mail.smtpUrl, from, clearText: mail.clearText })
    : await openOutbox(mail.from ? { folder, fixedSender: from } : { folder, defaultSender: from })
  const keys = await vapidKeys(dataDir, push.keys)
  const pusher = openWebPush({ keys, subject: push.subject ?? `mailto:${addressIn(from)}`, local: push.local })
  return {
    mailer,
    pusher,
    /** One line for each: what carries it. */
    lines: [`mail       ${mail.smtpUrl ? `SMTP, ${new URL(mail.smtpUrl).host}` : `outbox, ${folder}`}`],
    async close() {
      await Promise.all([mailer.close(), pusher.close()])
    },
  }
}

/** Serves the metrics, if the settings ask for it. Throws `Misconfigured` when its port is not available. */
export async function openMetrics({ metricsPort, host }: Settings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  return (await import('./metrics.ts')).serveMetrics(metricsPort, host)
}

type Opened<Store> = { store: Store; line: string }

// The client of a server is loaded only when there is one to talk to: the two clients take longer than all the rest.

/** Opens the event store that the settings choose, alone, with personal data as it is stored. Throws `Misconfigured`. */
export async function openEvents(settings: EventSettings): Promise<Opened<EventStore>> {
  const { eventStoreUrl: url, eventStorePrefix: prefix, eventStoreStartMs: startMs } = settings
  if (!url) {
    const path = join(resolve(settings.dataDir), 'events.db')
    return { store: openSqliteEvents(path), line: `events     SQLite, ${path}` }
  }
  const { openVerifiedEventStoreDb } = await import('./events/eventstoredb-verification.ts')
  const [store, line] = await openVerifiedEventStoreDb(url, prefix, startMs)
  return { store, line: `events     ${line}` }
}

async function openDocuments(folder: string, url: string | undefined): Promise<Opened<DocumentStore>> {
  if (!url) {
    const path = join(folder, 'documents.db')
    return { store: openSqliteDocuments(path), line: `documents  SQLite, ${path}` }
  }
  const { openMongoDocuments } = await import('./documents/mongodb.ts')
  const store = await openMongoDocuments(url)
  await verified('MONGODB_URL', store, verifyDocuments)
  return { store, line: `documents  MongoDB, ${withoutPassword(url)}` }
}

async function openFiles(folder: string, s3: Settings['s3'], reserve: number): Promise<Opened<FileStore>> {
  if (!s3) {
    const path = join(folder, 'files')
    return { store: await openDiskFiles(path, { reserve }), line: `files      disk, ${path}` }
  }
  const { openS3Files } = await import('./files/s3.ts')
  const store = await openS3Files(s3)
  await verified(`S3_BUCKET ${s3.bucket}`, store, verifyFiles)
  return { store, line: `files      S3, bucket ${s3.bucket} at ${s3.endpoint ?? 'AWS'}` }
}

/** Tries in a store of others what will be requested of it later, so that a missing right comes to light at once. */
async function verified<Store extends { close(): Promise<void> }>(
  setting: string,
  store: Store,
  prove: (store: Store) => Promise<void>,
): Promise<void> {
  try {
    await prove(store)
  } catch (error) {
    await store.close()
    throw new Misconfigured(`Cannot use ${setting}: ${rootMessage(error)}.`)
  }
}

async function verifyDocuments(store: DocumentStore): Promise<void> {
  const collection = 'proofs'
  const put = { id: randomUUID(), revision: 0 }
  await store.write([{ collection, put }])
  if (!(await store.collection(collection).get(put.id))) throw new Error('it forgot a document')
  await store.write([{ collection, remove: put.id }])
}

async function verifyFiles(store: FileStore): Promise<void> {
  const name = randomUUID()
  await store.put(name, Readable.from(['proof']))
  const content = await store.get(name)
  if (!content || (await text(content)) !== 'proof') throw new Error('it forgot a file')
  await store.remove(name)
}

const rootMessage = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? rootMessage(cause) : message
}

/** Where a store is, without the word for what it is. */
const locationOf = ({ line }: { line: string }): string => line.replace(/^\w+ +/, '')

const lostDocuments = (folder: string): string =>
  `${join(folder, 'documents.db')} was missing. Lists are rebuilt from the events; unsent drafts and pending emails are lost.`

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*/, '')

import { once } from 'node:events'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { CommandError } from '#infra/control/ask-server.ts'
import { settle } from '#infra/files/store.ts'
import { makeFolder } from '#infra/private-files.ts'
import type { Settings } from '#infra/settings.ts'
import type { Collection, Contents } from './collect.ts'
import type { Collected } from './collect-worker.ts'
import { incomplete, nameAt, removeIncomplete } from './incomplete.ts'
import { databases } from './manifest.ts'

/** The source of a backup: the data folder of settings whose events and documents are in it. */
export type Source = Pick<Settings, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 's3'>

type BackupOptions = {
  /** The folder that backups are made in; `backups` in the data folder unless given. */
  to?: string
  /** Leaves the secrets out that are kept in the data folder. */
  withoutSecrets?: boolean
}

/** `damagedEvents`: what is damaged of the events, a sentence each. */
type Backup = Contents & { folder: string; damagedEvents: string[] }

/** The data folders that this process is backing up. */
const busy = new Set<string>()

/**
 * Backs up a data folder whose databases this process has open, while it goes on writing: one moment of events and
 * documents, then the files. The backup appears under its name once it is whole and durable; whatever fails leaves nothing.
 * Throws `CommandError`.
 */
export async function createBackup(source: Source, { to, withoutSecrets = false }: BackupOptions): Promise<Backup> {
  if (source.eventStoreUrl || source.mongodbUrl) {
    throw new CommandError(
      'Events or documents are on a server. Back them up with that server’s tools (docs/operations.md).',
    )
  }
  const dataDir = resolve(source.dataDir)
  if (busy.has(dataDir)) throw new CommandError('A backup is already running. Wait until it finishes.')
  busy.add(dataDir)
  try {
    return await backUp(dataDir, resolve(to ?? join(dataDir, 'backups')), {
      version: JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version,
      includeFiles: !source.s3,
      includeSecrets: !withoutSecrets,
    })
  } catch (error) {
    throw asCommandError(error)
  } finally {
    busy.delete(dataDir)
  }
}

async function backUp(
  dataDir: string,
  parent: string,
  options: Pick<Collection, 'version' | 'includeFiles' | 'includeSecrets'>,
): Promise<Backup> {
  await makeFolder(parent)
  await removeIncomplete(parent, 'atelier-', parent === join(dataDir, 'backups'))
  const snapshots: (Snapshot & { name: string })[] = []
  const createdAt = new Date().toISOString()
  const folder = join(parent, nameAt('atelier-', createdAt))
  const making = `${folder}${incomplete}`
  try {
    // One after the other without a wait between them, so that nothing is written in between: they show the same moment.
    for (const name of databases) snapshots.push({ name, ...takeSnapshot(join(dataDir, name)) })
    await mkdir(making, { mode: 0o700 })
    for (const { name, copyTo } of snapshots) await copyTo(join(making, name))
    for (const { close } of snapshots.splice(0)) close()
    const collected = await collectInThread({ dataDir, folder: making, createdAt, ...options })
    await rename(making, folder)
    await settle(parent)
    return { folder, ...collected }
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  } finally {
    for (const { close } of snapshots) close()
  }
}

async function collectInThread(workerData: Collection): Promise<Omit<Backup, 'folder'>> {
  const worker = new Worker(new URL('./collect-worker.ts', import.meta.url), { workerData })
  const ended = once(worker, 'exit').then(() => {
    throw new CommandError('The backup failed and was removed: it ended early.')
  })
  const [collected] = (await Promise.race([once(worker, 'message'), ended])) as [Collected]
  await worker.terminate()
  if ('refused' in collected) throw new CommandError(collected.refused)
  return collected
}

/** The error of the system or of SQLite, as a sentence. */
function asCommandError(error: unknown): unknown {
  const { code, errcode, message } = error as NodeJS.ErrnoException & { errcode?: number }
  if (errcode === undefined && !code?.startsWith('E')) return error
  return new CommandError(`The backup failed and was removed: ${message}.`)
}

/** How many pages are copied before others get their turn. */
const rate = 500

/** A database as it was at one moment, while its process goes on writing. */
type Snapshot = { copyTo(path: string): Promise<void>; close(): void }

/**
 * Takes a database as it is now. Its writer is not held up: the copy reads by a connection and a transaction of its own,
 * which sees none of what is written meanwhile. Without that transaction SQLite would begin anew with every write.
 */
function takeSnapshot(path: string): Snapshot {
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    // The transaction begins with its first read.
    reader.exec('begin')
    reader.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    reader.close()
    throw error
  }
  return {
    async copyTo(target) {
      await backup(reader, target, { rate })
    },
    close: () => reader.close(),
  }
}

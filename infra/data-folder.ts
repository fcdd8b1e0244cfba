import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { restoringName, secrets } from './backup/manifest.ts'
import { masterKeyName } from './keys/master-key.ts'
import { type KeySettings, keyFolderOf } from './keys/open.ts'
import { keysName } from './keys/sqlite.ts'
import { Misconfigured } from './misconfigured.ts'
import { sizeOf } from './sqlite.ts'

/**
 * Throws `Misconfigured`, which begins with `what`, where events are in no event store and not in the data folder either: opening
 * it would begin a new agency. Throws another error where the folder may not be looked into: it may have events then.
 */
export function requireEvents({ eventStoreUrl, dataDir }: EventSettings, what: string): void {
  const folder = resolve(dataDir)
  if (eventStoreUrl || statSync(join(folder, 'events.db'), { throwIfNoEntry: false })) return
  throw new Misconfigured(`${what}: ${folder} has no events.db.`)
}

type EventSettings = { eventStoreUrl?: string | undefined; dataDir: string }

/**
 * Throws `Misconfigured` where a data folder has no events but something else of Atelier. They are lost or elsewhere,
 * or a restore was killed: a start would begin a new, empty agency. Nothing is written. A first start that was killed
 * has its table of events before anything else, and goes on.
 */
export async function refuseWithoutEvents(settings: Pick<KeySettings, 'dataDir' | 'keysDir'>): Promise<void> {
  const folder = resolve(settings.dataDir)
  if (await hasTableOfEvents(join(folder, 'events.db'))) return
  if (existsSync(join(folder, restoringName))) {
    throw new Misconfigured(`The restore into ${folder} did not finish. Run it again (npm run restore).`)
  }
  const keys = keyFolderOf(settings)
  const isKeyThere = [keysName, masterKeyName].some((name) => existsSync(join(keys, name)))
  const found = [
    ...['events.db-wal', 'documents.db', ...secrets].filter((name) => sizeOf(join(folder, name)) > 0),
    ...['files', 'outbox', 'backups'].filter((name) => hasFile(join(folder, name))),
    ...(isKeyThere ? [relative(folder, keys).startsWith('..') ? `the keys in ${keys}` : relative(folder, keys)] : []),
  ]
  if (found.length === 0) return
  const names = new Intl.ListFormat('en-GB').format(found)
  throw new Misconfigured(
    `${folder} has no events, but ${names} ${found.length > 1 ? 'are' : 'is'} there. Put events.db and events.db-wal back, or restore a backup (npm run restore) into an empty folder.`,
  )
}

/** Whether there is a file in a folder, or below it. */
function hasFile(folder: string): boolean {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
}

/**
 * Whether a file of events, with its log, has a table of events. True for one that cannot be read: opening it throws why. A
 * connection to the file itself would make files beside it, so the log is read in a copy: it is small while the file is.
 */
async function hasTableOfEvents(path: string): Promise<boolean> {
  if (sizeOf(path) === 0) return false
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  if (mayHaveEvents(address)) return true
  if (sizeOf(`${path}-wal`) === 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'atelier-events-'))
  try {
    for (const end of ['', '-wal']) await copyFile(path + end, join(folder, `events.db${end}`))
    return mayHaveEvents(join(folder, 'events.db'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Whether a database has a table of events, or cannot be read. */
function mayHaveEvents(path: string | URL): boolean {
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return database.prepare(`select 1 from sqlite_schema where name = 'events'`).get() !== undefined
  } catch {
    return true // it is damaged, or not to be read
  }
}

/**
 * Holds the logs that a killed process has left beside databases, so that no process that opens and closes these takes them
 * over. `leave` also puts back what SQLite has changed beside them: for when all are closed, and no other process has them.
 */
export async function holdLogs(databases: readonly string[]): Promise<{ leave(): Promise<void>; close(): void }> {
  const held: { reader: DatabaseSync; index: string; before: Buffer | undefined }[] = []
  for (const path of databases) {
    if (sizeOf(path) === 0 || sizeOf(`${path}-wal`) === 0) continue
    const index = `${path}-shm`
    const before = await readFile(index).catch(() => undefined)
    try {
      const reader = new DatabaseSync(path, { readOnly: true })
      held.push({ reader, index, before })
      reader.prepare('select 1 from sqlite_schema').get()
    } catch {
      // Opening it to use it throws what is wrong with it.
    }
  }
  const close = () => {
    for (const { reader } of held) if (reader.isOpen) reader.close()
  }
  return {
    close,
    async leave() {
      close()
      for (const { index, before } of held) {
        if (before) await writeFile(index, before)
        else rmSync(index, { force: true })
      }
    },
  }
}

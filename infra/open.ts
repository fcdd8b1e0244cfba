import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openSqliteDocuments } from './documents/sqlite.ts'
import type { DocumentStore } from './documents/store.ts'
import { openSqliteEvents } from './events/sqlite.ts'
import type { EventStore } from './events/store.ts'
import { openDiskFiles } from './files/disk.ts'
import type { FileStore } from './files/store.ts'
import { Misconfigured } from './misconfigured.ts'
import type { Settings } from './settings.ts'

export type Stores = {
  events: EventStore
  documents: DocumentStore
  files: FileStore
  /** One line for each store: what it is and where. */
  lines: string[]
  close(): Promise<void>
}

/** Opens the stores that the settings choose. Throws `Misconfigured` when one cannot be had. */
export async function openStores({
  dataDir,
  eventStoreUrl,
}: Pick<Settings, 'dataDir' | 'eventStoreUrl'>): Promise<Stores> {
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new Misconfigured(`DATA_DIR cannot be used: ${error.message}.`)
  })
  // Its client takes time and memory, so that only those load it who use it.
  const [events, eventsLine] = eventStoreUrl
    ? await (await import('./events/eventstoredb-proof.ts')).openProvenEventStoreDb(eventStoreUrl)
    : [openSqliteEvents(join(folder, 'events.db')), `SQLite, ${join(folder, 'events.db')}`]
  const documents = openSqliteDocuments(join(folder, 'documents.db'))
  const files = await openDiskFiles(join(folder, 'files'))
  return {
    events,
    documents,
    files,
    lines: [
      `events     ${eventsLine}`,
      `documents  SQLite, ${join(folder, 'documents.db')}`,
      `files      disk, ${join(folder, 'files')}`,
    ],
    async close() {
      await Promise.all([events.close(), documents.close(), files.close()])
    },
  }
}

import { backup, DatabaseSync } from 'node:sqlite'

/** How many pages are copied before others get their turn. */
const rate = 500

/** A database as it was at one moment, while its process goes on writing. */
export type Snapshot = { copyTo(path: string): Promise<void>; close(): void }

/**
 * Takes a database as it is now. Its writer is not held up: the copy reads by a connection and a transaction of its own,
 * which sees none of what is written meanwhile. Without that transaction SQLite would begin anew with every write.
 */
export function takeSnapshot(path: string): Snapshot {
  const reader = new DatabaseSync(path, { readOnly: true })
  // The transaction begins with its first read.
  reader.exec('begin')
  reader.prepare('select count(*) from sqlite_schema').get()
  return {
    async copyTo(target) {
      await backup(reader, target, { rate })
    },
    close: () => reader.close(),
  }
}

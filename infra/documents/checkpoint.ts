import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { serveJobs } from '#infra/worker-pool.ts'

/**
 * In a thread of its own: moves the log of a database into the database, as far as no one reads what was there before. Who has
 * the database open writes on meanwhile, and does not wait for the disk.
 */
function takeOver(path: string): void {
  const file = pathToFileURL(path)
  file.search = '?mode=rw' // where it is gone, none is made
  try {
    const database = new DatabaseSync(file)
    database.exec('pragma wal_checkpoint(passive)')
    database.close()
  } catch {
    // A full disk, say: the next write throws it.
  }
}

serveJobs(takeOver)

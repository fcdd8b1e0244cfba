import { DatabaseSync } from 'node:sqlite'
import { Misconfigured } from './misconfigured.ts'

/** SQLite's own numbers of what it finds (https://www.sqlite.org/rescode.html). */
const [busy, corrupt, notADatabase] = [5, 11, 26]

/**
 * Opens a database and sets it up. Throws `Misconfigured` when another process has it open, when it cannot be written, and
 * when it is damaged: then with the `remedy`, the end of a sentence.
 */
export function openSqlite(path: string, remedy: string, setUp: (database: DatabaseSync) => void): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    setUp(database)
    return database
  } catch (error) {
    if (database?.isOpen) database.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === undefined) throw error
    throw new Misconfigured(`${path} ${problemOf(errcode & 0xff, message, remedy)}.`)
  }
}

function problemOf(code: number, message: string, remedy: string): string {
  if (code === busy) return 'is in use: another Atelier is running on this data folder'
  if (code === corrupt || code === notADatabase) return `is damaged, or no database: ${remedy}`
  return `cannot be opened for reading and writing: ${message}`
}

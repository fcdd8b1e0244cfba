import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { faultIn } from '#infra/sqlite.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { openSeal, otherSchema, type Row } from './seal.ts'
import { columnOf } from './sqlite-columns.ts'
import { columnName, tableName } from './sqlite-query.ts'
import { compareTally, talliesIn } from './sqlite-tally.ts'

/**
 * The first damage in a file of documents: in the file as a database, in a document, or in what documents are found,
 * sorted or counted by. Undefined when all is well. An index of words is verified as a database only, and so is all of
 * it where it has to be `quick`.
 */
export function findDamage(path: string, quick = false): string | undefined {
  const other = otherVersion(path)
  if (other) return other
  using database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('begin') // all of it as of one moment
    return quick
      ? (faultIn(database, 'quick_check') ?? otherSchema(database))
      : (faultIn(database, 'integrity_check') ?? otherSchema(database) ?? notAsWritten(database))
  } catch (error) {
    if (isOfTheSystem(error)) throw error
    return (error as Error).message // a table without its columns, say
  }
}

function notAsWritten(database: DatabaseSync): string | undefined {
  for (const collection of collectionsIn(database)) {
    const columns = database
      .prepare('select name from pragma_table_info(?)')
      .all(collection)
      .map(({ name }) => String(name))
    const fields = columns.flatMap((name) => (name.startsWith('/') ? [name.slice(1)] : []))
    const seal = columns.includes('seal') ? 'seal' : 'null as seal'
    const rows = database.prepare(
      `select ${['id', 'revision', 'body', seal, ...fields.map(columnName)].join(', ')} from ${tableName(collection)}`,
    )
    rows.setReadBigInts(true)
    for (const row of rows.iterate() as Iterable<Row & Record<string, unknown>>) {
      const document = openSeal(row)
      if (!document) return `a document of ${collection} was changed after it was written`
      // An older version fills no columns: they are made again when they are next asked for.
      const isSealed = row.seal?.startsWith(`${row.revision} `)
      const other = isSealed && fields.find((field) => row[`/${field}`] !== columnOf(document, field))
      if (other) return `a document of ${collection} is indexed under a wrong ${other}`
    }
  }
  const tally = talliesIn(database).find((each) => !compareTally(database, each))
  return tally && `the documents of ${tally.collection} are counted wrongly`
}

/** The stored documents are not those that were written. Sent as 503: they are made again. */
export class DamagedDocuments extends Unavailable {
  override name = 'DamagedDocuments'
  constructor() {
    super('The document store')
    this.message = 'The lists are damaged and are being rebuilt. Please try again in a moment.'
  }
}

/** Busy, locked, an I/O error, a full disk: nothing that is wrong with what was asked, or with what is stored. */
export const isTransientSqlite = (error: unknown): boolean =>
  [5, 6, 10, 13].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** Not allowed, busy, locked, read-only, an I/O error, a full disk, cannot be opened: all else that SQLite says is of the file. */
export const isOfTheSystem = (error: unknown): boolean =>
  [3, 5, 6, 8, 10, 13, 14, 23].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/**
 * A note beside the database that it is damaged, and how: the next start acts on it, also where it would not find it by
 * itself.
 */
export function damageNote(path: string) {
  const file = `${path}.suspect`
  return {
    read: (): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    write(what: string): void {
      try {
        writeFileSync(file, what, { mode: 0o600 })
      } catch {
        // A full disk, say: then the next start has to find it by itself.
      }
    },
    remove: () => rmSync(file, { force: true }),
  }
}

// The first hundred bytes of a database (https://www.sqlite.org/fileformat2.html#the_database_header): what stands there is the same
// in every file of documents, or does not matter for reading it. A flipped bit among it makes the whole file unreadable.

const pageSize = 4096
/** The bytes that are the same in all of them, by their place. */
const fixed = new Map<number, Buffer>([
  [0, Buffer.from('SQLite format 3\0')],
  [16, Buffer.from([pageSize >> 8, pageSize & 0xff])],
  [20, Buffer.from([0, 64, 32, 32])],
  [44, Buffer.from([0, 0, 0, 4])],
  [52, Buffer.alloc(4)],
  [56, Buffer.from([0, 0, 0, 1])],
  [64, Buffer.alloc(4)],
  [72, Buffer.alloc(20)],
])
/** Whether it is written by a log (2) or a journal (1), said twice. */
const versions = 18

/**
 * The fault in the header of a file of documents that SQLite would not report: by another version it is read, and never
 * written. Undefined when there is none, or the file is empty.
 */
function otherVersion(path: string): string | undefined {
  if (statSync(path).size === 0) return undefined
  const version = Buffer.alloc(2)
  const file = openSync(path, 'r')
  readSync(file, version, 0, 2, versions)
  closeSync(file)
  const isKnown = [1, 2].includes(version[0]!) && version[0] === version[1]
  return isKnown ? undefined : 'its header is not a database header'
}

/** Copies what there is of a file of documents and its log, and gives the copy a header by which it can be read. */
export function copyWithHeader(path: string, copy: string): void {
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
  const file = openSync(copy, existsSync(copy) ? 'r+' : 'w+')
  const pages = Buffer.alloc(4)
  pages.writeUInt32BE(Math.ceil(fstatSync(file).size / pageSize))
  // 28: how many pages there are. 32: which of them are free, which reading alone does not need.
  const asItWas: [number, Buffer][] = [...fixed, [versions, Buffer.from([2, 2])], [28, pages], [32, Buffer.alloc(8)]]
  for (const [at, bytes] of asItWas) writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

/** The tables that are collections: indexes of words and counts have a space in their names. */
export const collectionsIn = (database: DatabaseSync): string[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => /^[a-z][a-z0-9_]*$/.test(name) && !name.startsWith('sqlite_'))

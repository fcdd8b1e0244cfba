import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { collectionsIn, copyWithHeader, isOfTheSystem } from './damage.ts'
import { createTable, openSeal, type Row, sealOf } from './seal.ts'
import { tableName } from './sqlite-query.ts'

/** The collections that are made again from the events: read models, each generation with its number, and notes on them. */
const isMadeAgain = (collection: string) =>
  /_\d+$/.test(collection) || ['projections', 'checkpoints', 'set_aside', 'proofs', 'leases'].includes(collection)

type Salvaged = { saved: number; lost: number }

/** The new database once it is whole: while it is there, it has yet to take the place of the damaged one. */
const salvagedIn = (path: string) => `${path}.salvaged`

/** Whether a damaged database is salvaged and not exchanged yet: a process was killed in between. */
export const isSalvaged = (path: string): boolean => existsSync(salvagedIn(path))

/**
 * Copies every undamaged document that no event has (drafts, and what mails, pushes and purges know) out of a damaged
 * database into a new one, for `exchange`. What is lost of a collection that cannot be read to its end is not counted.
 */
export function salvage(path: string): Salvaged {
  const [fresh, readable] = [`${path}.fresh`, `${path}.readable`]
  const removeCopies = () => [fresh, readable].forEach(removeDatabase)
  removeCopies() // of a process that was killed
  try {
    copyWithHeader(path, readable)
    const salvaged = copyDocuments(readable, fresh)
    if (existsSync(path)) removeDamaged(path)
    renameSync(fresh, salvagedIn(path))
    return salvaged
  } finally {
    removeCopies()
  }
}

const removeDatabase = (path: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}

/** Removes what `exchange` has kept of a damaged database, if it has. */
export const removeDamaged = (path: string): void => removeDatabase(`${path}.damaged`)

function copyDocuments(from: string, into: string): Salvaged {
  using damaged = new DatabaseSync(from)
  using fresh = new DatabaseSync(into)
  const salvaged = { saved: 0, lost: 0 }
  fresh.exec('begin')
  for (const collection of collectionsToSave(damaged, salvaged)) {
    fresh.exec(createTable(collection))
    const put = fresh.prepare(
      `insert or ignore into ${tableName(collection)} (id, revision, body, seal) values (?, ?, ?, ?)`,
    )
    for (const row of rowsOf(damaged, collection, salvaged)) {
      const { id, revision, body } = row
      if (!openSeal(row)) {
        salvaged.lost++
        continue
      }
      put.run(id, revision, body, sealOf(id, revision, body))
      salvaged.saved++
    }
  }
  fresh.exec('commit')
  return salvaged
}

/** The collections that no event has, as far as the schema can be read. */
function collectionsToSave(database: DatabaseSync, salvaged: Salvaged): string[] {
  try {
    return collectionsIn(database).filter((each) => !isMadeAgain(each))
  } catch (error) {
    if (isOfTheSystem(error)) throw error
    salvaged.lost++
    return []
  }
}

/** The rows of a collection as far as they can be read, through the table and not by an index. */
function* rowsOf(database: DatabaseSync, collection: string, salvaged: Salvaged): Generator<Row> {
  try {
    const columns = database.prepare('select name from pragma_table_info(?)').all(collection)
    const seal = columns.some(({ name }) => name === 'seal') ? 'seal' : 'null as seal'
    const all = database.prepare(`select id, revision, body, ${seal} from ${tableName(collection)} not indexed`)
    yield* all.iterate() as Iterable<Row>
  } catch (error) {
    if (isOfTheSystem(error)) throw error
    salvaged.lost++
  }
}

/**
 * Puts the new database in the place of a damaged one, which is kept beside it, in the place of one that was kept before.
 * Where a process is killed meanwhile, the next can do it again.
 */
export function exchange(path: string): void {
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(path + end)) renameSync(path + end, `${path}.damaged${end}`)
  }
  renameSync(salvagedIn(path), path)
}

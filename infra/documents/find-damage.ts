import { DatabaseSync } from 'node:sqlite'
import { faultIn } from '#infra/sqlite.ts'
import { isOfTheSystem } from './damage.ts'
import { otherVersion } from './header.ts'
import { otherSchema } from './schema-seal.ts'
import { openSeal, type Row } from './seal.ts'
import { columnOf } from './sqlite-columns.ts'
import { columnName, tableName } from './sqlite-query.ts'
import { compareTally, talliesIn } from './sqlite-tally.ts'

/** The tables that are collections: indexes of words and counts have a space in their names. */
export const collectionsIn = (database: DatabaseSync): string[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => /^[a-z][a-z0-9_]*$/.test(name) && !name.startsWith('sqlite_'))

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

import type { DatabaseSync } from 'node:sqlite'
import type { openColumns } from './sqlite-columns.ts'
import { columnName, type Sql, selectTallied, tableName } from './sqlite-query.ts'
import type { Query } from './store.ts'

const tallyName = (collection: string, fields: readonly string[]) => `${collection} counted on ${fields.join(', ')}`
/** The name that an older version gave it, whose triggers read the JSON. */
const formerName = (collection: string, fields: readonly string[]) => `${collection} counted by ${fields.join(', ')}`

/** The key that documents are counted by: the values of the fields as one JSON text. */
const keyOf = (row: string, fields: readonly string[]) =>
  `json_array(${fields.map((field) => `${row}.${columnName(field)}`).join(', ')})`

type CountTable = { name: string; collection: string; fields: readonly string[] }

/** The tables of counts that a database has. */
export const talliesIn = (database: DatabaseSync): CountTable[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' and name glob ?`)
    .all(tallyName('*', ['*']))
    .map(({ name }) => {
      const [collection, fields] = String(name).split(' counted on ') as [string, string]
      return { name: String(name), collection, fields: fields.split(', ') }
    })

/** Whether a table of counts has as many documents as there are. */
export function compareTally(database: DatabaseSync, { name, collection, fields }: CountTable): boolean {
  const table = tableName(collection)
  const counted = `select ${keyOf(table, fields)} as key, count(*) as number from ${table} group by 1`
  const other = database.prepare(
    `select 1 from (${counted}) a full join "${name}" b on a.key = b.key where coalesce(a.number, 0) <> coalesce(b.number, 0) limit 1`,
  )
  return other.get() === undefined
}

/**
 * How many documents there are for each combination of some fields' values. Triggers count them in a table, in the same
 * transaction as the documents. For fields with few values.
 */
export function createTallies(database: DatabaseSync) {
  const talliedFields = new Map<string, (readonly string[])[]>()
  const events = ['insert', 'update', 'delete']
  const exists = (name: string) =>
    database.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined
  const dropped = (name: string) =>
    `${events.map((event) => `drop trigger if exists "${name} ${event}";`).join(' ')} drop table if exists "${name}";`

  /** Makes the table of counts with its triggers, as a whole or not at all. */
  function make(collection: string, fields: readonly string[]): void {
    const [name, table] = [tallyName(collection, fields), tableName(collection)]
    const tally = `"${name}"`
    const [before, after] = [keyOf('old', fields), keyOf('new', fields)]
    const more = `insert into ${tally} values (${after}, 1) on conflict do update set number = number + 1;`
    const less = `update ${tally} set number = number - 1 where key = ${before};`
    database.exec(`begin immediate; ${dropped(formerName(collection, fields))} ${dropped(name)}
      create table ${tally} (key text primary key, number integer not null) strict, without rowid;
      insert into ${tally} select ${keyOf(table, fields)}, count(*) from ${table} group by 1;
      create trigger "${name} insert" after insert on ${table} begin ${more} end;
      create trigger "${name} delete" after delete on ${table} begin ${less} end;
      create trigger "${name} update" after update of ${fields.map(columnName)} on ${table} when ${before} <> ${after}
        begin ${less} ${more} end;
      commit`)
  }

  return {
    /** Counts by these fields from now on. */
    ensure({ table: { collection }, ensure }: ReturnType<typeof openColumns>, fields: readonly string[]): void {
      const name = tallyName(collection, fields)
      const isUpdate = exists(formerName(collection, fields))
      if (!exists(name) || isUpdate) {
        ensure(fields, isUpdate)
        make(collection, fields)
      }
      // Last: where its table could not be made, nothing is looked up in it.
      const known = talliedFields.get(collection) ?? []
      if (!known.some((each) => tallyName(collection, each) === name)) talliedFields.set(collection, [...known, fields])
    },

    /** Counts the documents that meet the conditions, where all of them are about fields that are counted by. */
    select(collection: string, where: Query['where'] = {}): Sql | undefined {
      const queriedFields = Object.keys(where)
      const fields = talliedFields
        .get(collection)
        ?.find((fields) => queriedFields.every((field) => fields.includes(field)))
      return fields && selectTallied(`"${tallyName(collection, fields)}"`, fields, where)
    },

    /** Forgets a collection, also what another process counted of it; the triggers go with its table. */
    drop(collection: string): void {
      const tallies = database.prepare(
        `select name from sqlite_schema where type = 'table' and (name glob ? or name glob ?)`,
      )
      const names = [tallyName(collection, ['*']), formerName(collection, ['*'])]
      for (const { name } of tallies.all(...names)) database.exec(`drop table "${name}"`)
      talliedFields.delete(collection)
    },
  }
}

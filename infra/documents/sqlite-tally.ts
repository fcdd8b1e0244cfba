import type { DatabaseSync } from 'node:sqlite'
import { columnOf, type Sql, selectTallied, tableName } from './sqlite-query.ts'
import type { Query } from './store.ts'

const tallyName = (collection: string, fields: readonly string[]) => `${collection} counted by ${fields.join(', ')}`

/** What documents are counted by: the values of the fields as one JSON text. */
const keyOf = (row: string, fields: readonly string[]) =>
  `json_array(${fields.map((field) => columnOf(row, field)).join(', ')})`

/**
 * How many documents there are for each combination of some fields' values, in a table that triggers keep: in the same
 * transaction as the documents, so that it is always right. For fields with few values.
 */
export function createTallies(database: DatabaseSync) {
  const kept = new Map<string, (readonly string[])[]>()

  return {
    /** Counts by these fields from now on. */
    ensure(collection: string, fields: readonly string[]): void {
      const known = kept.get(collection) ?? []
      const name = tallyName(collection, fields)
      if (!known.some((each) => tallyName(collection, each) === name)) kept.set(collection, [...known, fields])
      const [table, tally] = [tableName(collection), `"${name}"`]
      if (database.prepare('select 1 from sqlite_schema where name = ?').get(name)) return
      const [before, after] = [keyOf('old', fields), keyOf('new', fields)]
      const more = `insert into ${tally} values (${after}, 1) on conflict do update set number = number + 1;`
      const less = `update ${tally} set number = number - 1 where key = ${before};`
      database.exec(`begin immediate;
        create table ${tally} (key text primary key, number integer not null) strict, without rowid;
        insert into ${tally} select ${keyOf(table, fields)}, count(*) from ${table} group by 1;
        create trigger "${name} insert" after insert on ${table} begin ${more} end;
        create trigger "${name} delete" after delete on ${table} begin ${less} end;
        create trigger "${name} update" after update on ${table} when ${before} <> ${after} begin ${less} ${more} end;
        commit`)
    },

    /** What counts the documents that meet the conditions, where all of them are about fields that are counted by. */
    select(collection: string, where: Query['where'] = {}): Sql | undefined {
      const asked = Object.keys(where)
      const fields = kept.get(collection)?.find((fields) => asked.every((field) => fields.includes(field)))
      return fields && selectTallied(`"${tallyName(collection, fields)}"`, fields, where)
    },

    /** Forgets a collection, also what another process counted of it; the triggers go with its table. */
    drop(collection: string): void {
      const tallies = database.prepare(`select name from sqlite_schema where type = 'table' and name glob ?`)
      for (const { name } of tallies.all(tallyName(collection, ['*']))) database.exec(`drop table "${name}"`)
      kept.delete(collection)
    },
  }
}

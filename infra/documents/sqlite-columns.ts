import type { DatabaseSync } from 'node:sqlite'
import { sealOf } from './seal.ts'
import { columnName, extract, type Table, tableName } from './sqlite-query.ts'
import { searchedColumn, searchWords } from './sqlite-search.ts'
import type { Document } from './store.ts'

type Bound = string | number | bigint | null

/** SQL of one write, and what is bound to its question marks. */
type Write = { text: string; values: Bound[] }

/**
 * The fields of a collection's documents that are found, sorted and counted by: each has a column beside the JSON. An
 * index on an expression over the JSON is written, and the JSON read for it, at each change of a document. One on
 * columns is written only when these have changed.
 */
export function openColumns(database: DatabaseSync, collection: string) {
  const name = tableName(collection)
  const there = database.prepare(`select name from pragma_table_info(?)`).all(collection)
  if (!there.some(({ name }) => name === 'seal')) {
    // Of a version that had none. What is there by now is taken for what was written.
    database.exec(`begin immediate; alter table ${name} add column seal text;
      update ${name} set seal = seal_of(id, revision, body); commit`)
  }
  const columns = new Set(there.flatMap(({ name }) => (String(name).startsWith('/') ? [String(name).slice(1)] : [])))
  let isSearched = there.some(({ name }) => `"${name}"` === searchedColumn)
  let searched: readonly string[] | undefined

  const exists = (index: string) =>
    database.prepare('select 1 from sqlite_schema where name = ?').get(index) !== undefined

  /** Makes columns of some fields; `refill` when an older version has written documents, and no columns, since. */
  function ensure(fields: readonly string[], refill = false): void {
    for (const field of fields) {
      if (field === 'id' || field === 'revision') continue
      const isNew = !columns.has(field)
      if (!isNew && !refill) continue
      const is = extract(field)
      database.exec(`begin immediate;
        ${isNew ? `alter table ${name} add column ${columnName(field)} any;` : ''}
        update ${name} set ${columnName(field)} = ${is} where ${columnName(field)} is not ${is};
        commit`)
      columns.add(field)
    }
  }

  const table: Table = { collection, columns }
  /** The SQL that inserts and that updates some columns, by these: made anew, it would be longer at work than the write. */
  const [inserts, updates] = [new Map<string, string>(), new Map<string, string>()]
  return {
    table,
    ensure,

    /** Makes an index of some fields. Of an older version's, on expressions, this one takes the place. */
    ensureIndex(fields: readonly string[]): void {
      const former = `${collection} by ${fields.join(', ')}`
      const isUpdate = exists(former)
      ensure(fields, isUpdate)
      if (isUpdate) database.exec(`drop index "${former}"`)
      const indexed = [...fields.map((field) => (columns.has(field) ? columnName(field) : field)), 'id'].join(', ')
      database.exec(`create index if not exists "${collection} on ${fields.join(', ')}" on ${name} (${indexed})`)
    },

    /** Lets the index of words follow these fields. */
    search(fields: readonly string[]): void {
      searched = fields
      if (!isSearched) database.exec(`alter table ${name} add column ${searchedColumn} integer`)
      isSearched = true
    },

    /**
     * Puts a document in the place of the one before, if it is known: only changes are written. An older revision, or the
     * same again, changes nothing.
     */
    put(document: Document, body: string, before: Document | undefined): Write {
      const { id, revision } = document
      const set = ['revision', 'body', 'seal']
      const values: Bound[] = [revision, body, sealOf(id, revision, body)]
      for (const field of columns) {
        const value = columnOf(document, field)
        if (before && columnOf(before, field) === value) continue
        set.push(columnName(field))
        values.push(value)
      }
      if (isSearched && !(before && searched && haveSameWords(before, document, searched))) {
        set.push(searchedColumn)
        values.push(revision)
      }
      const key = set.join()
      const texts = before ? updates : inserts
      let text = texts.get(key)
      if (!text) {
        text = before
          ? `update ${name} set ${set.map((each) => `${each} = ?`)} where id = ? and revision < ?`
          : `insert into ${name} (id,${key}) values (?,${set.map(() => '?')})
              on conflict (id) do update set ${set.map((each) => `${each} = excluded.${each}`)} where excluded.revision > revision`
        texts.set(key, text)
      }
      return { text, values: before ? [...values, id, revision] : [id, ...values] }
    },
  }
}

/** A field of a document as its column has it. */
export const columnOf = (document: unknown, field: string): Bound => bound(valueAt(document, field))

const paths = new Map<string, readonly string[]>()

/** Returns the value at a path within a document. */
function valueAt(document: unknown, path: string): unknown {
  const keys = paths.get(path) ?? path.split('.')
  paths.set(path, keys)
  let value = document
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = value[key as keyof typeof value]
  }
  return value
}

/** A value as `json_extract` has it: truth as 1 and 0, a list or an object as its JSON. A whole number stays one. */
function bound(value: unknown): Bound {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return BigInt(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** To cut texts into words takes longer than to see that they are the same. */
const haveSameWords = (before: Document, after: Document, fields: readonly string[]): boolean =>
  fields.every((field) => isSame(valueAt(before, field), valueAt(after, field))) ||
  searchWords(before, fields) === searchWords(after, fields)

const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (typeof before === 'object' && JSON.stringify(before) === JSON.stringify(after))

import type { DatabaseSync } from 'node:sqlite'
import { column, type Hits, type Sql, tableName } from './sqlite-query.ts'
import type { Search } from './store.ts'
import { textsIn, wordsIn, wordsOf } from './words.ts'

const indexName = (collection: string) => `"${collection} words"`
const triggerName = (collection: string, event: string) => `"${collection} words ${event}"`

/** Lets SQL call `search_words(body, fields)`: the words a document is found by. */
export function defineSearchWords(database: DatabaseSync): void {
  database.function('search_words', { deterministic: true }, (body, fields) =>
    wordsIn(textsIn(JSON.parse(body as string), JSON.parse(fields as string))).join(' '),
  )
}

/**
 * Makes an FTS5 index of the words within some fields, which triggers keep. The words are cut and folded by `words.ts`,
 * as for every store; the tokenizer only separates them.
 */
export function ensureSearchIndex(database: DatabaseSync, collection: string, fields: readonly string[]): void {
  const [table, index] = [tableName(collection), indexName(collection)]
  const words = (body: string) => `search_words(${body}, '${JSON.stringify(fields)}')`
  const on = (row: string, field: string) => column(field).replace('body', `${row}.body`)
  const changed = fields.map((field) => `${on('old', field)} is not ${on('new', field)}`).join(' or ')
  const add = (row: string) => `insert into ${index} (rowid, words) values (${row}.rowid, ${words(`${row}.body`)});`
  const remove = `delete from ${index} where rowid = old.rowid;`
  const triggers = [
    `create trigger ${triggerName(collection, 'insert')} after insert on ${table} begin ${add('new')} end`,
    `create trigger ${triggerName(collection, 'update')} after update on ${table} when ${changed} begin ${remove} ${add('new')} end`,
    `create trigger ${triggerName(collection, 'delete')} after delete on ${table} begin ${remove} end`,
  ]
  const there = database
    .prepare('select sql from sqlite_schema where type = ? and tbl_name = ?')
    .all('trigger', collection)
  if (there.length === triggers.length && there.every(({ sql }) => triggers.includes(String(sql)))) return
  const tokenizer = `unicode61 remove_diacritics 0 categories ''L* N* Co M*''`
  database.exec(`begin immediate;
    ${['insert', 'update', 'delete'].map((event) => `drop trigger if exists ${triggerName(collection, event)};`).join(' ')}
    drop table if exists ${index};
    create virtual table ${index}
      using fts5(words, content='', contentless_delete=1, detail=none, prefix='2 3 4 5', tokenize='${tokenizer}');
    insert into ${index} (rowid, words) select rowid, ${words('body')} from ${table};
    ${triggers.join(';\n')};
    commit`)
}

/** Drops what `ensureSearchIndex` made; the triggers go with the table of the collection. */
export const dropSearchIndex = (database: DatabaseSync, collection: string): void =>
  database.exec(`drop table if exists ${indexName(collection)}`)

/** A search that finds more documents than this is answered along the sort, and not by sorting what it finds. */
const fewHits = 2_000

/** How many searches that find many documents have what they found kept, until something is written. */
const keptSearches = 4

/** Answers searches in a database. */
export function createSearcher(database: DatabaseSync) {
  const kept = new Map<string, string>()
  let made = 0

  /** The row ids of a search that finds many, in a temporary table: lists, pages and counts ask for the same again. */
  function tableOf(collection: string, query: string): string {
    const key = `${collection} ${query}`
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= keptSearches) forgetHits()
    const name = `temp."hits ${++made}"`
    database.exec(`create table ${name} (hit integer primary key)`)
    database.prepare(`insert into ${name} select rowid ${found(collection)}`).run(query)
    kept.set(key, name)
    return name
  }

  function forgetHits(): void {
    for (const name of kept.values()) database.exec(`drop table ${name}`)
    kept.clear()
  }

  /** How many documents have the words of a search, counted up to a number. */
  function countHits(collection: string, text: string, atMost = Number.MAX_SAFE_INTEGER): number {
    const query = matching(text)
    if (query === undefined) return 0
    const counting = `select count(*) as count from (select 1 ${found(collection)} limit ?)`
    return Number(database.prepare(counting).get(query, atMost)!.count)
  }

  return {
    countHits,

    /** What a search finds: by its words, and by its `or`. */
    hitsOf(collection: string, { text, or }: Search): Hits {
      const query = matching(text)
      const also = or && {
        text: `${column(or.field)} in (select value from json_each(?))`,
        values: [JSON.stringify(or.in)],
      }
      if (query !== undefined && countHits(collection, text, fewHits + 1) > fewHits) {
        const isHit = `+${tableName(collection)}.rowid in ${tableOf(collection, query)}`
        return { condition: { text: also ? `(${isHit} or ${also.text})` : isHit, values: also?.values ?? [] } }
      }
      const parts: Sql[] = [
        query === undefined
          ? { text: 'select 0 as hit where false', values: [] }
          : { text: `select rowid as hit ${found(collection)}`, values: [query] },
        ...(also
          ? [{ text: `select rowid from ${tableName(collection)} where ${also.text}`, values: also.values }]
          : []),
      ]
      return {
        few: { text: parts.map(({ text }) => text).join(' union '), values: parts.flatMap(({ values }) => values) },
      }
    },

    /** Something was written: what was found may not be all any more. */
    forgetHits,
  }
}

const found = (collection: string) => `from ${indexName(collection)} where ${indexName(collection)} match ?`

/** The words as FTS5 takes them; undefined where there are none. They are letters and digits only. */
function matching(text: string): string | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return words.map((word) => (isOneLetter(word) ? `"${word}"` : `"${word}"*`)).join(' AND ')
}

const isOneLetter = (word: string): boolean => [...word].length === 1

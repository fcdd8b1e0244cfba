import type { DatabaseSync } from 'node:sqlite'
import { isWholeWord, textsIn, wordsIn } from '#domain/words.ts'
import { tableName } from './sqlite-query.ts'

/**
 * The lengths of the beginnings of words that have lists of their own. Each length costs at every change of a document, and few
 * words begin with the same five letters: those are looked for one by one.
 */
const prefixes = [2, 3, 4]
const longestPrefix = Math.max(...prefixes)

/** The name of the index of a collection, fit to stand in SQL. */
export const indexName = (collection: string) => `"${collection} words"`
const triggerName = (collection: string, event: string) => `"${collection} words ${event}"`

/** The words a document is found by, within some fields. */
export const searchWords = (document: object, fields: readonly string[]): string =>
  wordsIn(textsIn(document, fields)).join(' ')

/** Lets SQL call `search_words(body, fields)`: the words a document is found by. */
export function defineSearchWords(database: DatabaseSync): void {
  database.function('search_words', { deterministic: true }, (body, fields) =>
    searchWords(JSON.parse(body as string), JSON.parse(fields as string)),
  )
}

/** The column that counts how often the searched texts of a document have changed: the index follows it. */
export const searchedColumn = '"searched"'

/**
 * Makes an FTS5 index of the words within some fields, which triggers update: a writer must raise `searchedColumn` when
 * one of the fields changes. The words are cut and folded by `words.ts`, as for every store; the tokenizer only separates them.
 */
export function ensureSearchIndex(database: DatabaseSync, collection: string, fields: readonly string[]): void {
  const [table, index] = [tableName(collection), indexName(collection)]
  const words = (body: string) => `search_words(${body}, '${JSON.stringify(fields)}')`
  const add = (row: string) => `insert into ${index} (rowid, words) values (${row}.rowid, ${words(`${row}.body`)});`
  const remove = `delete from ${index} where rowid = old.rowid;`
  const triggers = [
    `create trigger ${triggerName(collection, 'insert')} after insert on ${table} begin ${add('new')} end`,
    `create trigger ${triggerName(collection, 'update')} after update of ${searchedColumn} on ${table} begin ${remove} ${add('new')} end`,
    `create trigger ${triggerName(collection, 'delete')} after delete on ${table} begin ${remove} end`,
  ]
  const tokenizer = `unicode61 remove_diacritics 0 categories ''L* N* Co M*''`
  const ofWords = `create virtual table ${index} using fts5(words, content='', contentless_delete=1, detail=none, prefix='${prefixes.join(' ')}', tokenize='${tokenizer}')`
  const wanted = [ofWords, ...triggers]
  if (isThere(database, collection, wanted)) return
  database.exec(`begin immediate;
    ${['insert', 'update', 'delete'].map((event) => `drop trigger if exists ${triggerName(collection, event)};`).join(' ')}
    drop table if exists ${index};
    ${ofWords};
    insert into ${index} (rowid, words) select rowid, ${words('body')} from ${table};
    ${triggers.join(';\n')};
    commit`)
}

/** Whether the index and its triggers are there as they are wanted: SQLite keeps the text, beginning in capitals. */
function isThere(database: DatabaseSync, collection: string, wanted: readonly string[]): boolean {
  const names = [`${collection} words`, `${collection} words *`]
  const there = database
    .prepare(`select lower(sql) as sql from sqlite_schema where name = ? or (type = 'trigger' and name glob ?)`)
    .all(...names)
    .map(({ sql }) => sql)
  return there.length === wanted.length && wanted.every((sql) => there.includes(sql.toLowerCase()))
}

/** Drops what `ensureSearchIndex` made; the triggers go with the table of the collection. */
export const dropSearchIndex = (database: DatabaseSync, collection: string): void =>
  database.exec(`drop table if exists ${indexName(collection)}`)

/** The names of all search indexes. */
export const searchIndexes = (database: DatabaseSync): string[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' and sql like 'create virtual table%using fts5%'`)
    .all()
    .map(({ name }) => name as string)

/** Merges an index into one part, by which the words of documents go that are not there any more. */
export const mergeSearchIndex = (database: DatabaseSync, index: string): void =>
  database.exec(`insert into "${index}" ("${index}") values ('optimize')`)

/** How many words are looked for one by one that begin with a longer beginning than has a list of its own. */
const maxWholeWords = 16

/**
 * The words of a search as FTS5 takes them; undefined where there are none. They are letters and digits only. `begin` answers the
 * first words in the index with a beginning: of a few, each is looked for, where FTS5 would put all their rows together first.
 */
export function matching(
  words: readonly string[],
  begin: (word: string, atMost: number) => string[],
): string | undefined {
  if (words.length === 0) return undefined
  return words
    .map((word) => {
      if (isWholeWord(word)) return `"${word}"`
      const whole = [...word].length > longestPrefix ? begin(word, maxWholeWords + 1) : []
      if (whole.length === 0 || whole.length > maxWholeWords) return `"${word}"*`
      return `(${whole.map((each) => `"${each}"`).join(' OR ')})`
    })
    .join(' AND ')
}

/** Lets `vocabularyOf` be read: every word of a collection's index. It is made of the index as it is read. */
export const openVocabulary = (database: DatabaseSync, collection: string): void =>
  database.exec(
    `create virtual table if not exists ${vocabularyOf(collection)} using fts5vocab('main', '${collection} words', 'row')`,
  )

export const vocabularyOf = (collection: string): string => `temp."${collection} vocabulary"`

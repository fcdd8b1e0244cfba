import { wordsOf } from '#domain/words.ts'
import { column, type Sql, selectCount, selectIds, selectRows, type Table, tableName } from './sqlite-query.ts'
import { indexName, matching, vocabularyOf } from './sqlite-search.ts'
import type { Query, Search } from './store.ts'

/** A search in a collection, with its words as FTS5 takes them: undefined where there are none. */
type Searched = { table: Table; search: Search; words: string | undefined }

/** A search that finds more documents than this is answered along the sort, and not by reading what it finds. */
const maxFew = 300

/** How many documents along the sort are looked up by themselves, before all that has the words is put together. */
const firstStretch = 250

/** Rows that lie no further apart are looked up in one go: to find a place in the index costs as much as to go so far. */
const maxGap = 4_096

/** The share of all documents that have to meet conditions for it to be likely that the next one does. */
const likely = 0.2

/** Runs searches: `rows` runs a query, `countOf` counts the documents that meet conditions. */
export function createSearcher(
  rows: (sql: Sql) => Record<string, unknown>[],
  countOf: (table: Table, where: Query['where']) => number,
) {
  const found = ({ collection }: Table) => `from ${indexName(collection)} where ${indexName(collection)} match ?`
  const rowIds = (sql: Sql) => rows(sql).map(({ hit }) => hit as number)

  const matchingIn = ({ collection }: Table, words: readonly string[]) =>
    matching(words, (word, atMost) =>
      rows({
        text: `select term from ${vocabularyOf(collection)} where term >= ? and term < ? limit ?`,
        values: [word, `${word}\u{10ffff}`, atMost],
      }).map(({ term }) => term as string),
    )

  const searchedIn = (table: Table, search: Search): Searched => ({
    ...{ table, search },
    words: matchingIn(table, wordsOf(search.text)),
  })

  /** How many documents have all the words, counted up to a number. */
  const countHits = (table: Table, words: string, atMost: number): number =>
    rows({
      text: `select count(*) as count from (select 1 ${found(table)} limit ?)`,
      values: [words, atMost],
    })[0]!.count as number

  /** The rows that a search finds by its `or`: a field's values are few, and so are the rows in which the words are looked up. */
  const alsoFound = (table: Table, { or = [] }: Search): number[] =>
    or.flatMap((each) => {
      const isOneOf = `${column(table, each.field)} in (select value from json_each(?))`
      const text = `select rowid as hit from ${tableName(table.collection)} where ${isOneOf}`
      const ofField = rowIds({ text, values: [JSON.stringify(each.in)] })
      const words = matchingIn(table, each.words)
      return words === undefined ? ofField : [...among(table, words, ofField)]
    })

  /** All that a search finds, as one select: for few documents. */
  function few({ table, search, words }: Searched): Sql {
    const also = { text: 'select value as hit from json_each(?)', values: [JSON.stringify(alsoFound(table, search))] }
    if (words === undefined) return also
    return { text: `select rowid as hit ${found(table)} union ${also.text}`, values: [words, ...also.values] }
  }

  /** The words of a search that finds more than a few documents by them. */
  const manyBy = ({ table, words }: Searched): string | undefined =>
    words !== undefined && countHits(table, words, maxFew + 1) > maxFew ? words : undefined

  /** Returns those of some rows that have the words, by their ids. */
  function among(table: Table, words: string, candidates: readonly number[]): Set<number> {
    const withWords = `select rowid ${found(table)} and rowid between ? and ?`
    const text = `select value as hit from json_each(?) where value in (${withWords})`
    const looked = stretches(candidates).map((rowsOfOne) => {
      // A number would be bound as a floating one, by which the index finds no place.
      const [first, last] = [BigInt(rowsOfOne[0]!), BigInt(rowsOfOne.at(-1)!)]
      return rowIds({ text, values: [JSON.stringify(rowsOfOne), words, first, last] })
    })
    return new Set(looked.flat())
  }

  /** The first of a query that have the words or are found by the `or`: no more than `limit` ids. */
  function along({ table, search }: Searched, words: string, query: Query, limit: number): string[] {
    const also = new Set(alsoFound(table, search))
    const first = rows(selectRows(table, query, firstStretch)) as { id: string; hit: number }[]
    const hits = among(
      table,
      words,
      first.map(({ hit }) => hit),
    )
    const ids = first.filter(({ hit }) => hits.has(hit) || also.has(hit)).map(({ id }) => id)
    if (ids.length >= limit || first.length < firstStretch) return ids.slice(0, limit)
    const either = `select rowid ${found(table)} union all select value from json_each(?)`
    const all = { text: either, values: [words, JSON.stringify([...also])] }
    return rows(selectRows(table, query, limit, all)).map(({ id }) => id as string)
  }

  return {
    /** The first ids that a query and its search find, at most so many. */
    find(table: Table, search: Search, query: Query, limit: number): string[] {
      const searched = searchedIn(table, search)
      const words = manyBy(searched)
      if (words !== undefined) return along(searched, words, { sort: [], ...query }, limit)
      return rows(selectIds(table, query, limit, few(searched))).map(({ id }) => id as string)
    },

    /** How many documents a search finds that meet the conditions, counted up to a number. */
    count(table: Table, search: Search, where: Query['where'], atMost = Number.MAX_SAFE_INTEGER): number {
      const searched = searchedIn(table, search)
      const words = manyBy(searched)
      const all = Object.keys(where ?? {}).length === 0
      if (words !== undefined && all && !search.or) return countHits(table, words, atMost)
      const meeting = words === undefined || search.or ? 0 : countOf(table, where)
      // Of what has the words, enough is soon read that meets the conditions; else what meets them is looked up.
      if (words !== undefined && meeting < likely * countOf(table, undefined)) {
        return along(searched, words, where ? { where } : {}, atMost).length
      }
      return rows(selectCount(table, where, { atMost, hits: few(searched) }))[0]!.count as number
    },
  }
}

/** Some numbers in order, those together that lie close to each other. */
function stretches(numbers: readonly number[]): number[][] {
  const all: number[][] = []
  for (const number of Float64Array.from(numbers).sort()) {
    const last = all.at(-1)
    if (last && number - last.at(-1)! <= maxGap) last.push(number)
    else all.push([number])
  }
  return all
}

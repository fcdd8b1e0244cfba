import type { Filter, Sort } from 'mongodb'
import { isWholeWord, textsIn, wordsIn, wordsOf } from '#domain/words.ts'
import { readCursor } from './cursor.ts'
import { type Condition, checkField, type Document, type Query, type Search, type Value } from './store.ts'

/** A document as MongoDB keeps it: its id is the key, and the words that it is found by are a field of their own. */
export type Stored = Omit<Document, 'id'> & { _id: string; _words?: string[] }

/** The words that a document is found by; none where nothing of it is searched. */
export const wordsOfDocument = (document: object, fields: readonly string[] | undefined): Pick<Stored, '_words'> =>
  fields ? { _words: wordsIn(textsIn(document, fields)) } : {}

type Order = NonNullable<Query['sort']>

/** A field as MongoDB calls it. */
export function pathOf(field: string): string {
  checkField(field)
  return field === 'id' ? '_id' : field
}

/** The filter and the order of a query. Throws `BadCursor`. */
export function filterAndSort({ where, search, sort = [], after }: Query): { filter: Filter<Stored>; sort: Sort } {
  const order: Order = [...sort, ['id', sort.at(-1)?.[1] ?? 'asc']]
  const conditions = [...conditionsOf(where), ...searched(search)]
  if (after !== undefined) conditions.push(afterCursor(order, readCursor(after, sort)))
  return {
    filter: all(conditions),
    sort: order.map(([field, direction]): [string, 1 | -1] => [pathOf(field), direction === 'desc' ? -1 : 1]),
  }
}

/** The documents that meet the conditions, and that a search finds. */
export const filterOf = (where: Query['where'], search?: Search): Filter<Stored> =>
  all([...conditionsOf(where), ...searched(search)])

/**
 * Each word as the beginning of one of the document's: anchored, so that the index of the words is of use. A word has
 * letters, digits and marks alone, so none of it is an operator of regular expressions.
 */
function searched(search: Search | undefined): Filter<Stored>[] {
  if (!search) return []
  const having = (words: readonly string[]) =>
    words.map((word) => ({ _words: isWholeWord(word) ? { $eq: word } : { $regex: `^${word}` } }))
  const words = having(wordsOf(search.text))
  const ways = [
    ...(words.length > 0 ? [{ $and: words }] : []),
    ...(search.or ?? []).map((each) => ({
      $and: [{ [pathOf(each.field)]: { $in: each.in.map(checked) } }, ...having(each.words)],
    })),
  ]
  return [ways.length > 0 ? ({ $or: ways } as Filter<Stored>) : { _id: { $in: [] } }]
}

const all = (conditions: Filter<Stored>[]): Filter<Stored> => (conditions.length > 0 ? { $and: conditions } : {})

const conditionsOf = (where: Query['where'] = {}): Filter<Stored>[] =>
  Object.entries(where).map(([field, condition]) => ({ [pathOf(field)]: operatorsOf(condition) }))

const comparison: Record<string, string> = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' }

function operatorsOf(condition: Condition): Record<string, unknown> {
  if (typeof condition !== 'object' || condition === null) return { $eq: checked(condition) }
  if ('in' in condition) return { $in: condition.in.map(checked) }
  if ('exists' in condition) {
    if (typeof condition.exists !== 'boolean') throw new TypeError('A field is there, or it is not')
    return condition.exists ? { $ne: null } : { $eq: null } // null, too, is not there
  }
  return Object.fromEntries(
    Object.entries(condition).map(([name, value]) => {
      if (!comparison[name]) throw new TypeError(`${name} is no condition`)
      return [comparison[name], checked(value)]
    }),
  )
}

/** Nothing but values: an object here would be an operator, and `undefined` would find everything. */
function checked(value: Value): Value {
  if (!['string', 'number', 'boolean'].includes(typeof value)) throw new TypeError(`${value} is no value to look for`)
  return value
}

/** Behind these values in this order. The first bound stands alone as well, so that an index can begin at it. */
function afterCursor(
  [[field, direction] = ['id', 'asc'] as const, ...order]: Order,
  [value = '', ...values]: Value[],
): Filter<Stored> {
  const path = pathOf(field)
  const operator = direction === 'desc' ? '$lt' : '$gt'
  const past: Filter<Stored> = { [path]: { [operator]: value } }
  if (order.length === 0) return past
  const within: Filter<Stored> = { [path]: { [`${operator}e`]: value } }
  return { $and: [within, { $or: [past, afterCursor(order, values)] }] } as Filter<Stored>
}

import { readCursor } from './cursor.ts'
import { type Condition, checkCollection, checkField, type Query, type Value } from './store.ts'

/** SQL and what is bound to its question marks. Values never stand in the text; names are checked before they do. */
export type Sql = { text: string; values: (string | number | bigint)[] }

/** The name of a table, fit to stand in SQL. */
export function tableName(collection: string): string {
  checkCollection(collection)
  return `"${collection}"`
}

/** The table of a collection: what it is called, and which fields have columns of their own. */
export type Table = { collection: string; columns: ReadonlySet<string> }

/** The column of a field, where it has one. */
export const columnName = (field: string): string => `"/${field}"`

/** A field as an expression out of the JSON of a document. */
export function extract(field: string): string {
  checkField(field)
  const path = field.split('.').map((key) => (/^\d+$/.test(key) ? `[${key}]` : `."${key}"`))
  return `json_extract(body, '$${path.join('')}')`
}

/** A field as an expression: a column where it has one. */
export function column({ columns }: Pick<Table, 'columns'>, field: string): string {
  if (field === 'id' || field === 'revision') return field
  return columns.has(field) ? columnName(field) : extract(field)
}

type Order = NonNullable<Query['sort']>

/** The first ids that a query finds, at most so many. `hits` is a select of row ids as `hit`: no others are found. */
export function selectIds(table: Table, query: Query, limit: number, hits?: Sql): Sql {
  const { text, values } = fromInOrder(table, query, { hits })
  return { text: `select id ${text} limit ?`, values: [...values, limit] }
}

/**
 * The first ids that a query finds, and their row ids as `hit`: in any order without a `sort`. They are gone through along
 * the sort, and those kept whose row ids are `among` the ones of a select.
 */
export function selectRows(table: Table, query: Query, limit: number, among?: Sql): Sql {
  const rowId = `${tableName(table.collection)}.rowid`
  const rowFilter = among ? [{ text: `+${rowId} in (${among.text})`, values: among.values }] : []
  const { text, values } = query.sort
    ? fromInOrder(table, query, { also: rowFilter })
    : fromWhere(table, [...conditionsOf(table, query.where), ...rowFilter])
  return { text: `select id, ${rowId} as hit ${text} limit ?`, values: [...values, limit] }
}

type More = { hits?: Sql | undefined; also?: Sql[] }

function fromInOrder(table: Table, { where, sort = [], after }: Query, { hits, also = [] }: More): Sql {
  const order: Order = [...sort, ['id', sort.at(-1)?.[1] ?? 'asc']]
  const conditions = [...conditionsOf(table, where), ...also]
  if (after !== undefined) conditions.push(beyond(table, order, readCursor(after, sort)))
  const by = order.map(([field, direction]) => `${column(table, field)} ${direction === 'desc' ? 'desc' : 'asc'}`)
  const from = fromWhere(table, conditions, hits)
  return { text: `${from.text} order by ${by.join(', ')}`, values: from.values }
}

type CountOptions = { atMost?: number | undefined; hits?: Sql | undefined }

/** How many documents meet the conditions, as `count`; no more than `atMost`. */
export function selectCount(table: Table, where: Query['where'], { atMost, hits }: CountOptions = {}): Sql {
  const { text, values } = fromWhere(table, conditionsOf(table, where), hits)
  return atMost === undefined
    ? { text: `select count(*) as count ${text}`, values }
    : { text: `select count(*) as count from (select 1 ${text} limit ?)`, values: [...values, atMost] }
}

function fromWhere({ collection }: Table, conditions: Sql[], hits?: Sql): Sql {
  const name = tableName(collection)
  const from = hits ? `(${hits.text}) cross join ${name} on ${name}.rowid = hit` : name
  return {
    text: `from ${from}${all(conditions)}`,
    values: [...(hits?.values ?? []), ...conditions.flatMap(({ values }) => values)],
  }
}

/** As `selectCount`, out of a table that has the number of documents for each `key`: the fields' values as JSON. */
export function selectTallied(tally: string, fields: readonly string[], where: Query['where']): Sql {
  const inKey = (field: string) => `json_extract(key, '$[${fields.indexOf(field)}]')`
  const conditions = Object.entries(where ?? {}).flatMap(([field, condition]) => conditionOf(inKey(field), condition))
  const counted = `select coalesce(sum(number), 0) as count from ${tally}${all(conditions)}`
  return { text: counted, values: conditions.flatMap(({ values }) => values) }
}

/** How many documents meet the conditions for each `value` of a field, as `count`. */
export function selectCountBy(table: Table, field: string, where: Query['where']): Sql {
  const { text, values } = fromWhere(table, conditionsOf(table, where))
  const value = column(table, field)
  return { text: `select ${value} as value, count(*) as count ${text} group by ${value}`, values }
}

const all = (conditions: Sql[]) =>
  conditions.length > 0 ? ` where ${conditions.map(({ text }) => text).join(' and ')}` : ''

const conditionsOf = (table: Table, where: Query['where'] = {}): Sql[] =>
  Object.entries(where).flatMap(([field, condition]) => conditionOf(column(table, field), condition))

const comparison: Record<string, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function conditionOf(column: string, condition: Condition): Sql[] {
  if (typeof condition !== 'object') return [{ text: `${column} = ?`, values: [bound(condition)] }]
  if ('in' in condition) {
    return [{ text: `${column} in (select value from json_each(?))`, values: [JSON.stringify(condition.in)] }]
  }
  if ('exists' in condition) {
    if (typeof condition.exists !== 'boolean') throw new TypeError('A field is there, or it is not')
    return [{ text: `${column} is ${condition.exists ? 'not null' : 'null'}`, values: [] }]
  }
  return Object.entries(condition).map(([name, value]) => {
    if (!comparison[name]) throw new TypeError(`${name} is no condition`)
    return { text: `${column} ${comparison[name]} ?`, values: [bound(value)] }
  })
}

/** SQLite knows no truth values: those of a document come out of `json_extract` as 1 and 0. */
const bound = (value: Value): string | number => (typeof value === 'boolean' ? Number(value) : value)

/**
 * Behind these values in this order. `a <= ? and (a < ? or …)` says the same as `a < ? or (a = ? and …)`, in the words
 * that let SQLite begin in the middle of an index.
 */
function beyond(
  table: Table,
  [[field, direction] = ['id', 'asc'] as const, ...order]: Order,
  [value = '', ...values]: Value[],
): Sql {
  const is = `${column(table, field)} ${direction === 'desc' ? '<' : '>'}`
  if (order.length === 0) return { text: `${is} ?`, values: [bound(value)] }
  const rest = beyond(table, order, values)
  return { text: `(${is}= ? and (${is} ? or ${rest.text}))`, values: [bound(value), bound(value), ...rest.values] }
}

import type { Filter, Sort } from 'mongodb'
import { readCursor } from './cursor.ts'
import { checkField } from './names.ts'
import type { Condition, Document, Query, Value } from './store.ts'

/** A document as MongoDB keeps it: its id is the key. */
export type Stored = Omit<Document, 'id'> & { _id: string }

type Order = NonNullable<Query['sort']>

/** A field as MongoDB calls it. */
export function pathOf(field: string): string {
  checkField(field)
  return field === 'id' ? '_id' : field
}

/** What a query looks for, and in which order. Throws `BadCursor`. */
export function filterAndSort({ where, sort = [], after }: Query): { filter: Filter<Stored>; sort: Sort } {
  const order: Order = [...sort, ['id', sort.at(-1)?.[1] ?? 'asc']]
  const conditions = conditionsOf(where)
  if (after !== undefined) conditions.push(beyond(order, readCursor(after, sort)))
  return {
    filter: all(conditions),
    sort: order.map(([field, direction]): [string, 1 | -1] => [pathOf(field), direction === 'desc' ? -1 : 1]),
  }
}

/** The documents that meet the conditions. */
export const filterOf = (where: Query['where']): Filter<Stored> => all(conditionsOf(where))

const all = (conditions: Filter<Stored>[]): Filter<Stored> => (conditions.length > 0 ? { $and: conditions } : {})

const conditionsOf = (where: Query['where'] = {}): Filter<Stored>[] =>
  Object.entries(where).map(([field, condition]) => ({ [pathOf(field)]: operatorsOf(condition) }))

const comparison: Record<string, string> = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' }

function operatorsOf(condition: Condition): Record<string, unknown> {
  if (typeof condition !== 'object' || condition === null) return { $eq: checked(condition) }
  if ('in' in condition) return { $in: condition.in.map(checked) }
  if ('contains' in condition) return { $regex: literally(condition.contains), $options: 'i' }
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

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Behind these values in this order. The first bound stands alone as well, so that an index can begin at it. */
function beyond(
  [[field, direction] = ['id', 'asc'] as const, ...order]: Order,
  [value = '', ...values]: Value[],
): Filter<Stored> {
  const path = pathOf(field)
  const is = direction === 'desc' ? '$lt' : '$gt'
  const past: Filter<Stored> = { [path]: { [is]: value } }
  if (order.length === 0) return past
  const within: Filter<Stored> = { [path]: { [`${is}e`]: value } }
  return { $and: [within, { $or: [past, beyond(order, values)] }] } as Filter<Stored>
}

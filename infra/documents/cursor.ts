import { BadCursor, type Document, type Page, type Query, type Value } from './store.ts'

type Sort = NonNullable<Query['sort']>

/** How many documents a query asks for. One more than that says whether there is a next page. Throws `RangeError`. */
export function limitOf({ limit = 50 }: Query): number {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`A page of ${limit} documents`)
  return limit
}

/** The page of a query: its documents, and whether one more than these was found. */
export const pageOf = <D extends Document>(documents: D[], { sort = [] }: Query, hasMore: boolean): Page<D> =>
  hasMore ? { documents, next: cursorAfter(documents.at(-1)!, sort) } : { documents }

/** Points behind a document in a sort: what a page hands out as `next`. */
function cursorAfter(document: Document, sort: Sort): string {
  const values = sort.map(([field]) => {
    const value = valueAt(document, field)
    if (!isValue(value)) throw new TypeError(`${document.id} cannot be sorted by ${field}: it has none`)
    return value
  })
  return Buffer.from(JSON.stringify([tag(sort), ...values, document.id])).toString('base64url')
}

/** The sort's values and the id of the document that a cursor points behind. Throws `BadCursor`. */
export function readCursor(cursor: string, sort: Sort): Value[] {
  const [tagged, ...values] = parsed(cursor)
  const fits = tagged === tag(sort) && values.length === sort.length + 1 && typeof values.at(-1) === 'string'
  if (!fits || !values.every(isValue)) throw new BadCursor('The page cursor is invalid')
  return values
}

// A cursor says which sort it belongs to, so that it cannot continue another.
const tag = (sort: Sort) => sort.map((each) => each.join(' ')).join(', ')

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const valueAt = (document: unknown, field: string): unknown =>
  field.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)

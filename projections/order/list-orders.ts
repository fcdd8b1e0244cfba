import type { z } from 'zod'
import type { ordersShown } from '#domain/contract/orders.ts'
import type { Person } from '#domain/event.ts'
import { orderStatuses } from '#domain/order/fields.ts'
import { type OrderFilter, type OrderSort, orderFilters } from '#domain/order/worklist.ts'
import { hasWords, wordsOf } from '#domain/words.ts'
import { BadCursor, type Collection, type Page, type Query, type Search } from '#infra/documents/store.ts'
import type { AccountRow } from '#projections/account/accounts.ts'
import type { ReadModel } from '#projections/projection.ts'
import type { StoredOrderRow } from './orders.ts'

type Readers = {
  orders: Pick<ReadModel<StoredOrderRow>, 'collection'>
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
}

/** The viewer, and the day in the agency's time zone: unread and overdue orders depend on them. */
export type Viewpoint = { viewer: Person; today: string }

/** The orders of a list that are asked for. */
export type ListedOrders = z.output<typeof ordersShown> & {
  clientId?: string | undefined
  limit?: number | undefined
  after?: string | undefined
}

type Where = NonNullable<Query['where']>

/** How many clients with a part of a search orders are found by; with more it has to be in the orders themselves. */
const maxClients = 200
/** How many parts of a search are looked for among clients one by one: each takes a search, and makes more ways to be found. */
const maxParts = 6

const bySort: Record<Exclude<OrderSort, 'unread'>, Query['sort']> = {
  newest: [['openedAt', 'desc']],
  oldest: [['openedAt', 'asc']],
  'latest-activity': [['lastAt', 'desc']],
  'oldest-activity': [['lastAt', 'asc']],
}

/** The admins whose unread orders are indexed, by collection. */
const indexed = new WeakMap<object, Set<string>>()

/** Makes what an admin has not read fast to find and count, the first time they ask. Admins are few. */
async function ensureUnreadIndexes(collection: Collection<StoredOrderRow>, { id }: Person): Promise<void> {
  const known = indexed.get(collection) ?? new Set()
  if (known.has(id)) return
  for (const field of ['openedAt', 'lastAt']) await collection.ensureIndex([readBy(id), 'status', field])
  await collection.ensureCounts([readBy(id), 'status', isErased])
  indexed.set(collection, known.add(id))
}

const isErased = 'derived.erased'
const readBy = (adminId: string) => `derived.readBy.${adminId}`

/** What an admin has not read. Of an erased client nothing is left to be read, also by admins who come later. */
const unreadBy = ({ id }: Person): Where => ({ [readBy(id)]: { exists: false }, [isErased]: { exists: false } })

function whereOf({ status, clientId, filter }: ListedOrders, { viewer, today }: Viewpoint): Where {
  return {
    ...(filter ? conditions[filter](viewer, today) : {}),
    ...(status ? { status } : {}),
    ...(clientId ? { clientId } : {}),
  }
}

const conditions: Record<OrderFilter, (viewer: Person, today: string) => Where> = {
  'waiting-on-us': () => ({ 'derived.waitingOn': 'agency' }),
  'waiting-on-client': () => ({ 'derived.waitingOn': 'client' }),
  unread: unreadBy,
  // Only an open order has a day: it is said again for the index.
  overdue: (_, today) => ({ 'derived.dueOn': { gt: '', lt: today }, status: 'open' }),
  unpaid: () => ({ 'derived.unpaid': true }),
}

/** The filters that have open orders only. */
const ofOpenOrders: ReadonlySet<OrderFilter> = new Set(['waiting-on-us', 'waiting-on-client', 'overdue'])

/** Whether a filter and a status have no order in common: then there is nothing to look for. */
const isEmpty = ({ status = 'open', filter }: ListedOrders): boolean =>
  filter !== undefined && ofOpenOrders.has(filter) && status !== 'open'

/**
 * The query of a search: its parts in the orders, and those that a client's account does not have in that client's orders. What is
 * written without a space is one part, as an address is; so is a number, however it is spaced.
 */
async function searchOf({ accounts }: Readers, text: string | undefined): Promise<Search | undefined> {
  if (!text) return undefined
  const parts = text.split(/\s+/).filter((part) => wordsOf(part).length > 0)
  const looked = wordsOf(text).length > 1 && parts.length > 1 ? parts.slice(0, maxParts) : []
  const [withAll, ...withOne] = await Promise.all([text, ...looked].map((each) => clientsWith(accounts, each)))
  const missingIn = (client: AccountRow) => {
    if (withAll?.has(client.id)) return []
    const has = (part: string, at: number) =>
      withOne[at]?.has(client.id) ?? (at < looked.length && hasWords([client.name, client.email, client.phone], part))
    return parts.filter((part, at) => !has(part, at))
  }
  const clients = new Map([withAll, ...withOne].flatMap((found) => [...(found ?? [])]))
  const byMissing = Map.groupBy(clients.values(), (client) => missingIn(client).join(' '))
  const or = [...byMissing].map(([missing, of]) => ({
    ...{ field: 'clientId', in: of.map(({ id }) => id) },
    words: missing.split(' ').flatMap(wordsOf),
  }))
  return or.length === 0 ? { text } : { text, or }
}

/** The accounts that a text finds, by their ids; undefined where there are too many. */
async function clientsWith({ collection }: Readers['accounts'], text: string) {
  const search = { text }
  const number = await collection.count(undefined, { search, atMost: maxClients + 1 })
  if (number > maxClients) return undefined
  const { documents } = number === 0 ? { documents: [] } : await collection.find({ search, limit: maxClients })
  return new Map(documents.map((client) => [client.id, client]))
}

/** Rows whose client has another name today, by the row as it is stored: texts are cached by the row. */
const renamed = new WeakMap<StoredOrderRow, StoredOrderRow>()

function withName(row: StoredOrderRow, clientName: string): StoredOrderRow {
  const known = row.clientName === clientName ? row : renamed.get(row)
  if (known?.clientName === clientName) return known
  const named = { ...row, clientName }
  renamed.set(row, named)
  return named
}

/** Returns rows with their clients' names as the accounts have them today; a row is stored with that at its opening. */
export async function withNamesOfToday(
  { accounts }: Pick<Readers, 'accounts'>,
  rows: readonly StoredOrderRow[],
): Promise<StoredOrderRow[]> {
  const clients = await accounts.collection.getMany([...new Set(rows.map(({ clientId }) => clientId))])
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  return rows.map((row) => withName(row, names.get(row.clientId) ?? row.clientName))
}

/**
 * Orders, newest first unless sorted otherwise; without a `clientId` those of all clients. Throws `BadCursor` when
 * `after` was not a page's `next`.
 */
export async function listOrders(
  readers: Readers,
  request: ListedOrders,
  viewpoint: Viewpoint,
): Promise<Page<StoredOrderRow>> {
  const page = await storedOrders(readers, request, viewpoint)
  return { ...page, documents: await withNamesOfToday(readers, page.documents) }
}

/** The same with the names that the clients had when they opened them. */
export async function storedOrders(
  readers: Readers,
  request: ListedOrders,
  viewpoint: Viewpoint,
): Promise<Page<StoredOrderRow>> {
  const { collection } = readers.orders
  const { sort = 'newest', limit = 50, after } = request
  if (isEmpty(request)) return { documents: [] }
  if (sort === 'unread' || request.filter === 'unread') await ensureUnreadIndexes(collection, viewpoint.viewer)
  const query = { where: whereOf(request, viewpoint), search: await searchOf(readers, request.search), limit }
  if (sort === 'unread') return unreadFirst(collection, query, viewpoint.viewer, after)
  return collection.find({ ...query, sort: bySort[sort], after })
}

/**
 * First what is unread, then what was read, then what erased clients left, each newest first: lists one behind the other.
 * The cursor says in which.
 */
async function unreadFirst(
  collection: Collection<StoredOrderRow>,
  query: Query & { limit: number },
  viewer: Person,
  after: string | undefined,
): Promise<Page<StoredOrderRow>> {
  const isRead = readBy(viewer.id)
  const lists: [name: string, where: Where][] = [
    ['u', unreadBy(viewer)],
    ['r', { [isRead]: { exists: true } }],
    ['e', { [isRead]: { exists: false }, [isErased]: { exists: true } }],
  ]
  if (query.where?.[isRead]) lists.length = 1 // nothing but what is unread was asked for
  const [, begun, cursor] = /^([ure])\.(.*)$/s.exec(after ?? 'u.') ?? []
  const first = lists.findIndex(([name]) => name === begun)
  if (first < 0) throw new BadCursor('The page cursor is invalid')
  const documents: StoredOrderRow[] = []
  let from = cursor || undefined
  for (const [name, condition] of lists.slice(first)) {
    const [where, room] = [{ ...query.where, ...condition }, query.limit - documents.length]
    const page = await collection.find({ ...query, where, sort: bySort.newest, limit: Math.max(1, room), after: from })
    if (room === 0 && page.documents.length > 0) return { documents, next: `${name}.` }
    documents.push(...page.documents)
    if (page.next) return { documents, next: `${name}.${page.next}` }
    from = undefined
  }
  return { documents }
}

/** The most results of a search that are counted in each list. */
export const maxCounted = 1_000

/**
 * How many orders there are: in each list by filter and search, and of all by each filter. `atLeast`: the counts of the
 * lists end at `maxCounted`.
 */
export async function countOrders(
  readers: Readers,
  request: Pick<ListedOrders, 'filter' | 'search'>,
  viewpoint: Viewpoint,
) {
  const { collection } = readers.orders
  await ensureUnreadIndexes(collection, viewpoint.viewer)
  const search = await searchOf(readers, request.search)
  const options = search ? { search, atMost: maxCounted } : {}
  const count = async (listed: ListedOrders, by: typeof options = {}) =>
    isEmpty(listed) ? 0 : collection.count(whereOf(listed, viewpoint), by)
  const [sections, open, filters] = await Promise.all([
    each(orderStatuses, (status) => count({ ...request, status }, options)),
    request.filter || search ? count({ status: 'open' }) : undefined,
    each(orderFilters, (filter) => count({ filter })),
  ])
  const isCut = search !== undefined && Object.values(sections).some((number) => number === maxCounted)
  return {
    sections,
    filters: { open: open ?? sections.open, ...filters },
    ...(isCut ? { atLeast: true as const } : {}),
  }
}

async function each<Name extends string>(names: readonly Name[], count: (name: Name) => Promise<number>) {
  const counted = await Promise.all(names.map(async (name) => [name, await count(name)] as const))
  return Object.fromEntries(counted) as Record<Name, number>
}

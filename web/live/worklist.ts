import type { OrderView, ViewQuery } from '#domain/account/order-views.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { fromWire, type Recorded, type WireEvent } from '#domain/event.ts'
import { type OrderEvent, traitsOf } from '#domain/order/actions.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { loadPages, type PageQuery } from '#web/kit/pages.ts'
import { pageSize } from './list.ts'
import { liveList } from './live-list.ts'
import { applyRowEvent } from './rows.ts'

export const statuses: readonly OrderStatus[] = ['open', 'cancelled', 'completed']

/** A section of the orders as far as it was loaded; `next` is where its rest begins. `stale` says that it lacks what this page knows. */
type WorkSection = { rows: readonly OrderRow[]; next?: string | undefined; stale?: true | undefined }
type Sections = Record<OrderStatus, WorkSection>
export type OrderCounts = AnswerOf<Contract['getOrderCounts']>
export type LoadedWorklist = { query: ViewQuery; sections: Sections; counts: OrderCounts; views: OrderView[] }

type WorklistState = Omit<LoadedWorklist, 'query'> & {
  /** How many rows have come, gone or moved on the server since they were shown. */
  changed: number
  /** The orders that something was just written in, each with the event. */
  recent: ReadonlyMap<string, string>
}

/** How long events are collected before the list, or its counts, are asked for again: milliseconds. */
const collectMs = 250
/** Some rows more than whole pages, so that those that come do not push the last ones out of sight at once. */
const spare = 10

/** How many rows are loaded where so many are shown: whole pages and some to spare, those that were shown before among them. */
const toLoad = (shown: number) => Math.max(1, Math.ceil((shown - spare) / pageSize)) * pageSize + spare

async function loadRows(query: ViewQuery, status: OrderStatus, atLeast: number, from?: string): Promise<WorkSection> {
  const load = (page: PageQuery) => call('getOrders', { query: { ...query, status, ...page } })
  const { data, next, stale } = await loadPages(atLeast, load, from)
  return { rows: data.map(rowFromWire), next, stale }
}

async function loadSections(query: ViewQuery, atLeast: (status: OrderStatus) => number): Promise<Sections> {
  const loaded = await Promise.all(statuses.map((status) => loadRows(query, status, atLeast(status))))
  return sectionsOf((_, at) => loaded[at]!)
}

const sectionsOf = (section: (status: OrderStatus, at: number) => WorkSection): Sections =>
  Object.fromEntries(statuses.map((status, at) => [status, section(status, at)])) as unknown as Sections

const mapRows = (sections: Sections, change: (row: OrderRow) => OrderRow): Sections =>
  sectionsOf((status) => ({ ...sections[status], rows: sections[status].rows.map(change) }))

const rowsById = (sections: Sections): ReadonlyMap<string, OrderRow> =>
  new Map(statuses.flatMap((status) => sections[status].rows.map((row) => [row.id, row] as const)))

/**
 * How many orders would come, go or move: one that leaves a section for another counts once. What stands behind the last
 * shown row is not there yet, and what only makes room at the end for those that come has not gone.
 */
function changesTo(shown: Sections, sections: Sections): number {
  const changes = statuses.map((status) => {
    const before = shown[status].rows.map(({ id }) => id)
    const all = sections[status].rows.map(({ id }) => id)
    const incoming = shown[status].next ? asFarAsShown(before, all) : all
    const isFull = sections[status].next !== undefined && incoming.length === all.length
    const ids = isFull ? before.slice(0, before.findLastIndex((id) => all.includes(id)) + 1) : before
    return { ids, incoming, count: rowChanges(ids, incoming) }
  })
  const sectionOf = new Map(changes.flatMap(({ incoming }, at) => incoming.map((id) => [id, at] as const)))
  const leave = changes.flatMap(({ ids }, at) => ids.filter((id) => (sectionOf.get(id) ?? at) !== at))
  return changes.reduce((sum, { count }) => sum + count, -leave.length)
}

/** How many rows would appear, leave or change places if one list of ids took the place of another. */
export function rowChanges(shown: readonly string[], incoming: readonly string[]): number {
  const stay = placesIn(incoming, shown)
  return incoming.length + shown.length - stay.length - longestIncrease(stay).length
}

/** The incoming ids as far as the last one of those shown that keeps its place among them; all of them where none does. */
function asFarAsShown(shown: readonly string[], incoming: readonly string[]): readonly string[] {
  const last = longestIncrease(placesIn(incoming, shown)).at(-1)
  return last === undefined ? incoming : incoming.slice(0, last + 1)
}

function placesIn(list: readonly string[], ids: readonly string[]): number[] {
  const places = new Map(list.map((id, at) => [id, at]))
  return ids.flatMap((id) => places.get(id) ?? [])
}

/**
 * Has as many entries as there are numbers that can stand still while the others move between them. The last entry is the
 * lowest that such numbers can end with.
 */
function longestIncrease(numbers: readonly number[]): number[] {
  const ends: number[] = []
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number)
    if (at < 0) ends.push(number)
    else ends[at] = number
  }
  return ends
}

const loadCounts = ({ filter, search }: ViewQuery) => call('getOrderCounts', { query: { filter, search } })

/** Whether an event may bring, take away or move a row of a query. One of an unknown type may. */
export function mayMove({ filter, search, sort = 'newest' }: ViewQuery, event: OrderEvent): boolean {
  if (traitsOf(event)?.movesRow ?? true) return true
  if (event.type === 'ConversationRead') return filter === 'unread' || sort === 'unread'
  return Boolean(filter || search) || !['newest', 'oldest'].includes(sort)
}

/** Loads the orders of a query, at least so many of each section, their counts, and the admin's saved views. */
export async function loadWorklist(
  query: ViewQuery,
  atLeast?: Readonly<Record<string, number>>,
): Promise<LoadedWorklist> {
  const [sections, counts, views] = await Promise.all([
    loadSections(query, (status) => Math.max(pageSize, atLeast?.[status] ?? 0)),
    loadCounts(query),
    call('getOrderViews'),
  ])
  return { query, sections, counts, views: views.data }
}

/**
 * The orders an admin works on, followed live. What a row says is updated in its place. Rows that come, go or move wait
 * until they are requested, unless `isCalm` says that no one is at work in the list.
 */
export function liveWorklist({ query, ...loaded }: LoadedWorklist, isCalm: () => boolean) {
  const first: WorklistState = { ...loaded, changed: 0, recent: new Map() }
  const list = liveList(first, { onEvent, load, onConnect: refreshViews })
  const { now, show, subscribe, refresh } = list
  let incoming: Sections | undefined
  /** How many times rows were added at the end of a section. */
  let added = 0
  /** How many times rows are being loaded. */
  let loading = 0
  /** How many times the counts were requested: an answer to an earlier request is not shown. */
  let counted = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether rows may have moved since the timer was set. */
  let moved = false

  function onEvent(event: WireEvent) {
    if (event.type.startsWith('OrderView')) return void refreshViews()
    const { orderId } = event
    if (!orderId) return
    const received = fromWire<OrderEvent>(event)
    const behind = applyInPlace(orderId, received)
    moved ||= behind || mayMove(query, received)
    timer ??= setTimeout(() => void catchUp(), collectMs)
  }

  /** Applies an event to a shown row at once, in its place. Returns whether the row has to be loaded again. */
  function applyInPlace(orderId: string, event: Recorded<OrderEvent>): boolean {
    const row = rowsById(now().sections).get(orderId)
    if (!row) return loading > 0 || incoming !== undefined // it may be among those that are not shown yet
    const { rows, behind } = applyRowEvent(new Map([[orderId, row]]), orderId, event)
    const next = rows.get(orderId)
    if (next && next !== row) {
      show({ sections: mapRows(now().sections, (each) => (each.id === orderId ? next : each)) })
      if (next.lastAt !== row.lastAt) list.mark(orderId, event.id)
    }
    return behind
  }

  /** Counts again; loads the rows as well where they may have moved, and where the counts do not come or lag behind. */
  async function catchUp(): Promise<void> {
    const mayHaveMoved = moved
    stopCollecting()
    if (!list.isOpen()) return
    const turn = ++counted
    const counts = mayHaveMoved ? undefined : await loadCounts(query).catch(() => undefined)
    if (counts && !counts.stale) showCounts(counts, turn)
    else if (list.isOpen()) await refresh()
  }

  /** Waits for rows that are being loaded. */
  async function whileLoading<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
    loading += 1
    return loaded.finally(() => {
      loading -= 1
    })
  }

  function stopCollecting() {
    clearTimeout(timer)
    timer = undefined
    moved = false
  }

  const showCounts = (counts: OrderCounts, turn: number) => turn === counted && show({ counts })

  /** Loads what is shown again, and counts what has moved. */
  async function load(): Promise<boolean> {
    const before = added
    const turn = ++counted
    const [sections, counts] = await whileLoading(
      Promise.all([loadSections(query, (status) => toLoad(now().sections[status].rows.length)), loadCounts(query)]),
    )
    if (added !== before) return load() // it lacks the rows that were added
    const changed = changesTo(now().sections, sections)
    incoming = changed === 0 ? undefined : sections
    showCounts(counts, turn)
    if (changed === 0) merge(sections)
    else if (isCalm()) apply()
    else {
      merge(sections)
      show({ changed })
    }
    return !counts.stale && !statuses.some((status) => sections[status].stale)
  }

  async function refreshViews(): Promise<void> {
    await call('getOrderViews').then(
      ({ data }) => show({ views: data }),
      () => {},
    )
  }

  /** The shown rows as the server has them, in the places they stand in. */
  function merge(sections: Sections) {
    const fresh = rowsById(sections)
    show({
      changed: 0,
      sections: mapRows(now().sections, (row) => {
        const found = fresh.get(row.id)
        return found && found.revision > row.revision ? found : row
      }),
    })
  }

  /** Shows what has come, gone and moved. */
  function apply() {
    if (!incoming) return
    const known = rowsById(now().sections)
    const sections = mapRows(incoming, (row) => {
      const shown = known.get(row.id)
      if (!shown) return row
      return shown.revision > row.revision ? shown : unlessSame(row, shown)
    })
    incoming = undefined
    show({ changed: 0, sections })
  }

  /** Adds the next rows of a section. Throws `HttpError`. */
  async function more(status: OrderStatus): Promise<void> {
    const { next } = now().sections[status]
    if (next === undefined) return
    const page = await whileLoading(loadRows(query, status, pageSize, next))
    const shown = now().sections[status]
    if (shown.next !== next) return more(status) // the list was updated meanwhile, and ends elsewhere
    const known = new Set(shown.rows.map(({ id }) => id))
    added += 1
    const section = { rows: [...shown.rows, ...page.rows.filter(({ id }) => !known.has(id))], next: page.next }
    show({ sections: { ...now().sections, [status]: section } })
    if (incoming || page.stale) void refresh() // what is to come lacks the rows that were added
  }

  return {
    ...{ subscribe, now, apply, more, refresh, refreshViews },

    /** Follows until the returned function is called. What was written since the list was loaded is asked for at once. */
    open(): () => void {
      const close = list.open()
      return () => {
        close()
        stopCollecting()
      }
    },
  }
}

/** A row that says the same as the one that is shown is that one: it is not drawn again. */
const unlessSame = (row: OrderRow, shown: OrderRow): OrderRow =>
  JSON.stringify(row) === JSON.stringify(shown) ? shown : row

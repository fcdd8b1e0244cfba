import { accountStreams } from '#domain/account/account.ts'
import { fromWire, idIn, type Recorded, type WireEvent } from '#domain/event.ts'
import { type LeadEvent, leadEvents, leads } from '#domain/lead/actions.ts'
import { stages } from '#domain/lead/lead.ts'
import { evolveLeadRow } from '#domain/lead/row.ts'
import { call, rememberPosition } from '#web/api.ts'
import { liveList } from '#web/live/live-list.ts'
import { classify } from '#web/live/stream.ts'
import { createRetry } from '#web/retry.ts'
import { groupOf, groupsOf, isNarrow } from './columns.ts'
import { type Counts, foldKey, type Loaded, loadCounts, loadSection, type Row, rowOf, type SectionKey } from './load.ts'

export type LeadListState = {
  rows: ReadonlyMap<string, Row>
  /** The sections that are loaded, each with where its rest begins. */
  sections: ReadonlyMap<SectionKey, string | undefined>
  counts: Counts
  /** The leads that something was just written of, each with the event. */
  recent: ReadonlyMap<string, string>
}

/** Before the counts are requested again after a change: milliseconds. */
const settleMs = 250

/** The leads of the page, followed live: each row by its revision, the counts by asking again after a change. */
export function createLeadList({ filter, sections, counts }: Loaded) {
  const first: LeadListState = {
    rows: new Map(Object.values(sections).flatMap(({ rows }) => rows.map((row) => [row.id, row]))),
    sections: new Map(stages.map((stage) => [stage, sections[stage].next])),
    counts,
    recent: new Map(),
  }
  const list = liveList(first, { onEvent, load })
  const { now, show, subscribe } = list
  const counting = createCounting(filter, (counts) => show({ counts }), list.isOpen)

  /** The leads that were erased while the page is open, by the revision of that: an older answer must not bring them back. */
  const erased = new Map<string, number>()

  /** Takes a row in, unless a later one is known. */
  function put(...rows: Row[]) {
    const next = new Map(now().rows)
    for (const row of rows) {
      const known = next.get(row.id)
      if (row.revision < Math.max(known?.revision ?? 0, erased.get(row.id) ?? 0)) continue
      next.set(row.id, known?.alike === undefined ? row : { alike: known.alike, ...row })
    }
    show({ rows: next })
  }

  /** Takes rows away: their leads are erased, or they are shown no more. */
  function drop(...ids: string[]) {
    const next = new Map([...now().rows].filter(([id]) => !ids.includes(id)))
    if (next.size < now().rows.size) show({ rows: next })
  }

  /** The section that a lead stands in: its stage, or a folded group of it. */
  function sectionOf(row: Row, groups = groupsOf(row.stage, Date.now())): SectionKey {
    const group = groupOf(row, groups)
    return group.folded && !isNarrow(filter) ? foldKey(row.stage, group) : row.stage
  }

  /** Loads one lead, and marks those that may be the same person. */
  async function fetchOne(id: string): Promise<Row | undefined> {
    const answer = await call('getLead', { query: { id } }).catch(() => undefined)
    if (!answer) return undefined
    const row = rowOf(answer.lead)
    const others = answer.alike.flatMap(({ id }) => now().rows.get(id) ?? [])
    put({ ...row, alike: answer.alike.length > 0 }, ...others.map((other) => ({ ...other, alike: true })))
    return row
  }

  /** Loads one lead, and where that fails all that is shown, which is tried until it succeeds. */
  async function fetchOrRefresh(id: string): Promise<void> {
    if (!(await fetchOne(id))) await list.refresh()
  }

  function onEvent(event: WireEvent) {
    const id = idIn(leads, event.stream)
    const account = idIn(accountStreams, event.stream)
    if (account !== undefined && now().rows.has(account)) void fetchOrRefresh(account)
    if (id === undefined) return
    rememberPosition(event.position)
    counting.soon()
    const row = now().rows.get(id)
    const place = row && classify(row.revision, event)
    if (place === 'drop') return
    if (event.type === 'LeadErased') {
      erased.set(id, event.revision)
      return drop(id)
    }
    list.mark(id, event.id)
    const isKnown = (row ? place === 'take' : event.revision === 0) && event.type in leadEvents
    if (isKnown) put(evolveLeadRow(row, fromWire<LeadEvent>(event) as Recorded<LeadEvent>))
    // Events of it are missing here, or it is not on the page, or another lead may be the same person.
    if (!isKnown || event.type === 'LeadSubmitted') void fetchOrRefresh(id)
  }

  /** Loads again what is shown: what was missed while the line was down is in it. */
  async function load(): Promise<boolean> {
    const { rows: before, sections: shown } = now()
    const groups = new Map(stages.map((stage) => [stage, groupsOf(stage, Date.now())]))
    const rowsOf = Map.groupBy(before.values(), (row) => sectionOf(row, groups.get(row.stage)))
    const size = (key: SectionKey) => rowsOf.get(key)?.length ?? 0
    const keys = [...shown.keys()]
    const [pages, isCounted] = await Promise.all([
      Promise.all(keys.map((key) => loadSection(key, filter, { atLeast: size(key) }))),
      counting.count(),
    ])
    const there = pages.flatMap(({ rows }) => rows)
    put(...there)
    const isStale = pages.some(({ stale }) => stale)
    if (!isStale) {
      const found = new Set(there.map(({ id }) => id))
      // What was heard of while the answer was on its way may be later than the answer.
      drop(...[...before.keys()].filter((id) => !found.has(id) && now().rows.get(id) === before.get(id)))
    }
    const sections = new Map(now().sections)
    for (const [at, key] of keys.entries()) {
      // Not where it was folded meanwhile, or more of it was added.
      if (sections.has(key) && sections.get(key) === shown.get(key)) sections.set(key, pages[at]!.next)
    }
    show({ sections })
    return !isStale && isCounted
  }

  async function more(key: SectionKey): Promise<void> {
    const { rows, next, stale } = await loadSection(key, filter, { after: now().sections.get(key) })
    put(...rows)
    show({ sections: new Map(now().sections).set(key, next) })
    if (stale) void list.refresh()
  }

  return {
    ...{ subscribe, now, fetchOne },
    refresh: list.refresh,

    /** Applies the events that a change was answered with. */
    applyEvents: (events: readonly WireEvent[]) => events.forEach(onEvent),

    /** Opens a folded group, or adds the next leads of a section. Throws `HttpError`. */
    more,

    /** Opens the folded group that a lead stands in, if it does. Throws `HttpError`. */
    async reveal(id: string): Promise<void> {
      const row = now().rows.get(id)
      const key = row && sectionOf(row)
      if (key !== undefined && !now().sections.has(key)) await more(key)
    },

    /** Folds a group again. */
    fold(key: SectionKey) {
      const sections = new Map(now().sections)
      sections.delete(key)
      show({ sections })
    },

    /** Follows until the returned function is called. What was written since it was loaded is requested at once. */
    open(): () => void {
      const close = list.open()
      return () => {
        close()
        counting.stop()
      }
    },
  }
}

/** Counts the leads of a filter again after changes, and until that succeeds while the list is open. */
function createCounting(filter: Loaded['filter'], show: (counts: Counts) => void, isOpen: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  /** Resolves to whether the counts are up to date. An answer that was overtaken says nothing new. */
  async function count(): Promise<boolean> {
    const turn = ++latest
    const counts = await loadCounts(filter)
    if (turn === latest) show(counts)
    return !counts.stale
  }
  async function countOrRetry(): Promise<void> {
    if (await count().catch(() => false)) retry.stop()
    else if (isOpen()) retry.later()
  }
  const retry = createRetry(countOrRetry)
  return {
    count,
    soon() {
      clearTimeout(timer)
      timer = setTimeout(countOrRetry, settleMs)
    },
    stop() {
      clearTimeout(timer)
      retry.stop()
    },
  }
}

export type LeadList = ReturnType<typeof createLeadList>

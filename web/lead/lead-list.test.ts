import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLeadList } from './lead-list.ts'
import type { Counts, Page, Row } from './load.ts'

const now = new Date().toISOString()
const rows: Row[] = Array.from({ length: 620 }, (_, at) => ({
  ...{ id: String(at), revision: 0, name: 'Nima Lepcha', email: `${at}@teaestate.example`, phone: '+919000000054' },
  ...{ source: 'customer-filter', stage: 'new', submissions: 1, others: [] },
  ...{ stageAt: now, firstAt: now, submittedAt: now },
}))

/** A server with the rows; an answer from the beginning waits for `reload`. While `isBehind` its lists lag behind. */
let reload: Promise<unknown>
let isBehind: boolean
/** The paths that were requested. */
let requested: string[]
beforeEach(() => {
  reload = Promise.resolve()
  isBehind = false
  requested = []
})
const inNode = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (path) => {
    const { pathname, searchParams } = new URL(String(path), 'http://localhost')
    requested.push(pathname)
    const stale = isBehind ? { stale: true } : {}
    const [from, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit'))]
    if (searchParams.get('stage') !== 'new') return Response.json({ data: [], ranges: [], ...stale })
    if (from === 0) await reload
    const next = from + limit < rows.length ? { next: String(from + limit) } : {}
    return Response.json({ data: rows.slice(from, from + limit), ...next, ...stale })
  }
})
afterAll(() => {
  globalThis.fetch = inNode
})

function listOf(count: number) {
  const empty: Page = { rows: [] }
  const sections = {
    ...{ new: { rows: rows.slice(0, count), next: String(count) } },
    ...{ contacted: empty, won: empty, lost: empty },
  }
  const stages = { new: rows.length, contacted: 0, won: 0, lost: 0 }
  const counts: Counts = { stages, folded: {}, all: rows.length, today: 0, late: 0, undated: 0, nextDue: null }
  return createLeadList({ filter: { show: 'all', search: '' }, sections, counts })
}

it('loads all again where what “Show more” added lags behind', async () => {
  isBehind = true
  await listOf(50).more('new')
  await expect.poll(() => requested.slice(1)).toContain('/api/get-lead-counts')
})

it('goes on behind the rows that “Show more” added while the list was loaded again', async () => {
  const list = listOf(50)
  const answered = Promise.withResolvers<void>()
  reload = answered.promise
  const refreshed = list.refresh()
  await list.more('new')
  answered.resolve()
  await refreshed
  expect([list.now().rows.size, list.now().sections.get('new')]).toEqual([100, '100'])
})

it('has all rows that were shown when it was loaded again', async () => {
  const list = listOf(600)
  await list.refresh()
  expect([list.now().rows.size, list.now().sections.get('new')]).toEqual([600, '600'])
})

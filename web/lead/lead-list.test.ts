import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLeadList } from './lead-list.ts'
import type { Counts, Page } from './load.ts'

/** The paths that were requested, of a server whose lists lag behind. */
const requested: string[] = []
const inNode = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (path) => {
    requested.push(new URL(String(path), 'http://localhost').pathname)
    return Response.json({ data: [], ranges: [], stale: true })
  }
})
afterAll(() => {
  globalThis.fetch = inNode
})

it('loads all again where what “Show more” added lags behind', async () => {
  const empty: Page = { rows: [] }
  const sections = { new: { rows: [], next: 'the rest' }, contacted: empty, won: empty, lost: empty }
  const stages = { new: 60, contacted: 0, won: 0, lost: 0 }
  const counts: Counts = { stages, folded: {}, all: 60, today: 0, late: 0, undated: 0, nextDue: null }
  await createLeadList({ filter: { show: 'all', search: '' }, sections, counts }).more('new')
  await expect.poll(() => requested.slice(1)).toContain('/api/get-lead-counts')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#domain/event.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { rowToWire } from '#domain/order/row-wire.ts'
import { opened } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { liveOrderList } from './list.ts'

const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
const rows: OrderRow[] = Array.from({ length: 120 }, (_, at) =>
  recorded(`order-${at}`, [opened]).reduce<OrderRow | undefined>(evolveRow, undefined),
).map((row, at) => ({ ...row!, id: String(at), revision: 0 }))

/** A server with the rows; an answer from the beginning waits for `reload`. While `isBehind` its lists lag behind for one answer. */
let reload: Promise<unknown> = Promise.resolve()
let isBehind = false
const inNode = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (path) => {
    const { searchParams } = new URL(String(path), 'http://localhost')
    const [from, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit'))]
    if (from === 0) await reload
    const [title, revision, stale] = isBehind ? ['as it was', 0, { stale: true }] : ['as it is', 1, {}]
    isBehind = false
    const data = rows.slice(from, from + limit).map((row) => rowToWire({ ...row, title, revision }, asha))
    const next = from + limit < rows.length ? { next: String(from + limit) } : {}
    return Response.json({ data, ...next, ...stale })
  }
})
afterAll(() => {
  globalThis.fetch = inNode
})

const listOfFifty = () => liveOrderList([{ status: 'open', rows: rows.slice(0, 50), next: '50' }])

it('goes on behind the rows that “Show more” added while the list was loaded again', async () => {
  const list = listOfFifty()
  const answered = Promise.withResolvers<void>()
  reload = answered.promise
  const refreshed = list.refresh()
  await list.more('open')
  answered.resolve()
  await refreshed
  expect([list.now().rows.size, list.now().next.open]).toEqual([100, '100'])
})

it('loads again what “Show more” added from lists that lag behind', async () => {
  const list = listOfFifty()
  isBehind = true
  await list.more('open')
  await expect.poll(() => list.now().rows.get('70')?.title).toBe('as it is')
})

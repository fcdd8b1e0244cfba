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

/**
 * A server with the rows; an answer from the beginning waits for `reload`, and others for `further`. While `isBehind` its
 * lists lag behind for one answer.
 */
let stored = rows
let reload: Promise<unknown> = Promise.resolve()
let further: Promise<unknown> = Promise.resolve()
let isBehind = false
const inNode = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (path) => {
    const { searchParams } = new URL(String(path), 'http://localhost')
    const after = searchParams.get('after')
    await (after === null ? reload : further)
    const [from, limit] = [stored.findIndex(({ id }) => id === after) + 1, Number(searchParams.get('limit'))]
    const [title, revision, stale] = isBehind ? ['as it was', 0, { stale: true }] : ['as it is', 1, {}]
    isBehind = false
    const data = stored.slice(from, from + limit).map((row) => rowToWire({ ...row, title, revision }, asha))
    const next = from + limit < stored.length ? { next: stored[from + limit - 1]!.id } : {}
    return Response.json({ data, ...next, ...stale })
  }
})
afterAll(() => {
  globalThis.fetch = inNode
})

const listOfFifty = () => liveOrderList([{ status: 'open', rows: rows.slice(0, 50), next: '49' }])

it('goes on behind the rows that “Show more” added while the list was loaded again', async () => {
  const list = listOfFifty()
  const answered = Promise.withResolvers<void>()
  reload = answered.promise
  const refreshed = list.refresh()
  await list.more('open')
  answered.resolve()
  await refreshed
  expect([list.now().rows.size, list.now().next.open]).toEqual([100, '99'])
})

it('leaves out no row where it was loaded again while “Show more” was under way, with new rows before', async () => {
  const list = listOfFifty()
  const answered = Promise.withResolvers<void>()
  further = answered.promise
  const added = list.more('open')
  stored = [...rows.slice(0, 10).map((row) => ({ ...row, id: `new ${row.id}` })), ...rows]
  await list.refresh()
  answered.resolve()
  await added
  const shown = [...list.now().rows.keys()]
  expect(rows.slice(0, 90).filter(({ id }) => !shown.includes(id))).toEqual([])
  stored = rows
})

it('loads again what “Show more” added from lists that lag behind', async () => {
  const list = listOfFifty()
  isBehind = true
  await list.more('open')
  await expect.poll(() => list.now().rows.get('70')?.title).toBe('as it is')
})

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Person } from '#domain/event.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { rowToWire } from '#domain/order/row-wire.ts'
import { messageSent, opened, read, reopened } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { liveWorklist, mayMove, rowChanges } from './worklist.ts'

const meera: Person = { id: 'meera', name: 'Meera', role: 'admin' }
const rows: OrderRow[] = Array.from({ length: 150 }, (_, at) =>
  recorded(`order-${at}`, [opened]).reduce<OrderRow | undefined>(evolveRow, undefined),
).map((row, at) => ({ ...row!, id: String(at), revision: 0 }))
const counts = { sections: { open: 150, cancelled: 0, completed: 0 } }

/**
 * A server with the rows in one section; an answer to as many as are shown and some more waits for `reload`. While `isBehind`
 * its lists lag behind for one answer.
 */
let reload: Promise<unknown> = Promise.resolve()
let isBehind = false
const inNode = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (path) => {
    const { pathname, searchParams } = new URL(String(path), 'http://localhost')
    if (pathname.includes('count')) return Response.json(counts)
    const [after, limit] = [searchParams.get('after'), Number(searchParams.get('limit'))]
    if (after === null) await reload
    const all = rows.filter(({ status }) => status === searchParams.get('status'))
    const from = all.findIndex(({ id }) => id === after) + 1
    const [title, revision, stale] = isBehind ? ['as it was', 0, { stale: true }] : ['as it is', 1, {}]
    isBehind = false
    const data = all.slice(from, from + limit).map((row) => rowToWire({ ...row, title, revision }, meera))
    return Response.json({ data, ...(from + limit < all.length ? { next: data.at(-1)!.id } : {}), ...stale })
  }
})
afterAll(() => {
  globalThis.fetch = inNode
})

/** A list of which the first fifty are shown. Rows move by themselves while `isCalm`. */
function listOfFifty(isCalm: () => boolean) {
  const empty = { rows: [] }
  const sections = { open: { rows: rows.slice(0, 50), next: '49' }, cancelled: empty, completed: empty }
  return liveWorklist({ query: {}, sections, counts: counts as never, views: [] }, isCalm)
}

/** Rows as the server has them until the test ends. */
function serve(...changed: OrderRow[]) {
  const before = rows.splice(0, rows.length, ...changed)
  onTestFinished(() => void rows.splice(0, rows.length, ...before))
}

it.each([
  [{}, read, false],
  [{ filter: 'unread' }, read, true],
  [{ sort: 'unread' }, read, true],
  [{ filter: 'us', search: 'loom' }, read, false],
  [{}, messageSent, false],
  [{ sort: 'oldest' }, messageSent, false],
  [{ sort: 'activity' }, messageSent, true],
  [{ filter: 'us' }, messageSent, true],
  [{ search: 'loom' }, messageSent, true],
  [{}, opened, true],
  [{}, reopened, true],
  [{}, { ...opened, type: 'OfANewerServer' as never }, true],
] as const)('loads the rows of %j again where the event may move one: %#', (query, event, isMoved) => {
  const [recordedEvent] = recorded('order-1', [event])
  expect(mayMove(query as never, recordedEvent as never)).toBe(isMoved)
})

it('has every row once after “Show more” while the list was loaded again', async () => {
  const list = listOfFifty(() => true)
  const answered = Promise.withResolvers<void>()
  reload = answered.promise
  const refreshed = list.refresh()
  await list.more('open')
  answered.resolve()
  await refreshed
  expect(list.now()).toMatchObject({ changed: 0 })
  expect(new Set(list.now().sections.open.rows.map(({ id }) => id)).size).toBeGreaterThanOrEqual(100)
})

it('has every row as far as the last one after “Show more” while the list was updated', async () => {
  const list = listOfFifty(() => false)
  serve(...Array.from({ length: 15 }, (_, at) => ({ ...rows[0]!, id: `new-${at}` })), ...rows)
  await list.refresh()
  const added = list.more('open')
  list.apply()
  await added
  const shown = list.now().sections.open.rows.map(({ id }) => id)
  expect(shown.length).toBeGreaterThan(60)
  expect(shown).toEqual(rows.slice(0, shown.length).map(({ id }) => id))
})

it('loads again what “Show more” added from lists that lag behind', async () => {
  const list = listOfFifty(() => false)
  isBehind = true
  await list.more('open')
  await expect.poll(() => list.now().sections.open.rows[70]?.title).toBe('as it is')
})

it.each([3, 49])('counts an order that has left one section for another once: shown order %i', async (at) => {
  const list = listOfFifty(() => false)
  serve(...rows.with(at, { ...rows[at]!, status: 'completed' }))
  await list.refresh()
  expect(list.now().changed).toBe(1)
})

it.each([3, 49])('counts an order that has gone to the top once: shown order %i', async (at) => {
  const list = listOfFifty(() => false)
  serve(rows[at]!, ...rows.toSpliced(at, 1))
  await list.refresh()
  expect(list.now().changed).toBe(1)
})

it('counts the last two orders that have gone to the top as two', async () => {
  const list = listOfFifty(() => false)
  serve(...rows.slice(48, 50), ...rows.toSpliced(48, 2))
  await list.refresh()
  expect(list.now().changed).toBe(2)
})

it('shows no more rows with each one that comes', async () => {
  const list = listOfFifty(() => true)
  const lengths: number[] = []
  for (const id of ['a', 'b', 'c']) {
    serve({ ...rows[0]!, id }, ...rows)
    await list.refresh()
    lengths.push(list.now().sections.open.rows.length)
  }
  expect(lengths).toEqual([60, 60, 60])
})

it('counts one that comes once, though the last row shown makes room for it', async () => {
  let isCalm = true
  const list = listOfFifty(() => isCalm)
  serve({ ...rows[0]!, id: 'a' }, ...rows)
  await list.refresh()
  isCalm = false
  serve({ ...rows[0]!, id: 'b' }, ...rows)
  await list.refresh()
  expect(list.now().changed).toBe(1)
})

const changes = (shown: string, incoming: string) => rowChanges([...shown], [...incoming])

it.each([
  ['nothing has changed', 'abcd', 'abcd', 0],
  ['one has come', 'abcd', 'xabcd', 1],
  ['one has gone', 'abcd', 'acd', 1],
  ['one has gone to the top', 'abcd', 'dabc', 1],
  ['one has gone to the bottom', 'abcd', 'bcda', 1],
  ['two have changed places', 'abcd', 'acbd', 1],
  ['one has come, one has gone, one has moved', 'abcd', 'cxab', 3],
  ['all are others', 'ab', 'xyz', 5],
  ['there was nothing', '', 'ab', 2],
])('a list of which %s', (_, shown, incoming, expected) => expect(changes(shown, incoming)).toBe(expected))

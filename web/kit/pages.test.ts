import { expect, it } from 'vitest'
import { loadPages, type PageQuery } from './pages.ts'

const all = Array.from({ length: 500 }, (_, at) => ({ id: String(at) }))

/** A list that a row comes to the front of after the first page is answered. */
function listThatMoves() {
  let rows = all
  const limits: number[] = []
  const load = async ({ limit, after = '0' }: PageQuery) => {
    const end = Number(after) + limit
    const data = rows.slice(Number(after), end)
    limits.push(limit)
    rows = [{ id: `new-${limits.length}` }, ...all]
    const isWhole = end >= rows.length
    return { data, total: 500, next: isWhole ? undefined : String(end), stale: isWhole || undefined }
  }
  return { load, limits }
}

it('loads a list page by page until it has so many rows, each of them once', async () => {
  const { load, limits } = listThatMoves()
  const { data, next, total } = await loadPages(350, load)
  expect(data.map(({ id }) => id)).toEqual(all.slice(0, 350).map(({ id }) => id))
  expect([limits, next, total]).toEqual([[200, 150, 1], '351', 500])
})

it('ends where the list does, and says that one of its pages lags behind', async () => {
  const { data, next, stale } = await loadPages(1_000, listThatMoves().load, '100')
  expect([data.length, next, stale]).toEqual([400, undefined, true])
})

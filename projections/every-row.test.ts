import { expect, it } from 'vitest'
import { turnsDuring } from '#infra/testing/event-loop.ts'
import { everyRow } from './every-row.ts'

/** A list of so many pages, each of which takes a while to be loaded. */
async function load(pages: number, { limit, after = '0' }: { limit: number; after: string | undefined }) {
  for (const end = performance.now() + 6; performance.now() < end; );
  const page = Number(after)
  const rows = Array.from({ length: limit }, (_, at) => page * limit + at)
  return page + 1 < pages ? { rows, next: String(page + 1) } : { rows }
}

it('hands out every row of a long list, and gives others a turn between its pages', async () => {
  const rows: number[] = []
  const turns = await turnsDuring(
    (async () => {
      for await (const row of everyRow<number>((page) => load(8, page))) rows.push(row)
    })(),
  )
  expect(rows).toEqual(rows.map((_, at) => at))
  expect(rows.length % 8).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(8)
})

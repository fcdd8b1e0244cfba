import { expect, it } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { asha, opened } from '#domain/samples.ts'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { drawPdf } from './documents.ts'
import { type History, latestHistory } from './history.ts'

const at = '2026-11-16T09:00:00.000Z'

it('a history truncates a long text between two characters, never within one', async () => {
  const event = { ...opened, by: asha, at } as unknown as Recorded<OrderEvent>
  const said = `${'a'.repeat(3_999)}😀 and more`
  async function* lines() {
    yield { event, said, changes: [] }
  }
  const { lines: drawn } = await latestHistory(lines())
  expect(drawn[0]!.said.isWellFormed()).toBe(true)
})

it('a history of many long changes shortens the earliest of them, and leaves none out', async () => {
  const event = { ...opened, by: asha, at } as unknown as Recorded<OrderEvent>
  const change = { about: 'Proposal solution', before: 'a'.repeat(3_000), after: 'b'.repeat(3_000) }
  async function* lines() {
    for (let count = 0; count < 100; count++) yield { event, said: 'Proposal shared', changes: [change] }
  }
  const { lines: drawn, skipped } = await latestHistory(lines())
  expect(skipped).toBe(0)
  expect(drawn).toHaveLength(100)
  expect(drawn[0]!.changes[0]!.after).toHaveLength(400)
  expect(drawn.at(-1)!.changes[0]!.after).toBe(change.after)
})

it.each([
  [1, 1, 'This PDF has the latest entry. For the earlier one, download the CSV or JSON.'],
  [2, 1_200, 'This PDF has the latest 2 entries. For the 1,200 earlier ones, download the CSV or JSON.'],
])('a history of %i lines says that %i are left out, and where they are', async (count, skipped, sentence) => {
  const line = { at, who: 'Asha Rao', said: 'Message', changes: [], parts: [] }
  const history: History = { lines: Array.from({ length: count }, () => line), skipped, isLong: false }
  const bytes = await drawPdf(
    { files: { get: async () => undefined }, now: () => Date.parse(at) },
    { kind: 'Project History', title: 'History.', body: { document: 'history', history } },
    { agency: {}, project: 'Neelgiri Looms', client: { name: 'Asha Rao', email: '' } },
    { requesterId: 'asha' },
  )
  const pdf = await readPdf(bytes)
  const texts = (await pdf.pages[0]!.texts()).map(({ text }) => text)
  await pdf.close()
  expect(texts.join(' ')).toContain(sentence)
})

import { expect, it } from 'vitest'
import { readPdf } from '#infra/testing/read-pdf.ts'
import { drawPdf } from './documents.ts'

const at = '2026-11-18T05:00:00.000Z'
const text = 'Yes. '.repeat(120)

/** How many lines of a long text stand on each page of a history, behind so many short ones. */
async function linesPerPage(before: number): Promise<number[]> {
  const short = Array.from({ length: before }, () => ({ about: 'Text', text: 'No.' }))
  const lines = [{ at, who: 'Asha Rao', said: 'Message', changes: [], parts: [...short, { about: 'Text', text }] }]
  const history = { lines, skipped: 0, isLong: false }
  const bytes = await drawPdf(
    { files: { get: async () => undefined }, now: () => Date.parse(at) },
    { kind: 'Project History', title: 'History.', body: { document: 'history', history } },
    { agency: {}, project: 'Neelgiri Looms', client: { name: 'Asha Rao', email: '' } },
    { requesterId: `asha-${before}` },
  )
  const pdf = await readPdf(bytes)
  const pages = await Promise.all(pdf.pages.map((page) => page.texts()))
  await pdf.close()
  const counts = pages.map((texts) => {
    const baselines = texts.filter(({ text }) => text.includes('Yes.')).map(({ baseline }) => Math.round(baseline))
    return new Set(baselines).size
  })
  return counts.filter((count) => count > 0)
}

it('leaves no line of a text alone at the foot or the head of a page', async () => {
  const parted: number[][] = []
  for (let before = 30; before < 54; before++) {
    const counts = await linesPerPage(before)
    if (counts.length > 1) parted.push(counts)
  }
  expect(parted.length).toBeGreaterThan(0)
  expect(parted.flat()).not.toContain(1)
})

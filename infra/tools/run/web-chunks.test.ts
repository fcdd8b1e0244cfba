import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Chunk = { file: string; imports?: string[] }
const path = new URL('../../../web/dist/public/.vite/manifest.json', import.meta.url)
const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>

/** The names of the files that one loads at once, without their hashes. */
function loadedWith(source: string): string[] {
  const keys = new Set([source])
  for (const key of keys) for (const each of manifest[key]!.imports ?? []) keys.add(each)
  return [...keys].map((key) => /([^/]+)-.{7}\.js$/.exec(manifest[key]!.file)![1]!)
}

it.each(['Design', 'Payment', 'Terms', 'Invoice', 'Proposal', 'Agreements'])(
  'a client loads nothing of a list for the tab %s',
  (tab) => {
    expect(loadedWith(`order/tabs/${tab}.tsx`).filter((name) => /^(lists|dashboard|orders)/.test(name))).toEqual([])
  },
)

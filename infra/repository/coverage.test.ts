import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type PageName, pageOf, pages, sentences } from '#infra/tools/coverage.ts'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe.each([
  ['spec', 390],
  ['security', 80],
] satisfies [PageName, number][])('the page of %s', (name, many) => {
  const page = read(pages[name])
  const all = sentences(name)
  it('is what npm run coverage makes of the tests', () => expect(page).toBe(pageOf(name, all)))
  it('has the tests of nearly every sentence', () => {
    const tested = all.filter(({ tests }) => tests.length > 0)
    expect(tested.length).toBeGreaterThan(all.length * 0.98)
    expect(tested.length).toBeGreaterThan(many)
  })
  it('numbers its sentences once', () => {
    const numbers = all.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)])
  })
  it('names only files that there are', () => {
    const files = [...page.matchAll(/`((?:domain|infra|projections|api|web)\/[^`]*)`/g)].map(([, path]) => path!)
    expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})

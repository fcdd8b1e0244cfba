import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coveragePage, sentences } from '../tools/coverage.ts'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const there = (path: string) => existsSync(new URL(path, root))

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside!)

function isTest(text: string): boolean {
  const [file, name] = text.split(' › ') as [string, string]
  if (!there(file)) return false
  const source = read(file).replace(/\(\s+/g, '(')
  return [`('${name}'`, `("${name}"`, `(\`${name}\``].some((opening) => source.includes(opening))
}

describe('docs/security.md', () => {
  const named = quoted(read('docs/security.md')).filter((text) => text.includes(' › '))
  it('names only tests that there are', () => expect(named.filter((text) => !isTest(text))).toEqual([]))
  it('names many', () => expect(named.length).toBeGreaterThan(40))
})

describe('docs/coverage.md', () => {
  const all = sentences()
  const files = quoted(read('docs/coverage.md')).filter((text) => /^(domain|infra|projections|api|web)\//.test(text))
  it('is what npm run coverage makes of the tests', () => expect(read('docs/coverage.md')).toBe(coveragePage(all)))
  it('has the tests of nearly every sentence', () => {
    const tested = all.filter(({ tests }) => tests.length > 0)
    expect(tested.length).toBeGreaterThan(all.length * 0.98)
    expect(tested.length).toBeGreaterThan(390)
  })
  it('numbers its sentences once', () => {
    const numbers = all.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)])
  })
  it('names only files that there are', () => expect(files.filter((path) => !there(path))).toEqual([]))
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const there = (path: string) => existsSync(new URL(path, root))

const rows = read('docs/coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| requirement'))
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside!)

/** The tests a row names, as a file and the words the test bears in it. */
const named = rows.flatMap(quoted).filter((text) => text.includes(' › '))
const files = rows.flatMap(quoted).filter((text) => /^(domain|infra|projections|api|web)\//.test(text))

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
  it('has three cells in each row', () =>
    expect(rows.filter((row) => row.replaceAll('\\|', '').split('|').length !== 5)).toEqual([]))
  it('names only tests that there are', () => expect(named.filter((text) => !isTest(text))).toEqual([]))
  it('names only files that there are', () =>
    expect(files.filter((text) => !text.includes(' › ') && !there(text))).toEqual([]))
  it('says of every requirement that is built what shows it, or that nothing does yet', () =>
    expect(rows.filter((row) => /\| \|$/.test(row) && !row.includes('not built yet'))).toEqual([]))
})

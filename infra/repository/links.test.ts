import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const there = (path: string) => existsSync(new URL(path, root))

const pages = [
  ...readdirSync(root),
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

/** The paths of ours that a page names in code: `domain/event.ts`, `infra/`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:domain|infra|projections|api|web|docs)\/[\w./-]*)`/g)].map(([, path]) => path!)

/** Where a page's links lead inside this repository. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^\w+:/.test(target))

/** The names by which the headings of a page are linked to. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** Whether a link of a page leads to a file that is there, and to a heading of it if it names one. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  return there(file) && (anchor === undefined || anchorsOf(read(file)).includes(anchor))
}

describe.each(pages)('%s', (page) => {
  it('links to pages and headings that there are', () =>
    expect(linksIn(read(page)).filter((target) => !leadsSomewhere(page, target))).toEqual([]))
  it('names files that there are', () => expect(pathsIn(read(page)).filter((path) => !there(path))).toEqual([]))
})

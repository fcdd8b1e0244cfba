import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', '.env.example', 'docker-compose.yml'],
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
]

/** The scripts that a text says to run by npm: of a line that is broken after `npm run` the next word. */
const scriptsIn = (text: string): string[] => [...text.matchAll(/npm run\s+([a-z][\w-]*)/g)].map(([, name]) => name!)
/** The programs that a text says to run by node. */
const programsIn = (text: string): string[] =>
  [...text.matchAll(/--disable-warning=ExperimentalWarning\s+([\w/.-]+\.ts)/g)].map(([, path]) => path!)

describe('what the documentation says to run', () => {
  it('is there, each command by its name', () => {
    const missing = pages.flatMap((page) =>
      scriptsIn(read(page))
        .filter((name) => !(name in scripts))
        .map((name) => `${page} says npm run ${name}`),
    )
    expect(missing).toEqual([])
  })
  it('is there, each program by its path', () => {
    const named = pages.flatMap((page) => programsIn(read(page)))
    expect(named).toContain('api/control/admin.ts')
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
  it('runs files that are there', () => {
    const files = Object.values(scripts).flatMap((script) => script.match(/[\w/.-]+\.(?:mjs|ts)\b/g) ?? [])
    expect(files.length).toBeGreaterThan(15)
    expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
  it('is said of every command that runs a server or looks after one', () => {
    const operations = scriptsIn(read('docs/operations.md'))
    for (const name of ['secrets', 'backup', 'restore', 'admin', 'audit', 'migrate', 'rebuild', 'build']) {
      expect(operations).toContain(name)
    }
  })
})

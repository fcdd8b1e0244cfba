import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

/** The programs that production starts: the server, the worker, and those of an operator. */
const programs = [
  ...['api/main.ts', 'projections/main.ts', 'projections/migration/migrate.ts', 'projections/rebuild.ts'],
  ...['api/control/backup.ts', 'api/control/restore.ts', 'api/control/admin.ts'],
]

/** The files that a file imports at run time, types are erased, and those that it starts as threads. */
const importsOf = (text: string): string[] => [
  ...[...text.matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(([, specifier]) => specifier!),
  ...[...text.matchAll(/(?<![.'])\b(?:from|import(?:\.meta\.resolve)?\s*\(?)\s*(['"])([^'"\n]+)\1/g)]
    .filter(({ index }) => !/\b(?:import|export) type [^'"]*$/.test(text.slice(Math.max(0, index - 500), index)))
    .map(([, , specifier]) => specifier!),
]

/** The packages that some files import, with all that they import. */
function packagesOf(paths: readonly string[]): Set<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const specifier of importsOf(read(path))) {
      if (specifier.startsWith('node:')) continue
      if (specifier.startsWith('#')) visit(specifier.slice(1))
      else if (specifier.startsWith('.')) visit(new URL(specifier, `file:///${path}`).pathname.slice(1))
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)![0])
    }
  }
  for (const path of paths) visit(path)
  return packages
}

const sources = ['domain', 'infra', 'projections', 'api', 'web']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => !path.startsWith('web/dist/') && /\.([cm]?[jt]sx?|css)$/.test(path))
const everything = ['tsconfig.json', 'vite.config.ts', ...sources].map(read).join('\n')

describe('the packages', () => {
  // `node` is the Node that everything runs on.
  // security: 13.2
  it('of production are those that its programs import', () =>
    expect(Object.keys(dependencies!).sort()).toEqual([...packagesOf(programs), 'node'].sort()))
  it('are all used somewhere', () =>
    expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isUsed(name))).toEqual([]))
  it('have the Node of .nvmrc', () => {
    expect(existsSync(new URL('.nvmrc', root)) && read('.nvmrc').trim()).toBe(dependencies!.node)
  })
})

/** Whether something imports a package or names its program. Types are used when what they describe is. */
function isUsed(name: string): boolean {
  if (name === 'node') return true
  if (name.startsWith('@types/')) {
    const typed = name.slice('@types/'.length)
    return typed === 'node' || isUsed(typed)
  }
  return new RegExp(`['"\`]${name}['"\`/]`).test(everything)
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

/** The folders of the house, each with those it may import. */
const house: Record<string, readonly string[]> = {
  domain: [],
  infra: ['domain'],
  projections: ['domain', 'infra'],
  api: ['domain', 'infra', 'projections'],
  web: ['domain'],
}

type Source = { path: string; text: string }

const root = new URL('../..', import.meta.url)
const sourcesIn = (folder: string): Source[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.startsWith('web/dist/'))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
const sources = Object.keys(house).flatMap(sourcesIn)

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** The packages that the domain may use: it runs in three programs, so it brings next to nothing along. */
const packagesFor = (path: string): string[] => {
  if (path === 'domain/escape-html.ts') return ['escape-html']
  return isTest(path) || /\/testing[\w-]*\.ts$/.test(path) ? ['zod', 'vitest', 'fast-check'] : ['zod']
}

const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(([, , specifier]) => specifier!)

/** What is invented for the demo, and who may import it: the demo, what opens it, and tests. */
const isInvented = (path: string) => /^domain\/(demo\/|samples\.ts$)/.test(path)
const mayInvent = (path: string) =>
  isInvented(path) ||
  isTest(path) ||
  /^api\/demo(-store|-files)?\.ts$/.test(path) ||
  /^api\/browser\/|\/testing[\w-]*\.ts$/.test(path)

/** What is wrong with an import, in a sentence. */
function problemWith(path: string, specifier: string): string | undefined {
  const folder = path.split('/')[0]!
  const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
  if (isInvented(target) && !mayInvent(path))
    return `${path} imports ${specifier}: that is invented, for the demo alone`
  if (specifier.startsWith('.')) {
    if (join(dirname(path), specifier).startsWith(`${folder}/`)) return
    return `${path} leaves ${folder} by ${specifier}: another folder is written #folder/…`
  }
  if (specifier.startsWith('#')) {
    const other = specifier.slice(1).split('/')[0]!
    if (other === folder || house[folder]!.includes(other)) return
    return `${path} imports ${specifier}: ${folder} may import ${house[folder]!.join(', ') || 'no other folder'}`
  }
  if (folder !== 'domain' || packagesFor(path).includes(specifier)) return
  return `${path} imports ${specifier}: there it may be ${packagesFor(path).join(', ')} and nothing else`
}

/** Whether a file says nothing itself: all it does is to hand on what others export. */
function isBarrel({ path, text }: Source): boolean {
  const { body } = parseSync(path, text).program
  const handsOn = body.filter((each) => each.type.startsWith('Export') && !('declaration' in each && each.declaration))
  return handsOn.length > 0 && body.every((each) => each.type === 'ImportDeclaration' || handsOn.includes(each))
}

/** The files that import one another in a circle, types included: the first circle of each file that is in one. */
function circlesOf(all: readonly Source[]): string[][] {
  const byPath = new Map(all.map((source) => [source.path, source]))
  const targets = ({ path, ...source }: Source): string[] =>
    importsOf({ path, ...source })
      .map((specifier) => (specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)))
      .filter((target) => byPath.has(target))
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
    if (done.has(path) || way.includes(path)) return
    for (const target of targets(byPath.get(path)!)) visit(target, [...way, path])
    done.add(path)
  }
  for (const { path } of all) visit(path, [])
  return circles
}

const heldBack = ({ text }: Source): boolean =>
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|todo)\b/.test(text)

describe('the house', () => {
  it.each(Object.keys(house))('%s imports only what it may', (folder) => {
    const own = sources.filter(({ path }) => path.startsWith(`${folder}/`))
    expect(
      own.flatMap((source) =>
        importsOf(source)
          .map((each) => problemWith(source.path, each))
          .filter(Boolean),
      ),
    ).toEqual([])
  })
  it('has no file that only hands on what others export', () =>
    expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]))
  it('has no circle of imports', () => expect(circlesOf(sources)).toEqual([]))
  it('holds no test back', () => expect(sources.filter(heldBack).map(({ path }) => path)).toEqual([]))
  it('locks versions, not the places they were fetched from', () => {
    const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
    const fetched = Object.entries<{ resolved?: string }>(packages).filter(([, { resolved }]) => resolved)
    expect(fetched.map(([name]) => `${name} says where it was fetched from: take "resolved" out`)).toEqual([])
  })
})

describe('these rules', () => {
  const source = (text: string): Source => ({ path: 'web/x.ts', text })

  it('find a circle, of types too', () => {
    const one = { path: 'web/one.ts', text: `import type { Two } from './two.ts'` }
    const two = { path: 'web/two.ts', text: `import { one } from './one.ts'` }
    expect(circlesOf([one, two])).toEqual([['web/one.ts', 'web/two.ts', 'web/one.ts']])
    expect(circlesOf([one])).toEqual([])
  })

  it.each([
    ['domain/order/order.ts', '#infra/open.ts'],
    ['domain/order/order.ts', '../../infra/open.ts'],
    ['domain/order/order.ts', '../../domains/x.ts'],
    ['domain/order/order.ts', 'node:fs'],
    ['domain/order/order.ts', 'vitest'],
    ['domain/order/order.ts', 'escape-html'],
    ['domain/order/order.test.ts', 'node:fs'],
    ['infra/open.ts', '#projections/all.ts'],
    ['projections/all.ts', '#api/main.ts'],
    ['api/main.ts', '#web/main.tsx'],
    ['web/main.tsx', '#api/main.ts'],
    ['web/main.tsx', '../api/main.ts'],
    ['web/orders/ContactDetails.tsx', '#domain/demo/agency.ts'],
    ['api/routes/agency.ts', '#domain/samples.ts'],
    ['domain/settings/agency.ts', '../demo/agency.ts'],
  ])('forbid %s to import %s', (path, specifier) => expect(problemWith(path, specifier)).toContain(`${path} `))
  it.each([
    ['domain/order/order.ts', '../event.ts'],
    ['domain/order/order.ts', '#domain/event.ts'],
    ['domain/order/order.ts', 'zod'],
    ['domain/escape-html.ts', 'escape-html'],
    ['domain/testing.ts', 'vitest'],
    ['domain/order/row.test.ts', 'fast-check'],
    ['api/main.ts', '#projections/all.ts'],
    ['web/main.tsx', '#domain/event.ts'],
    ['web/main.tsx', 'react'],
    ['api/demo.ts', '#domain/samples.ts'],
    ['domain/samples.ts', './demo/agency.ts'],
    ['web/live/order.test.ts', '#domain/samples.ts'],
  ])('let %s import %s', (path, specifier) => expect(problemWith(path, specifier)).toBeUndefined())
  it('see every way to import', () => {
    const text = [
      'import { a,',
      "  b } from './1.ts'",
      "import './2.css'",
      'import type { C } from "./3.ts"',
      "export * from './4.ts'",
      "type D = import('./5.ts').D",
      'const e = await import(',
      "  './6.ts')",
    ].join('\n')
    expect(importsOf(source(text))).toEqual(['./1.ts', './2.css', './3.ts', './4.ts', './5.ts', './6.ts'])
  })
  it.each([
    ["export * from './a.ts'", true],
    ["// Everything.\nexport { a, type B } from './a.ts'\nexport type { C } from './c.ts'\n", true],
    ["import { a } from './a.ts'\n\nexport { a }\n", true],
    ["import './styles.css'", false],
    ['', false],
    ['export default 1', false],
    ["export * from './a.ts'\nexport const b = 1", false],
    ["import { a } from './a.ts'\nexport const b = a(1)", false],
  ])('know a barrel: %j', (text, barrel) => expect(isBarrel(source(text))).toBe(barrel))
  it.each(['it', 'describe', 'it.concurrent', 'test'])('know a held back %s', (name) => {
    expect(heldBack(source(`${name}${'.only'}('x', () => {})`))).toBe(true)
    expect(heldBack(source(`${name}${'.skip'}.each([1])('x', () => {})`))).toBe(true)
    expect(heldBack(source(`${name}.skipIf(!url)('x', () => {})`))).toBe(false)
  })
})

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
  'infra/tools': ['domain', 'infra', 'projections', 'api'],
}

/** The rooms of the pages, by what the house can do, each with the others that it shows parts of. */
const rooms: Record<string, readonly string[]> = {
  account: [],
  history: [],
  integrations: [],
  lead: ['account'],
  order: ['account', 'history', 'questionnaire', 'site'],
  questionnaire: ['order'],
  settings: [],
  site: ['account'],
}
/** The rooms that every room may import, and that know none of them. */
const shared = ['kit', 'live', 'outbox', 'styles']
/**
 * The room of an order, in three parts that do not know the others; what they share stands in the room itself, and so does what
 * puts them together. The page takes what an admin has on it from `controls` of its context.
 */
const partsOfOrder: Record<string, readonly string[]> = {
  page: ['page', 'tabs', 'travel', 'conversation', 'history'],
  desk: ['desk', 'admin', 'conversation'],
  admin: ['admin'],
  projects: ['projects'],
}

type Source = { path: string; text: string }

const root = new URL('../..', import.meta.url)
const sourcesIn = (folder: string): Source[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.startsWith('web/dist/'))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
const sources = Object.keys(house)
  .filter((folder) => !folder.includes('/'))
  .flatMap(sourcesIn)

const configurations = ['vite.config.ts', 'vitest.config.ts'].map((path) => ({
  path,
  text: readFileSync(new URL(path, root), 'utf8'),
}))

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** The packages that the domain may use: it runs in three programs, so it brings next to nothing along. */
const packagesFor = (path: string): string[] => {
  if (path === 'domain/mail/render-mail.ts') return ['escape-html']
  return isTest(path) || /\/testing[\w-]*\.ts$/.test(path) ? ['zod', 'vitest', 'fast-check'] : ['zod']
}

const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(([, , specifier]) => specifier!)

/** Whether a file is invented for the demo: the demo, its opening and tests alone may import it. */
const isInvented = (path: string) => /^domain\/(demo\/|samples\.ts$)/.test(path)
const mayInvent = (path: string) =>
  isInvented(path) || isTest(path) || path.startsWith('api/demo/') || /^api\/journeys\/|\/testing[\w-]*\.ts$/.test(path)

/** Whether only developers run it: no part of the product imports it, tests and their servers may. */
const isTool = (path: string) => path.startsWith('infra/tools/')
const mayUseTools = (path: string) =>
  isTool(path) ||
  isTest(path) ||
  /^(infra|api)\/testing\/|^infra\/repository\/|^infra\/\w+\/contract\.ts$|^api\/journeys\//.test(path)

/** The problem with an import from a room of the pages, in a sentence. */
function problemOfRoom(path: string, target: string): string | undefined {
  const [, room = '', part = ''] = path.split('/')
  const [top, other = '', otherPart = ''] = target.split('/')
  if (top !== 'web' || !(other in rooms)) return
  if (shared.includes(room)) return `${path} imports ${target}: what is shared knows no room`
  if (!(room in rooms)) return
  if (room !== other)
    return rooms[room]!.includes(other)
      ? undefined
      : `${path} imports ${target}: ${room} may import ${rooms[room]!.join(', ') || 'no other room'}`
  const partOf = (name: string) => Object.keys(partsOfOrder).find((each) => partsOfOrder[each]!.includes(name))
  const own = room === 'order' && (part in partsOfOrder ? part : partOf(part))
  if (!own || otherPart.includes('.') || partsOfOrder[own]!.includes(otherPart)) return
  return `${path} imports ${target}: of an order’s room ${own} may import ${partsOfOrder[own]!.join(', ')}`
}

/** The problem with an import, in a sentence. */
function problemWith(path: string, specifier: string): string | undefined {
  const folder = isTool(path) ? 'infra/tools' : path.split('/')[0]!
  const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
  if (isInvented(target) && !mayInvent(path))
    return `${path} imports ${specifier}: that is invented, for the demo alone`
  if (isTool(target) && !mayUseTools(path)) return `${path} imports ${specifier}: that is for developers alone`
  const ofRoom = problemOfRoom(path, target)
  if (ofRoom) return ofRoom
  if (specifier.startsWith('.')) {
    if (join(dirname(path), specifier).startsWith(`${folder}/`)) return
    return `${path} leaves ${folder} by ${specifier}: another folder is written #folder/…`
  }
  if (specifier.startsWith('#')) {
    const other = specifier.slice(1).split('/')[0]!
    if (other === path.split('/')[0] || house[folder]!.includes(other)) return
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

/** Where a specifier leads to within the house, as a path from its root. */
const targetOf = (path: string, specifier: string): string => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier.replace(/^\//, '')
}

/**
 * What files export that no other file imports, as `path: name`. A test, and what is loaded by its address, may export
 * anything.
 */
function needlessExports(all: readonly Source[]): string[] {
  const modules = all.map(({ path, text }) => ({ path, text, ...parseSync(path, text).module }))
  const imported = new Set<string>()
  for (const { path, text, staticImports } of modules) {
    for (const { moduleRequest, entries } of staticImports) {
      const target = targetOf(path, moduleRequest.value)
      for (const { importName } of entries)
        imported.add(importName.kind === 'Name' ? `${target}: ${importName.name}` : target)
    }
    const begins = new Set(staticImports.map(({ moduleRequest }) => moduleRequest.start))
    for (const { 1: specifier = '', index } of text.matchAll(/'([^'\n]+\.tsx?)'/g))
      if (!begins.has(index)) imported.add(targetOf(path, specifier))
  }
  return modules
    .filter(({ path }) => !imported.has(path) && /\.tsx?$/.test(path) && !isTest(path))
    .flatMap(({ path, staticExports }) =>
      staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => `${path}: ${exportName.name}`)),
    )
    .filter((each) => !imported.has(each) && !each.endsWith(': null'))
}

/** The modules that a file imports by two statements, as `path: module`. */
const importedTwice = ({ path, text }: Source): string[] => {
  const modules = parseSync(path, text).module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  return modules.filter((each, at) => modules.indexOf(each) !== at).map((each) => `${path}: ${each}`)
}

const heldBack = ({ text }: Source): boolean =>
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|todo)\b/.test(text)

/** A test that its own import imports again, with the cases of all actions: it would be declared twice. */
const importsItself = ({ path, text }: Source): boolean =>
  /^domain\/order\/.*\.test\.ts$/.test(path) && /^ {2}check\(/m.test(text) && text.includes("from './testing.ts'")

describe('the house', () => {
  it.each(Object.keys(house))('%s imports only what it may', (folder) => {
    const own = sources.filter(({ path }) => path.startsWith(`${folder}/`))
    expect(own.length).toBeGreaterThan(40)
    expect(
      own.flatMap((source) =>
        importsOf(source)
          .map((each) => problemWith(source.path, each))
          .filter(Boolean),
      ),
    ).toEqual([])
  })
  it('reads no clock in the domain: a rule is given its time', () => {
    const reads = ({ path, text }: Source) => path.startsWith('domain/') && /\bnew Date\(\)|\bDate\.now\b/.test(text)
    expect(sources.filter((each) => !isTest(each.path) && reads(each)).map(({ path }) => path)).toEqual([])
  })
  it('has no file that only hands on what others export', () =>
    expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]))
  it('exports only what another file imports', () =>
    expect(needlessExports([...sources, ...configurations])).toEqual([]))
  it('imports each module once in a file', () => expect(sources.flatMap(importedTwice)).toEqual([]))
  it('has no circle of imports', () => expect(circlesOf(sources)).toEqual([]))
  it('declares no test twice', () => expect(sources.filter(importsItself).map(({ path }) => path)).toEqual([]))
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

  it('find what is exported in vain', () => {
    const two = { path: 'web/two.ts', text: 'export const [a, b] = [1, 2]; export type C = 1; export default a' }
    const one = (text: string) => needlessExports([{ path: 'web/one.ts', text }, two])
    expect(one(`import { a, type C } from './two.ts'`)).toEqual(['web/two.ts: b'])
    expect(one(`import type { b } from './two.ts'`)).toEqual(['web/two.ts: a', 'web/two.ts: C'])
    expect(one(`import * as all from './two.ts'`)).toEqual([])
    expect(one(`const { b } = await import('./two.ts')`)).toEqual([])
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
    ['web/order/page/Overview.tsx', '#domain/demo/agency.ts'],
    ['api/routes/settings/settings.ts', '#domain/samples.ts'],
    ['domain/settings/agency.ts', '../demo/agency.ts'],
    ['infra/open.ts', '#infra/tools/secrets/rotate.ts'],
    ['infra/tools/bench/main.ts', '#web/main.tsx'],
    ['web/kit/Page.tsx', '#web/order/context.ts'],
    ['web/lead/leads.tsx', '#web/order/context.ts'],
    ['web/history/activity.tsx', '../order/context.ts'],
    ['web/order/page/Overview.tsx', '../admin/ToggleStep.tsx'],
    ['web/order/tabs/Payment.tsx', '#web/order/admin/PaymentForms.tsx'],
    ['web/order/page/Overview.tsx', '#web/order/desk/orders.tsx'],
    ['web/order/desk/orders.tsx', '#web/order/page/Overview.tsx'],
    ['web/order/admin/ToggleStep.tsx', '#web/order/page/Overview.tsx'],
  ])('forbid %s to import %s', (path, specifier) => expect(problemWith(path, specifier)).toContain(`${path} `))
  it.each([
    ['domain/order/order.ts', '../event.ts'],
    ['domain/order/order.ts', '#domain/event.ts'],
    ['domain/order/order.ts', 'zod'],
    ['domain/mail/render-mail.ts', 'escape-html'],
    ['domain/testing.ts', 'vitest'],
    ['domain/order/row.test.ts', 'fast-check'],
    ['api/main.ts', '#projections/all.ts'],
    ['web/main.tsx', '#domain/event.ts'],
    ['web/main.tsx', 'react'],
    ['api/demo/demo.ts', '#domain/samples.ts'],
    ['domain/samples.ts', './demo/agency.ts'],
    ['web/live/order.test.ts', '#domain/samples.ts'],
    ['infra/tools/endure/main.ts', '#api/testing/test-server.ts'],
    ['infra/open.test.ts', '#infra/tools/secrets/rotate.ts'],
    ['web/router.tsx', '#web/order/order.tsx'],
    ['web/lead/LeadPanel.tsx', '#web/account/personal-data/ErasePerson.tsx'],
    ['web/order/tabs/Payment.tsx', '#web/order/page/Marked.tsx'],
    ['web/order/desk/Peek.tsx', '#web/order/conversation/unsent-messages.ts'],
    ['web/order/order.tsx', './admin/controls.tsx'],
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

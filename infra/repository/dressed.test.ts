import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { classesIn, sheets } from './sheets.ts'

// A page is loaded in parts, each with the style sheets that it imports. A class whose rules came along with some other part is
// bare wherever that one is not loaded: on a first visit, say, where everybody who tries it has all of it already.

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const names = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:tsx?|css)$/.test(name) && !/^dist\b|\.test\./.test(name),
)
const files = new Map(names.map((name) => [name, readFileSync(join(web, name), 'utf8')]))

/** The file of ours that an import names, if it is one. */
function imported(specifier: string, from: string): string | undefined {
  const name = specifier.startsWith('#web/') ? specifier.slice(5) : normalize(join(from, '..', specifier))
  return /^[.#]/.test(specifier) && files.has(name) ? name : undefined
}

const matches = (name: string, pattern: RegExp) =>
  [...files.get(name)!.matchAll(pattern)].flatMap((match) => imported(match[1] ?? match[2] ?? '', name) ?? [])

const ofTypes = /\b(?:import|export) type\b[^;'"]*from '[^']+'/g
for (const [name, text] of files) if (!name.endsWith('.css')) files.set(name, text.replaceAll(ofTypes, ''))

/** The files that are loaded with a file, and those it loads later. */
const withIt = (name: string) => matches(name, /(?:from|^import|@import) ['"]([^'"]+)['"]/gm)
const later = (name: string) => matches(name, /\bimport\(\s*'([^']+)'/g)

/** A file and all that comes along with it. */
function partOf(root: string): Set<string> {
  const part = new Set([root])
  for (const name of part) for (const each of withIt(name)) part.add(each)
  return part
}

const entries = ['main.tsx']
const parts = new Map<string, Set<string>>()
for (const root of entries) parts.set(root, partOf(root))
for (const [, part] of parts) {
  for (const root of [...part].flatMap(later)) if (!parts.has(root)) parts.set(root, partOf(root))
}

/** The sheets that are there for certain once a part is: its own, and those of whatever may have loaded it. */
function certainSheets(): Map<string, Set<string>> {
  const every = new Set(sheets)
  const own = (root: string) => [...parts.get(root)!].filter((name) => name.endsWith('.css'))
  const loaders = (root: string) =>
    [...parts].filter(([, part]) => [...part].some((name) => later(name).includes(root)))
  const from = new Map([...parts.keys()].map((root) => [root, loaders(root).map(([loader]) => loader)]))
  const certain = new Map([...parts.keys()].map((root) => [root, entries.includes(root) ? new Set(own(root)) : every]))
  for (let changed = true; changed; ) {
    changed = false
    for (const [root, loadedBy] of from) {
      const before = certain.get(root)!
      const [first = new Set<string>(), ...others] = loadedBy.map((loader) => certain.get(loader)!)
      const inherited = [...first].filter((sheet) => others.every((each) => each.has(sheet)))
      const now = new Set([...own(root), ...(entries.includes(root) ? [] : inherited)])
      if (now.size === before.size) continue
      certain.set(root, now)
      changed = true
    }
  }
  return certain
}

/** The sheet that introduces a class: it has a rule of its own there, directly in its layer. One sheet does (style-sheets.test.ts). */
const sheetOf = new Map(sheets.flatMap((sheet) => [...classesIn(sheet)].map((each) => [each, sheet] as const)))

/** The classes that a component gives; what it is at the moment (`is-…`) is dressed with the class beside it. */
function classesGivenIn(name: string): string[] {
  const given = [...files.get(name)!.matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`|\{[^}]*?'([\w -]+)')/g)]
  return given
    .flatMap(([, plain, template, quoted]) => (plain ?? template ?? quoted ?? '').match(/[a-z][\w-]*/g) ?? [])
    .filter((each) => !each.startsWith('is-') && sheetOf.has(each))
}

/** The parts that are shown within another one alone, which brings its sheet along. */
const within = new Map([['order/page/Marked.tsx', 'order/travel/Comparison.css']])

it('what a part of a page shows is dressed wherever that part is loaded', () => {
  const certain = certainSheets()
  expect(parts.size).toBeGreaterThan(40)
  const bare = new Set<string>()
  for (const [root, part] of parts) {
    for (const name of part) {
      if (!name.endsWith('.tsx')) continue
      for (const each of classesGivenIn(name)) {
        const sheet = sheetOf.get(each)!
        if (!certain.get(root)!.has(sheet) && within.get(name) !== sheet)
          bare.add(`${name}: .${each} of ${sheet}, in ${root}`)
      }
    }
  }
  expect([...bare]).toEqual([])
})

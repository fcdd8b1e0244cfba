import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

/** Where `fact` is a field of what is stored, which keeps its names: of tasks of reactions, and of a note about the store. */
const stored = /^(projections\/(reactions|integrations)\/|infra\/store-pairing)/

/** Words that no name in the code has, with the field's own words. A capital begins a word within a name. */
const refused: Record<string, string> = {
  fact: 'event',
  facts: 'events',
  tell: 'notify, describe or send',
  told: 'notified, described or sent',
  teller: 'what describes or notifies',
  easel: 'browser',
  ledger: 'list',
  asked: 'query, request or question',
  kept: 'stored, cached, saved or retained',
  patience: 'timeout',
  standing: 'status or state',
  insist: 'retry',
  household: 'rate limit key',
  surroundings: 'dependencies',
  somebody: 'anonymous, or who it is',
  whoever: 'who it is',
  nobody: 'anonymous, or no one by role',
  pencil: 'unsaved',
  rubric: 'section header',
  blot: 'new badge',
}
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())

type Declared = { name: string; start: number }

/** The names that a source declares: variables, parameters, functions, types, and the fields of types. */
function declaredIn(path: string, source: string): Declared[] {
  const names: Declared[] = []
  const add = (node: unknown): void => {
    const { type, name, start } = node as { type: string; name: string; start: number }
    if (type === 'Identifier') names.push({ name, start })
  }
  /** All names within the pattern of a variable or a parameter, and not those of its defaults. */
  function addPattern(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const pattern = node as Record<string, unknown>
    add(pattern)
    for (const key of ['value', 'left', 'argument', 'parameter']) addPattern(pattern[key])
    for (const key of ['properties', 'elements']) for (const each of (pattern[key] as unknown[]) ?? []) addPattern(each)
  }
  const addFunction = ({ id, params }: { id: unknown; params: unknown[] }) => [id, ...params].forEach(addPattern)
  new Visitor({
    VariableDeclarator: ({ id }) => addPattern(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => addPattern(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
  }).visit(parseSync(path, source).program)
  return names
}

/** Each refused name of a source, with its line and what to say. */
const refusedIn = (path: string, source: string): string[] =>
  declaredIn(path, source).flatMap(({ name, start }) =>
    wordsOf(name)
      .filter((word) => Object.hasOwn(refused, word) && !(name === 'fact' && stored.test(path)))
      .map((word) => `${path}:${source.slice(0, start).split('\n').length} ${name}: say ${refused[word]}`),
  )

describe('names in the code', () => {
  it('are the field’s words', () => {
    const paths = globSync('{api,domain,infra,projections,web}/**/*.{ts,tsx}', { exclude: ['web/dist/**'] })
    expect(paths.length).toBeGreaterThan(1000)
    expect(paths.flatMap((path) => refusedIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })
  it.each([
    ['const toldPeople = 1', 'x.ts:1 toldPeople: say notified, described or sent'],
    ['function f({ a: [told = b] }) {}', 'x.ts:1 told: say notified, described or sent'],
    ['type Line = {\n  fact?: string }', 'x.ts:2 fact: say event'],
    ['const isAsked = query.asked', 'x.ts:1 isAsked: say query, request or question'],
    ['const factory = stored.fact', undefined],
  ])('are found in %s', (source, found) => expect(refusedIn('x.ts', source)).toEqual(found ? [found] : []))
})

// npm run coverage: writes into the pages below which tests show each of their sentences: those under a comment with its number.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** The pages by the word that a test’s comment begins with: `// spec: 4.2, 7.1`. */
export const pages = { spec: 'docs/coverage.md', security: 'docs/security.md' }
export type PageName = keyof typeof pages

type Test = { path: string; name: string }
/** A numbered row of a page: what it says, the files where it is built (if the page says so), and the tests that show it. */
export type Sentence = { number: string; requirement: string; files: string[]; tests: Test[] }

const row = /^\| (\d+\.\d+) \| (.+) \| .+? \|$/gm

/** The tests of a file that stand under such a comment, each with what it says. Throws where no test follows. */
function annotatedIn(path: string): (Test & { page: string; numbers: string[] })[] {
  const source = readFileSync(path, 'utf8')
  if (!/\/\/ (spec|security): /.test(source)) return []
  const { program, comments } = parseSync(path, source)
  const named = new Map<number, string>()
  new Visitor({
    // `it.each(rows)('name')` begins where `it` does; the outer call, with the name, is visited first.
    CallExpression({ start, arguments: [first] }) {
      if (named.has(start)) return
      if (first?.type === 'Literal' && typeof first.value === 'string') named.set(start, first.value)
      if (first?.type === 'TemplateLiteral') named.set(start, source.slice(first.start + 1, first.end - 1))
    },
  }).visit(program)
  return comments.flatMap(({ value, end }) => {
    const [, page, numbers] = /^ (spec|security): (.+)$/.exec(value) ?? []
    if (!page || !numbers) return []
    const name = named.get(end + /^(\s|\/\/.*)*/.exec(source.slice(end))![0].length)
    if (name === undefined) throw new Error(`${path}: no test follows “//${value}”`)
    return { path, name, page, numbers: numbers.split(', ') }
  })
}

/** Each sentence of a page, in its order. Throws where a test names a number that no sentence has. */
export function sentences(of: PageName): Sentence[] {
  const tests = globSync('{api,domain,infra,projections,web}/**/*.test.{ts,tsx}')
    .sort()
    .flatMap(annotatedIn)
    .filter(({ page }) => page === of)
  const rows = [...readFileSync(pages[of], 'utf8').matchAll(row)]
  const known = new Set(rows.map(([, number]) => number!))
  const stray = tests.find(({ numbers }) => numbers.some((number) => !known.has(number)))
  if (stray) throw new Error(`${stray.path} › ${stray.name}: ${pages[of]} has no ${stray.numbers.join(', ')}`)
  return rows.map(([, number = '', hand = '']) => {
    const [requirement = '', built = ''] = hand.split(' | ')
    return {
      number,
      requirement,
      files: [...built.matchAll(/`([^`]+)`/g)].map(([, path]) => path!).filter((path) => existsSync(path)),
      tests: tests.filter(({ numbers }) => numbers.includes(number)).map(({ path, name }) => ({ path, name })),
    }
  })
}

/** A page as it should be: its last column from the tests, and by number the sentences that have none. */
export function pageOf(name: PageName, all = sentences(name)): string {
  const shown = new Map(all.map(({ number, tests }) => [number, new Set(tests.map(({ path }) => path))]))
  const untested = all.filter(({ tests }) => tests.length === 0).map(({ number }) => number)
  return readFileSync(pages[name], 'utf8')
    .replace(row, (_, number: string, hand: string) => {
      const files = [...shown.get(number)!].map((path) => `\`${path}\``)
      return `| ${number} | ${hand} | ${files.join(', ') || '**no test**'} |`
    })
    .replace(/^Without a test: .*$/m, `Without a test: ${untested.join(', ') || 'none'}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href)
  for (const name of Object.keys(pages) as PageName[]) writeFileSync(pages[name], pageOf(name))

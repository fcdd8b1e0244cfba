// npm run coverage: writes into docs/coverage.md which tests show each sentence: those under a comment `// spec: 4.2, 7.1`.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'

const page = 'docs/coverage.md'
const none = '**no test**'

type Test = { path: string; name: string }
/** A sentence of the specification: where it is built, and the tests that show it. */
export type Sentence = { number: string; requirement: string; files: string[]; tests: Test[] }

/** The tests of a file that stand under `// spec:`, each with the numbers there. Throws where no test follows. */
function annotatedIn(path: string): (Test & { numbers: string[] })[] {
  const source = readFileSync(path, 'utf8')
  if (!source.includes('// spec: ')) return []
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
    const [, numbers] = /^ spec: (.+)$/.exec(value) ?? []
    if (!numbers) return []
    const name = named.get(end + /^(\s|\/\/.*)*/.exec(source.slice(end))![0].length)
    if (name === undefined) throw new Error(`${path}: no test follows “//${value}”`)
    return { path, name, numbers: numbers.split(', ') }
  })
}

/** Each sentence of the page, in its order. Throws where a test names a number that no sentence has. */
export function sentences(): Sentence[] {
  const tests = globSync('{api,domain,infra,projections,web}/**/*.test.{ts,tsx}').sort().flatMap(annotatedIn)
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.+?) \| .+ \|$/gm)]
  const known = new Set(rows.map(([, number]) => number!))
  const stray = tests.find(({ numbers }) => numbers.some((number) => !known.has(number)))
  if (stray) throw new Error(`${stray.path} › ${stray.name}: ${page} has no sentence ${stray.numbers.join(', ')}`)
  return rows.map(([, number = '', requirement = '', built = '']) => ({
    number,
    requirement,
    files: [...built.matchAll(/`([^`]+)`/g)].map(([, path]) => path!).filter((path) => existsSync(path)),
    tests: tests.filter(({ numbers }) => numbers.includes(number)).map(({ path, name }) => ({ path, name })),
  }))
}

/** The page as it should be: its last column from the tests, and by number the sentences that have none. */
export function coveragePage(all: Sentence[]): string {
  const shown = new Map(all.map(({ number, tests }) => [number, new Set(tests.map(({ path }) => path))]))
  const untested = all.filter(({ tests }) => tests.length === 0).map(({ number }) => number)
  return readFileSync(page, 'utf8')
    .replace(/^(\| (\d+\.\d+) \| .+? \| .+?) \| .+ \|$/gm, (_, hand: string, number: string) => {
      const files = [...shown.get(number)!].map((path) => `\`${path}\``)
      return `${hand} | ${files.join(', ') || none} |`
    })
    .replace(/^Without a test: .*$/m, `Without a test: ${untested.join(', ') || 'none'}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) writeFileSync(page, coveragePage(sentences()))

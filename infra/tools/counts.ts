// npm run counts: how large the house is, as a table. npm run counts -- ../before . counts several checkouts side by side.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

const folders = ['domain', 'infra', 'projections', 'api', 'web']
/** The action that is looked for: a settled one, which stands everywhere that a new one has to. */
const action = /[sS]harePaymentLink|share-payment-link|PaymentLinkShared|\bpaymentLink\b/

type Source = { path: string; text: string }

const isNamedAsTest = (path: string) =>
  /\.test\.tsx?$|(^|\/)(testing|tests|browser|journeys|endure)[/.-]|^infra\/repository\/|golden|^domain\/(demo\/|samples)/.test(
    path,
  )
const isTool = (path: string) => path.startsWith('infra/tools/')
const linesOf = ({ text }: Source) => text.split('\n').length - 1
/** Words have a letter or a digit: the lines of a table are none. */
const wordsOf = ({ text }: Source) => text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/** The sources under a folder, apart from what is installed or built. */
function sourcesIn(root: string, folder: string, ending: RegExp): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && !path.startsWith('web/dist/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The paths of the tests: of what is named so, and of what only tests import, as a contract is. */
function testsAmong(code: readonly Source[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const { path, text } of code) {
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)[\s(]*'([#.][^']+)'/g)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier)
      importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  const tests = new Set(code.map(({ path }) => path).filter(isNamedAsTest))
  const onlyForTests = ({ path }: Source) =>
    !tests.has(path) && (importers.get(path)?.every((importer) => tests.has(importer)) ?? false)
  for (let found = code.filter(onlyForTests); found.length > 0; found = code.filter(onlyForTests)) {
    for (const { path } of found) tests.add(path)
  }
  return tests
}

/** How many lines each function of a file has, those within others too. */
function functionsOf({ path, text }: Source): number[] {
  const lines: number[] = []
  const add = ({ start, end }: { start: number; end: number }) => {
    lines.push(text.slice(start, end).split('\n').length)
  }
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
    parseSync(path, text).program,
  )
  return lines
}

const importsOf = (root: string, path: string) =>
  parseSync(path, readFileSync(join(root, path), 'utf8')).program.body.filter(
    ({ type }) => type === 'ImportDeclaration',
  ).length

const declarationsOf = ({ text }: Source) =>
  (text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/(?<=[{;])\s*[\w-]+\s*:[^;{}]*(?=[;}])/g) ?? []).map((each) =>
    each.trim().replaceAll(/\s+/g, ' '),
  )

/** The files that each way of docs/architecture.md names; what it says by "as above" is counted where it is named. */
function waysOf(root: string): Record<string, number> {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const ways = /\n## Four ways[\s\S]*?(?=\n## )/.exec(page)![0].split('\n### ').slice(1)
  return Object.fromEntries(
    ways.map((way) => {
      const [heading = ''] = way.split('\n')
      return [
        `files of “${heading}”`,
        new Set(way.match(/(?:api|domain|infra|projections|web)\/[\w/.-]+\.(?:tsx?|js)\b/g)).size,
      ]
    }),
  )
}

/** The counts of one checkout, each by what it counts. */
function countsOf(root: string): Record<string, number> {
  const code = folders.flatMap((folder) => sourcesIn(root, folder, /\.([cm]?[jt]sx?|css)$/))
  const isTest = testsAmong(code)
  const product = code.filter(({ path }) => !isTest.has(path) && !isTool(path))
  const scripts = product.filter(({ path }) => !path.endsWith('.css'))
  const tests = code.filter(({ path }) => isTest.has(path))
  const functions = scripts.flatMap(functionsOf)
  const declarations = product.filter(({ path }) => path.endsWith('.css')).flatMap(declarationsOf)
  const docs = sourcesIn(root, 'docs', /\.md$/)
  const named = code.filter(({ path, text }) => action.test(path) || action.test(text))
  return {
    'product lines': sum(product.map(linesOf)),
    'product files': product.length,
    'product files under 20 lines': product.filter((each) => linesOf(each) < 20).length,
    'functions over 60 lines': functions.filter((lines) => lines > 60).length,
    'functions over 150 lines': functions.filter((lines) => lines > 150).length,
    'product files that name one action or its field': named.filter((each) => product.includes(each)).length,
    'test files that name it': named.filter((each) => tests.includes(each)).length,
    ...waysOf(root),
    'imports of api/app.ts': importsOf(root, 'api/app.ts'),
    'imports of api/server.ts': importsOf(root, 'api/server.ts'),
    'CSS declarations': declarations.length,
    'CSS declarations that differ': new Set(declarations).size,
    'words in README and CONTRIBUTING': sum(
      ['README.md', 'CONTRIBUTING.md'].map((path) => wordsOf({ path, text: readFileSync(join(root, path), 'utf8') })),
    ),
    'words in docs': sum(docs.map(wordsOf)),
    'words in docs, without coverage.md': sum(docs.filter(({ path }) => !path.endsWith('/coverage.md')).map(wordsOf)),
    'decision records': docs.filter(({ path }) => /decisions\/\d/.test(path)).length,
    'lines of infra/tools': sum(code.filter(({ path }) => isTool(path) && !isTest.has(path)).map(linesOf)),
    'lines of tests': sum(tests.map(linesOf)),
    'tests written (each once, with all its rows)': sum(
      tests.map(({ text }) => text.match(/^\s*(?:it|test)(?:\.\w+)*[(`]/gm)?.length ?? 0),
    ),
  }
}

const roots = process.argv.length > 2 ? process.argv.slice(2) : ['.']
const columns = roots.map((root) => countsOf(resolve(root)))
const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
row(['what', ...roots.map((root) => basename(resolve(root)))])
row(['---', ...roots.map(() => '---:')])
for (const what of new Set(columns.flatMap((counts) => Object.keys(counts)))) {
  row([what, ...columns.map((counts) => counts[what]?.toLocaleString('en') ?? '–')])
}

// npm run mutate: breaks, one at a time, what docs/coverage.md says is tested, and tells whether the tests named there notice:
// the mutations that are chosen in mutations.ts, or so many by chance. --row=funnel or --row=2.36,4.8 takes those sentences alone.
// npm run mutate -- --random=60 --seed=5 --only=jsx,text   In a clean checkout: each file is put back as it was.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'vite'
import { type Sentence, sentences } from './coverage.ts'
import { type ChosenMutation, mutations } from './mutations.ts'
import { numbers } from './pictures/drawing.ts'

type Mutation = { kind: string; start: number; end: number; text: string }

const { values } = parseArgs({
  options: {
    random: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    row: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})

const random = numbers(Number(values.seed))
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

/** All that can be broken in a source: what is shown, said, decided, done or counted. */
function mutationsOf(path: string, source: string): Mutation[] {
  const found: Mutation[] = []
  const add = (kind: string, { start, end }: { start: number; end: number }, text: string) =>
    found.push({ kind, start, end, text })
  const negate = (test: { start: number; end: number }) =>
    add('decision', test, `!(${source.slice(test.start, test.end)})`)
  new Visitor({
    JSXElement: (node) => add('jsx', node, path.endsWith('.tsx') ? '<></>' : ''),
    JSXText: (node) => node.value.trim().length > 3 && add('text', node, ' '),
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    ExpressionStatement: (node) =>
      /^(await )?[\w.!?]+\(/.test(source.slice(node.start, node.end)) && add('call', node, ';'),
    Literal: (node) => {
      if (typeof node.value === 'number') add('number', node, `(${node.value} + 1)`)
      else if (typeof node.value === 'string' && /\w \w/.test(node.value)) add('text', node, `''`)
    },
  }).visit(parseSync(path, source).program)
  return found.filter(({ kind }) => values.only === '' || values.only.split(',').includes(kind))
}

/** Whether the tests of a sentence pass. */
function pass({ tests }: Sentence): boolean {
  // What `it.each` fills in is not known: `%s`, `$name`, `${name}`.
  const filled = /%[a-z]|\$\{[^}]*\}|\$[\w.]+/g
  const names = tests.map(({ name }) =>
    name
      .split(filled)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )
  const files = [...new Set(tests.map(({ path }) => path))]
  const run = ['infra/tools/run/test.mjs', ...files, '-t', names.join('|'), '--bail=1', '--retry=0', '--reporter=dot']
  return spawnSync(process.execPath, run, { stdio: 'ignore', timeout: 300_000 }).status === 0
}

if (execFileSync('git', ['status', '--porcelain', '--untracked-files=no']).length > 0) {
  console.error('Commit or put away your changes first: files are broken and put back.')
  process.exit(1)
}
const rows = sentences('spec')
  .map((sentence) => ({ ...sentence, files: sentence.files.filter((path) => /\.tsx?$/.test(path)) }))
  .filter(({ files, tests }) => files.length > 0 && tests.length > 0)
  .filter(({ number, requirement }) =>
    /^\d/.test(values.row)
      ? values.row.split(',').includes(number)
      : requirement.toLowerCase().includes(values.row.toLowerCase()),
  )

/** The place to break, and how. */
type Target = { row: Sentence; kind: string; path: string; source: string } & Omit<Mutation, 'kind'>

/** A chosen mutation where it stands now; what is wrong with it where its text does not stand once in the files of its sentence. */
function found({ spec, was, now }: ChosenMutation): Target | string {
  const row = rows.find(({ number }) => number === spec)
  const places = (row?.files ?? []).flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return source.split(was).length === 2 ? [{ path, source }] : []
  })
  if (!row || places.length !== 1) return `${spec}: stands ${places.length} times in its files: ${was}`
  const { path, source } = places[0]!
  const start = source.indexOf(was)
  return { row, kind: 'chosen', path, source, start, end: start + was.length, text: now }
}

/** Mutations by chance, of rows by chance. */
function* byChance(times: number): Generator<Target> {
  for (let tried = 0; tried < times && rows.length > 0; ) {
    const row = oneOf(rows)!
    const path = oneOf(row.files)!
    const source = readFileSync(path, 'utf8')
    const all = mutationsOf(path, source)
    const kind = oneOf([...new Set(all.map((each) => each.kind))])
    const mutation = oneOf(all.filter((each) => each.kind === kind))
    if (!mutation) continue
    tried++
    yield { row, path, source, ...mutation }
  }
}

/** Whether the tests of a sentence notice that something of it is broken. The file is put back. */
function isNoticed({ row, path, source, start, end, text }: Target): boolean {
  writeFileSync(path, source.slice(0, start) + text + source.slice(end))
  try {
    return !pass(row)
  } finally {
    writeFileSync(path, source)
  }
}

const isByChance = values.random !== undefined
const chosen = mutations.filter(({ spec }) => rows.some(({ number }) => number === spec)).map(found)
for (const stale of chosen.filter((each) => typeof each === 'string')) console.log(`STALE    ${stale}`)
const targets = isByChance ? [...byChance(Number(values.random))] : chosen.filter((each) => typeof each !== 'string')
console.log(isByChance ? `seed ${values.seed}, ${rows.length} rows` : `${targets.length} chosen mutations`)
const healthy = new Map<Sentence, boolean>()
const counts: Record<string, number> = {}
for (const target of targets) {
  const { row, path, source, kind, start, end } = target
  if (!healthy.has(row)) healthy.set(row, pass(row))
  const came = !healthy.get(row) ? 'FAILS UNBROKEN' : isNoticed(target) ? 'noticed' : 'SURVIVED'
  counts[came] = (counts[came] ?? 0) + 1
  const line = source.slice(0, start).split('\n').length
  const was = source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)
  console.log(`${came.padEnd(8)} ${row.number} ${row.requirement}\n         ${path}:${line} ${kind}: ${was}`)
}
console.log(
  Object.entries(counts)
    .map(([came, times]) => `${times} ${came}`)
    .join(', '),
)

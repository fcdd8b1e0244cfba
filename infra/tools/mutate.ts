// npm run mutate: breaks, one at a time, what docs/coverage.md says is tested, and tells whether the tests named there notice.
// npm run mutate -- --times=60 --seed=5 --row=funnel --only=jsx,text   In a clean checkout: each file is put back as it was.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSync, Visitor } from 'vite'
import { type Sentence, sentences } from './coverage.ts'
import { numbers } from './pictures/drawing.ts'

type Mutation = { kind: string; start: number; end: number; text: string }

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '60' },
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
  const names = tests.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[a-z]/g, '.*'))
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
  .filter(({ requirement }) => requirement.toLowerCase().includes(values.row.toLowerCase()))
let [killed, survived] = [0, 0]
console.log(`seed ${values.seed}, ${rows.length} rows`)
for (let tried = 0; tried < Number(values.times) && rows.length > 0; ) {
  const row = oneOf(rows)!
  const path = oneOf(row.files)!
  const source = readFileSync(path, 'utf8')
  const all = mutationsOf(path, source)
  const kind = oneOf([...new Set(all.map((each) => each.kind))])
  const mutation = oneOf(all.filter((each) => each.kind === kind))
  if (!mutation) continue
  tried++
  const { start, end, text } = mutation
  writeFileSync(path, source.slice(0, start) + text + source.slice(end))
  let isUnnoticed = false
  try {
    isUnnoticed = pass(row)
  } finally {
    writeFileSync(path, source)
  }
  if (isUnnoticed) survived++
  else killed++
  const line = source.slice(0, start).split('\n').length
  const was = source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)
  console.log(`${isUnnoticed ? 'SURVIVED' : 'noticed '} ${row.requirement}\n         ${path}:${line} ${kind}: ${was}`)
}
console.log(`${killed} noticed, ${survived} survived`)

import { parseArgs } from 'node:util'
import { groups } from './goals.ts'
import { openLimits } from './limits.ts'
import { limitsReport, line, report } from './report.ts'
import { measureGroup, measureLimits, type Result, type Unmeasured } from './rounds.ts'
import { type Stores, storesNamed } from './stores.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'string' },
    stores: { type: 'string', default: 'embedded' },
  },
})
const names = [...groups.flatMap(({ comparisons }) => comparisons.map(({ name }) => name)), 'limits']
const wanted = options.only?.split(',') ?? names
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  process.exit(1)
}
const stores = chosen(options.stores)
console.log(`The product on ${stores.line}; the floor on SQLite, whatever that is.\n`)

const rounds = options.quick ? 3 : 5
const effort = options.quick
  ? { clicks: 200, broadcasts: 40, seconds: 1 }
  : { clicks: 600, broadcasts: 100, seconds: 3 }
// With --profile=<folder> every measured program leaves a CPU profile there as it stops.
const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []

if (wanted.includes('limits')) {
  const { limits, close } = await openLimits()
  console.log(`${limitsReport(await measureLimits(limits, rounds, effort))}\n`)
  await close()
}

const results: Result[] = []
const unmeasured: Unmeasured[] = []
for (const group of groups) {
  const comparisons = group.comparisons.filter(({ name }) => wanted.includes(name))
  if (comparisons.length === 0) continue
  await measureGroup({ ...group, comparisons }, stores, rounds, effort, flags, (result) => {
    if ('why' in result) unmeasured.push(result)
    else results.push(result)
    console.log(line(result))
  })
}
if (results.length > 0) console.log(`\n${report(results, unmeasured, stores)}`)
process.exit(unmeasured.length > 0 ? 1 : 0)

function chosen(name: string): Stores {
  try {
    return storesNamed(name, process.env)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

import { parseArgs } from 'node:util'
import { clockSteps, type Fault, fullDisk, halfOpenLinks, halfOpenStores, kills, twoWorkers } from './faults.ts'
import { flips } from './flips.ts'
import { hostileClient } from './hostile.ts'
import { type Outcome, reportOf } from './report.ts'

// npm run endure: lets things go wrong while people work, and says what was lost. Ends with 1 if anything was.

const faults: Record<string, Fault> = {
  kills,
  'full-disk': fullDisk,
  clock: clockSteps,
  'half-open': halfOpenLinks,
  'half-open-stores': halfOpenStores,
  flips,
  'two-workers': twoWorkers,
  hostile: hostileClient,
}

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'string', default: '10' } },
})
const names = options.only?.split(',') ?? Object.keys(faults)
const unknown = names.filter((name) => !(name in faults))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are ${Object.keys(faults).join(', ')}.`)
  process.exit(1)
}
const times = Number(options.times)
if (!Number.isInteger(times) || times < 1) {
  console.error('--times is how often each thing goes wrong: 1 or more.')
  process.exit(1)
}

const outcomes: Outcome[] = []
for (const name of names) {
  console.log(`${name} …`)
  const outcome = await faults[name]!({ times })
  if ('why' in outcome) console.log(`${outcome.fault} was not tried: ${outcome.why}`)
  else outcomes.push(outcome)
}
console.log(`\n${reportOf(outcomes)}`)
process.exit(outcomes.every(({ lost, doubled, problems }) => lost + doubled + problems.length === 0) ? 0 : 1)

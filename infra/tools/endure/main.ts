import { parseArgs } from 'node:util'
import { measureAttacks } from './attacks.ts'
import { addressClaims } from './claims.ts'
import {
  clockSteps,
  ends,
  endsWhileAway,
  type Fault,
  fullDisk,
  halfOpenLinks,
  halfOpenStores,
  kills,
  twoWorkers,
} from './faults.ts'
import { flips } from './flips.ts'
import { endureFolder } from './folder.ts'
import { hostileClient } from './hostile.ts'
import { type Outcome, reportOf } from './report.ts'

// npm run endure: lets things go wrong while people work, and in a data folder, and says what was lost, and how long others wait under attack.
// Ends with 1 if anything was lost, or anybody waited too long.

const faults: Record<string, Fault> = {
  kills,
  ends,
  claims: addressClaims,
  'full-disk': fullDisk,
  clock: clockSteps,
  'half-open': halfOpenLinks,
  'half-open-stores': halfOpenStores,
  'ends-away': endsWhileAway,
  flips,
  'two-workers': twoWorkers,
  hostile: hostileClient,
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '10' },
    before: { type: 'string' },
    attack: { type: 'string' },
  },
})
const all = [...Object.keys(faults), 'folder', 'attacks']
const names = options.only?.split(',') ?? all
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are ${all.join(', ')}.`)
  process.exit(1)
}
const times = Number(options.times)
if (!Number.isInteger(times) || times < 1) {
  console.error('--times is how often each thing goes wrong: 1 or more.')
  process.exit(1)
}

const outcomes: Outcome[] = []
let attacks = { report: '', isMet: true }
let folder = { report: '', isMet: true }
for (const name of names) {
  console.log(`${name} …`)
  if (name === 'attacks') {
    attacks = await measureAttacks({ before: options.before, named: options.attack })
    continue
  }
  if (name === 'folder') {
    folder = await endureFolder({ times, before: options.before })
    continue
  }
  const outcome = await faults[name]!({ times }).catch((error: unknown) => endedBy(name, error))
  if ('why' in outcome) console.log(`${outcome.fault} was not tried: ${outcome.why}`)
  else outcomes.push(outcome)
}
console.log(['', ...(outcomes.length > 0 ? [reportOf(outcomes)] : []), folder.report, attacks.report].join('\n'))
const isIntact = outcomes.every(({ lost, doubled, problems }) => lost + doubled + problems.length === 0)
process.exit(isIntact && folder.isMet && attacks.isMet ? 0 : 1)

/** A fault that could not be gone through: a problem in the report, beside what the others came to. */
function endedBy(fault: string, error: unknown): Outcome {
  const problems = [`It ended with ${error instanceof Error ? error.stack : error}`]
  return { fault, acknowledged: 0, lost: 0, doubled: 0, refused: 0, longestWait: 0, memory: Number.NaN, problems }
}

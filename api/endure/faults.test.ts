import { expect, it } from 'vitest'
import { clockSteps, type Fault, fullDisk, halfOpenLinks } from './faults.ts'

it.each<[string, Fault]>([
  ['a clock that is set', clockSteps],
  ['lines that hang', halfOpenLinks],
  ['a full disk', fullDisk],
])(
  'keeps every acknowledged change, once, through %s',
  async (_, fault) => {
    const outcome = await fault({ times: 1 })
    // Where this machine has no disk to fill.
    if ('why' in outcome) return console.log(`${outcome.fault} was not tried: ${outcome.why}`)
    const { acknowledged, lost, doubled, problems } = outcome
    expect({ lost, doubled, problems }).toEqual({ lost: 0, doubled: 0, problems: [] })
    expect(acknowledged).toBeGreaterThan(40)
  },
  300_000,
)

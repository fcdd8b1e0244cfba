import { expect, it } from 'vitest'
import { clockSteps, type Fault, fullDisk, halfOpenLinks, halfOpenStores } from './faults.ts'
import { flips } from './flips.ts'

// spec: 11.29
it.each<[string, Fault]>([
  ['a clock that is set', clockSteps],
  ['lines that hang', halfOpenLinks],
  ['lines to its stores that hang', halfOpenStores],
  ['a full disk', fullDisk],
  ['a byte that is flipped', flips],
])(
  'keeps every acknowledged change, once, or names it, through %s',
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

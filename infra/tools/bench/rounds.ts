import { setTimeout as pause } from 'node:timers/promises'
import type { Comparison, Group } from './goals.ts'
import type { Limit } from './limits.ts'
import type { Effort } from './measurements.ts'
import { median } from './numbers.ts'
import type { Stores } from './stores.ts'
import { type Side, start } from './systems.ts'

/** The result of a measurement, a value for each round. The ratio is the median of the rounds' own ratios. */
export type Result = {
  comparison: Comparison
  group: Group
  of: number[]
  to: number[]
  ratios: number[]
  ratio: number
}

/** A comparison that could not be measured, and why. */
export type Unmeasured = { comparison: Comparison; why: string }

/** How long the machine is left alone before something is measured, in ms. */
const quiet = 200

/**
 * Measures a group's comparisons, its two places taking turns, and says each result as it comes. One that a place has no
 * answer to does not keep the next from being measured.
 */
export async function measureGroup(
  group: Group,
  stores: Stores,
  rounds: number,
  effort: Effort,
  flags: readonly string[],
  say: (result: Result | Unmeasured) => void,
): Promise<void> {
  const of = await start(group.of, stores, flags)
  const to = group.to === group.of ? of : await start(group.to, stores, flags)
  for (const comparison of group.comparisons) {
    const result = takeTurns(comparison, of, to, rounds, effort)
    say(
      await result.then(
        (values) => ({ comparison, group, ...values }),
        (error: Error) => ({ comparison, why: error.message }),
      ),
    )
  }
  await of.stop()
  if (to !== of) await to.stop()
}

async function takeTurns(comparison: Comparison, of: Side, to: Side, rounds: number, effort: Effort) {
  const values: { of: number[]; to: number[] } = { of: [], to: [] }
  const measured = {
    of: async () => values.of.push(await comparison.of.measure(of, effort)),
    to: async () => values.to.push(await comparison.to.measure(to, effort)),
  }
  // A round that does not count: code gets compiled, caches filled.
  await measured.of()
  await measured.to()
  values.of = []
  values.to = []
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? (['of', 'to'] as const) : (['to', 'of'] as const)) {
      await pause(quiet)
      await measured[which]()
    }
  }
  const ratios = values.of.map((value, round) => value / values.to[round]!)
  return { ...values, ratios, ratio: median(ratios) }
}

/** Measures each limit so many times. */
export async function measureLimits(limits: readonly Limit[], rounds: number, effort: Effort) {
  const values = limits.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [at, limit] of limits.entries()) {
      await pause(quiet)
      const value = await limit.measure(effort)
      if (round >= 0) values[at]!.push(value)
    }
  }
  return limits.map((limit, at) => ({ limit, values: values[at]! }))
}

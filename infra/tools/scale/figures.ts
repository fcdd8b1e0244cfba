import { setTimeout as pause } from 'node:timers/promises'
import { ask, perSecond } from '../bench/load.ts'
import type { Fleet } from './fleet.ts'
import { openPages, type Pages } from './pages.ts'

/** What was measured of a fleet in one state. Times in ms. */
export type Sample = {
  pages: number
  memory: number
  /** Changes a second that were made by so many writers, each beginning anew as soon as it is through. */
  rate: number
  /** From a click until a page of the order was told, while so many clicks a second are made. */
  told: number[]
  clicksPerSecond: number
  /** Processor time of a change while as many are made as can be, by role. */
  processorTimes: Record<string, number>
  /** The share of one core that the pages keep busy while nothing happens. */
  idle: number
}

const writers = 32

/** How long one value is measured, in seconds. */
export type Effort = { seconds: number; clicksPerSecond: number }

/** Opens more and more pages, two of each order, and measures at each step. Says each sample as it comes. */
export async function measurePages(
  fleet: Fleet,
  counts: readonly number[],
  effort: Effort,
  say: (sample: Sample) => void,
) {
  const orderIds = [...fleet.watched.keys()]
  const pages = openPages(fleet)
  try {
    for (const count of counts) {
      await pages.open(count)
      await pause(2_000)
      const idle = await share(fleet, 3_000)
      const told = await clicks(fleet, pages, orderIds, effort)
      const memory = fleet.memory()
      const before = fleet.processorTimes()
      const rate = await changes(fleet, pages, orderIds, effort)
      const after = fleet.processorTimes()
      const made = rate * effort.seconds
      const processorTimes = Object.fromEntries(
        Object.entries(after).map(([role, time]) => [role, (time - before[role]!) / made]),
      )
      say({ pages: count, memory, rate, told, clicksPerSecond: effort.clicksPerSecond, processorTimes, idle })
    }
  } finally {
    pages.close()
  }
}

/** As many changes as can be made, the orders taking turns; one of an order at a time. */
async function changes(fleet: Fleet, pages: Pages, orderIds: readonly string[], { seconds }: Effort): Promise<number> {
  let turn = 0
  return perSecond(writers, 1000 * seconds, () => {
    const at = turn++
    return pages.click(fleet.targets[at % fleet.targets.length]!, orderIds[at % orderIds.length]!)
  })
}

/** Clicks that come as they come, so many a second, whether or not the one before is through. */
async function clicks(fleet: Fleet, pages: Pages, orderIds: readonly string[], { seconds, clicksPerSecond }: Effort) {
  const told: number[] = []
  const made: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; at < seconds * clicksPerSecond; at++) {
    await pause(Math.max(0, began + (1000 * at) / clicksPerSecond - performance.now()))
    const target = fleet.targets[at % fleet.targets.length]!
    made.push(pages.click(target, orderIds[(at * 7) % orderIds.length]!).then((times) => void told.push(...times)))
  }
  await Promise.all(made)
  return told
}

/** The share of one core that the fleet's answering processes keep busy by themselves. */
async function share(fleet: Fleet, ms: number): Promise<number> {
  const before = fleet.processorTimes().api!
  await pause(ms)
  return (fleet.processorTimes().api! - before) / ms
}

/** What an admin's first page of the orders takes, in ms, each asked for on its own. */
export async function listTimes(fleet: Fleet, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    await ask(fleet.targets[at % fleet.targets.length]!, 'GET', '/api/get-orders?limit=50')
    taken.push(performance.now() - began)
  }
  return taken
}

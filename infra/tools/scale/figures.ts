import { setTimeout as pause } from 'node:timers/promises'
import { ask, perSecond, until } from '#infra/tools/bench/load.ts'
import type { Pages } from './pages.ts'
import { isListed, type Server } from './server.ts'

/** The measurements of a server in one state. Times in ms. */
export type Sample = {
  pages: number
  memory: number
  /** Changes a second that were made by so many writers, each beginning anew as soon as its pages were received. */
  rate: number
  /** From a click until a page of the order was received, while so many clicks a second are made. */
  received: number[]
  clicksPerSecond: number
  /** Processor time of a change while as many are made as can be, of each part. */
  processorTimes: Record<string, number>
  /** From the last of these changes until the lists had all of them. */
  listsBehind: number
  /** The share of one core that the pages keep busy while nothing happens, in what answers people. */
  idle: number
}

/**
 * How long one value is measured, in seconds, by how many writers at once. `shared`: the processor times of what several
 * servers have in common.
 */
type Effort = { seconds: number; writers: number; clicksPerSecond: number; shared(): Record<string, number> }

/** Opens more pages until there are so many, two of each order, and measures. */
export async function measurePages(server: Server, pages: Pages, count: number, effort: Effort): Promise<Sample> {
  const orderIds = [...server.watched.keys()]
  const times = () => ({ ...server.processorTimes(), ...effort.shared() })
  await pages.open(count)
  await pause(2_000)
  const idle = await share(server, 3_000)
  const received = await clicks(pages, orderIds, effort)
  const memory = server.memory()
  const before = times()
  const { rate, last } = await changes(pages, orderIds, effort)
  const ended = performance.now()
  // What is to be done for a change is done when the lists have it.
  await until(120_000, () => isListed(server.targets[0]!, last), 10)
  const listsBehind = performance.now() - ended
  const made = rate * effort.seconds
  const processorTimes = Object.fromEntries(
    Object.entries(times()).map(([part, time]) => [part, (time - before[part]!) / made]),
  )
  return {
    ...{ pages: count, memory, rate, received, processorTimes, listsBehind, idle },
    clicksPerSecond: effort.clicksPerSecond,
  }
}

/** As many changes as can be made, the orders taking turns, one of an order at a time; and the position of the last. */
async function changes(pages: Pages, orderIds: readonly string[], { seconds, writers }: Effort) {
  let turn = 0
  let last = 0
  const rate = await perSecond(writers, 1000 * seconds, async () => {
    const { position } = await pages.click(orderIds[turn++ % orderIds.length]!)
    last = Math.max(last, position)
  })
  return { rate, last }
}

/** Clicks that come as they come, so many a second, whether or not the one before is through. */
async function clicks(pages: Pages, orderIds: readonly string[], { seconds, clicksPerSecond }: Effort) {
  const all: number[] = []
  const made: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; at < seconds * clicksPerSecond; at++) {
    await pause(Math.max(0, began + (1000 * at) / clicksPerSecond - performance.now()))
    made.push(pages.click(orderIds[(at * 7) % orderIds.length]!).then(({ received }) => void all.push(...received)))
  }
  await Promise.all(made)
  return all
}

/** The share of one core that is kept busy while nothing happens, in what answers people. */
async function share(server: Server, ms: number): Promise<number> {
  const before = server.processorTimes().api!
  await pause(ms)
  return (server.processorTimes().api! - before) / ms
}

/** The times of an admin's first page of the orders, in ms, each requested on its own, of one process after the other. */
export async function listTimes({ targets }: Server, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    await ask(targets[at % targets.length]!, 'GET', '/api/get-orders?limit=50')
    taken.push(performance.now() - began)
  }
  return taken
}

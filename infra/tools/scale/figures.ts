import { setTimeout as pause } from 'node:timers/promises'
import { ask, perSecond } from '../bench/load.ts'

import { openPages, type Pages } from './pages.ts'
import type { Server } from './server.ts'

/** What was measured of a server in one state. Times in ms. */
export type Sample = {
  pages: number
  memory: number
  /** Changes a second that were made by so many writers, each beginning anew as soon as it is through. */
  rate: number
  /** From a click until a page of the order was told, while so many clicks a second are made. */
  told: number[]
  clicksPerSecond: number
  /** Processor time of a change while as many are made as can be. */
  processorTime: number
  /** The share of one core that the pages keep busy while nothing happens. */
  idle: number
}

const writers = 32

/** How long one value is measured, in seconds. */
export type Effort = { seconds: number; clicksPerSecond: number }

/** Opens more and more pages, two of each order, and measures at each step. Says each sample as it comes. */
export async function measurePages(
  server: Server,
  counts: readonly number[],
  effort: Effort,
  say: (sample: Sample) => void,
) {
  const orderIds = [...server.watched.keys()]
  const pages = openPages(server)
  try {
    for (const count of counts) {
      await pages.open(count)
      await pause(2_000)
      const idle = await share(server, 3_000)
      const told = await clicks(pages, orderIds, effort)
      const memory = server.memory()
      const before = server.processorTime()
      const rate = await changes(pages, orderIds, effort)
      const processorTime = (server.processorTime() - before) / (rate * effort.seconds)
      say({ pages: count, memory, rate, told, clicksPerSecond: effort.clicksPerSecond, processorTime, idle })
    }
  } finally {
    pages.close()
  }
}

/** As many changes as can be made, the orders taking turns; one of an order at a time. */
async function changes(pages: Pages, orderIds: readonly string[], { seconds }: Effort): Promise<number> {
  let turn = 0
  return perSecond(writers, 1000 * seconds, () => {
    const at = turn++
    return pages.click(orderIds[at % orderIds.length]!)
  })
}

/** Clicks that come as they come, so many a second, whether or not the one before is through. */
async function clicks(pages: Pages, orderIds: readonly string[], { seconds, clicksPerSecond }: Effort) {
  const told: number[] = []
  const made: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; at < seconds * clicksPerSecond; at++) {
    await pause(Math.max(0, began + (1000 * at) / clicksPerSecond - performance.now()))
    made.push(pages.click(orderIds[(at * 7) % orderIds.length]!).then((times) => void told.push(...times)))
  }
  await Promise.all(made)
  return told
}

/** The share of one core that the server keeps busy by itself. */
async function share(server: Server, ms: number): Promise<number> {
  const before = server.processorTime()
  await pause(ms)
  return (server.processorTime() - before) / ms
}

/** What an admin's first page of the orders takes, in ms, each asked for on its own. */
export async function listTimes(server: Server, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    await ask(server.target, 'GET', '/api/get-orders?limit=50')
    taken.push(performance.now() - began)
  }
  return taken
}

import { setTimeout as pause } from 'node:timers/promises'
import { ask, receive } from './load.ts'
import type { Effort, Figure } from './measurements.ts'
import { p95 } from './numbers.ts'
import type { Side } from './systems.ts'

// The requests of an admin's page of the orders, one request after the other, as one admin does.

const filters = ['', '&filter=waiting-on-client', '&filter=unread', '&filter=unpaid', '&filter=overdue']
const sorts = ['unread', 'newest', 'latest-activity', 'oldest-activity']
const statuses = ['open', 'cancelled', 'completed']

/** Searches that people make: a client, an address, a number, a word that a few have, one all have, one none has. */
const searches = (turn: number) => [
  `asha rao ${turn * 37}`,
  `hello@coffee-${turn * 11}`,
  String(90_000 - turn * 13),
  `batches ${turn * 7}`,
  'neighbourhood',
  'nobody wrote this',
]

/** By which clock a request is timed: until it is answered, or what the server computed for it. */
const clocks = {
  time: () => performance.now(),
  'processor time': (side: Side) => side.processorTime(),
}

/** The p95 of what is asked for in turn, by each of the clocks. */
function timed(what: string, pathsOf: (turn: number) => string[], share = 1) {
  const figure = (clock: keyof typeof clocks): Figure => ({
    title: `${what}, p95${clock === 'time' ? '' : ` of ${clock}`}`,
    unit: 'ms',
    async measure(side: Side, { clicks }: Effort) {
      const taken: number[] = []
      for (let turn = 0; turn < clicks * share; turn++) {
        const began = clocks[clock](side)
        await Promise.all(pathsOf(turn).map((path) => ask(side, 'GET', path)))
        taken.push(clocks[clock](side) - began)
      }
      return p95(taken)
    },
  })
  return { time: figure('time'), processor: figure('processor time') }
}

const nth = <T>(of: readonly T[], at: number): T => of[at % of.length]!

export const filteredList = timed('a list by filter and sort', (turn) => [
  `/api/get-orders?limit=50&status=${nth(statuses, turn)}&sort=${nth(sorts, turn >> 1)}${nth(filters, turn >> 2)}`,
])

export const chipCounts = timed('the counts of all filters', () => ['/api/get-order-counts'])

export const search = timed('a search', (turn) => {
  const words = nth(searches(1 + Math.floor(turn / 6)), turn)
  return [`/api/get-orders?limit=50&sort=unread&status=${nth(statuses, turn)}&search=${encodeURIComponent(words)}`]
})

const lists = statuses.map((status) => `/api/get-orders?limit=50&sort=unread&status=${status}`)

/** Everything that the page waits for before it shows itself. */
export const firstPage = timed(
  'the first page: three lists, counts, views',
  () => [...lists, '/api/get-order-counts', '/api/get-order-views'],
  1 / 4,
)

/** How many bytes the slow reader of a table takes at a time, and how long it rests after that, in ms. */
const sip = 32_768
const rest = 5

/** How much the memory grows at most while one reader slowly takes the table of all orders. */
export const slowExport: Figure = {
  title: 'memory beside a slow reader of the CSV of all orders',
  unit: 'MB more',
  async measure(side, { seconds }) {
    const before = side.memory()
    let most = before
    let taken = 0
    const end = performance.now() + 5_000 * seconds
    await receive(side, '/api/export-orders', async (bytes) => {
      taken += bytes
      if (taken < sip || performance.now() > end) return
      taken = 0
      most = Math.max(most, side.memory())
      await pause(rest)
    })
    return (most - before) / 1e6
  },
}

import type { Effort, Figure } from './figures.ts'
import { ask } from './load.ts'
import { p95 } from './numbers.ts'
import type { Side } from './systems.ts'

// What an admin's page of the orders asks for, one request after the other, as one admin does.

const filters = ['', '&filter=waiting-on-client', '&filter=unread', '&filter=unpaid', '&filter=overdue']
const sorts = ['unread', 'newest', 'latest-activity', 'oldest-activity']
const statuses = ['open', 'cancelled', 'completed']

/** What people look for: a client, an address, a number, a word that a few have, one that all have, one that none has. */
const searches = (turn: number) => [
  `asha rao ${turn * 37}`,
  `hello@coffee-${turn * 11}`,
  String(90_000 - turn * 13),
  `batches ${turn * 7}`,
  'neighbourhood',
  'nobody wrote this',
]

async function times(side: Side, { clicks }: Effort, pathOf: (turn: number) => string): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < clicks; turn++) {
    const began = performance.now()
    await ask(side, 'GET', pathOf(turn))
    taken.push(performance.now() - began)
  }
  return p95(taken)
}

const nth = <T>(of: readonly T[], at: number): T => of[at % of.length]!

export const filteredList: Figure = {
  title: 'a list by filter and sort, p95',
  unit: 'ms',
  measure: (side, effort) =>
    times(
      side,
      effort,
      (turn) =>
        `/api/get-orders?limit=50&status=${nth(statuses, turn)}&sort=${nth(sorts, turn >> 1)}${nth(filters, turn >> 2)}`,
    ),
}

export const chipCounts: Figure = {
  title: 'the counts of all filters, p95',
  unit: 'ms',
  measure: (side, effort) => times(side, effort, () => '/api/get-order-counts'),
}

export const search: Figure = {
  title: 'a search, p95',
  unit: 'ms',
  measure: (side, effort) =>
    times(side, effort, (turn) => {
      const words = nth(searches(1 + Math.floor(turn / 6)), turn)
      return `/api/get-orders?limit=50&sort=unread&status=${nth(statuses, turn)}&search=${encodeURIComponent(words)}`
    }),
}

/** Everything that the page waits for before it shows itself. */
export const firstPage: Figure = {
  title: 'the first page: three lists, counts, views; p95',
  unit: 'ms',
  async measure(side, { clicks }) {
    const lists = statuses.map((status) => `/api/get-orders?limit=50&sort=unread&status=${status}`)
    const taken: number[] = []
    for (let turn = 0; turn < clicks / 4; turn++) {
      const began = performance.now()
      await Promise.all(
        [...lists, '/api/get-order-counts', '/api/get-order-views'].map((path) => ask(side, 'GET', path)),
      )
      taken.push(performance.now() - began)
    }
    return p95(taken)
  },
}

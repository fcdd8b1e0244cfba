import { ask, until } from './load.ts'
import type { Effort, Figure } from './measurements.ts'
import { p95 } from './numbers.ts'
import { staff } from './sample-orders.ts'
import type { Side } from './systems.ts'

/** The first page as an admin opens it, and under every filter of the page: by kind, person and time, and all together. */
const filters = [
  '',
  '&kind=orders',
  '&kind=orders.steps',
  '&kind=leads',
  '&kind=accounts',
  `&actor=${staff.id}`,
  `&actor=${staff.id}&kind=orders`,
  `&actor=${staff.id}&kind=leads`,
  '&actor=nobody',
  '&from=2024-01-01T00:00:00Z&to=2024-01-10T00:00:00Z',
  `&actor=${staff.id}&kind=orders.steps&from=2024-01-01T00:00:00Z&to=2024-01-08T00:00:00Z`,
  '&quiet=true&countSince=2024-01-01T00:00:00Z',
]

const page = (side: Side, filter: string) => ask(side, 'GET', `/api/get-activity?limit=50${filter}`)

/** Waits until the activity is made, and says once how long that took since it was first asked. */
const made = new WeakMap<Side, Promise<void>>()
async function make(side: Side): Promise<void> {
  const began = performance.now()
  await until(900_000, async () => JSON.parse(await page(side, '')).stale === undefined, 100)
  const seconds = (performance.now() - began) / 1000
  if (seconds > 1) console.log(`The activity was made in ${seconds.toFixed(0)} s more than the list of orders.`)
}

const timed = (title: string, some: readonly string[]): Figure => ({
  title,
  unit: 'ms',
  async measure(side: Side, { clicks }: Effort) {
    if (!made.has(side)) made.set(side, make(side))
    await made.get(side)
    const taken: number[] = []
    for (let turn = 0; turn < clicks / 4; turn++) {
      const began = performance.now()
      await page(side, some[turn % some.length]!)
      taken.push(performance.now() - began)
    }
    return p95(taken)
  },
})

export const activityPage = timed('the first page of the activity, p95', filters.slice(0, 1))
export const filteredActivity = timed('the same under each filter in turn, p95', filters.slice(1))

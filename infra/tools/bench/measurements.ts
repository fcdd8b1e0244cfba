import { setTimeout as pause } from 'node:timers/promises'
import { ask, perSecond, within } from './load.ts'
import { median } from './numbers.ts'
import { openPage } from './open-page.ts'
import { everyOrder, longOrder, shortOrders, spreadOrders } from './sample-orders.ts'
import { caughtUp, readList, type Side } from './systems.ts'

/** How much is measured in one round: at most so many clicks, and for at most so many seconds. */
export type Effort = { clicks: number; broadcasts: number; seconds: number }

/** Something that is measured on a running side, once a round. `measure` answers in the unit. */
export type Figure = { title: string; unit: string; measure(side: Side, effort: Effort): Promise<number> }

/** Toggles one of an order's steps, the eight taking turns, and answers the position of that event. */
export async function toggle(side: Side, orderId: string, turn: number): Promise<number> {
  const body = await ask(side, 'PUT', '/api/update-progress-status', { orderId, progressId: 1 + (turn % 8) })
  return Number(JSON.parse(body).position)
}

/** Returns the functions that close each page. When one fails to open none stays open: the next figure would pay for it. */
async function allOpened(pages: Promise<() => void>[]): Promise<(() => void)[]> {
  try {
    return await Promise.all(pages)
  } catch (error) {
    for (const opened of await Promise.allSettled(pages)) if (opened.status === 'fulfilled') opened.value()
    throw error
  }
}

/** From a click until the last of so many pages of the order has heard of it: the median of some clicks, in ms. */
async function untilDelivered(side: Side, pages: number, clicks: number, seconds: number): Promise<number> {
  const [orderId] = spreadOrders(1, side.orders) as [string]
  let missing = 0
  let received = Promise.withResolvers<number>()
  const open = () => {
    let known = -1
    return openPage(side, orderId, (revision) => {
      if (revision <= known) return
      known = revision
      if (--missing === 0) received.resolve(performance.now())
    })
  }
  const close = await allOpened(Array.from({ length: pages }, open))
  const times: number[] = []
  const end = performance.now() + 1000 * seconds
  for (let click = 0; click < clicks && performance.now() < end; click++) {
    missing = pages
    received = Promise.withResolvers()
    const began = performance.now()
    const last = within(10_000, received.promise, 'Hearing of a change')
    await Promise.all([last, toggle(side, orderId, click)])
    times.push((await last) - began)
  }
  for (const each of close) each()
  return median(times)
}

const writers = 32

/** How many changes a side has had: each is to the next order, so that all of them have their turn. */
const turns = new WeakMap<Side, { orders: readonly string[]; next: number }>()

/** Changes orders for so long. Answers how many were changed, and how many a second. */
async function changes(side: Side, ms: number): Promise<{ count: number; rate: number }> {
  const turn = turns.get(side) ?? { orders: everyOrder(side.orders), next: 0 }
  turns.set(side, turn)
  const first = turn.next
  let last = 0
  const rate = await perSecond(writers, ms, async () => {
    const { orders, next } = turn
    turn.next++
    last = Math.max(last, await toggle(side, orders[next % orders.length]!, Math.floor(next / orders.length)))
  })
  // What the next round measures must not pay for what this one left to do.
  await caughtUp(side, last)
  return { count: turn.next - first, rate }
}

const readers = 16

const lists = (side: Side, ms: number) => perSecond(readers, ms, () => readList(side))

export const click: Figure = {
  title: "click → the other browser's socket, p50",
  unit: 'ms',
  async measure(side, { clicks, seconds }) {
    await untilDelivered(side, 1, clicks / 5, seconds)
    return untilDelivered(side, 1, clicks, seconds)
  },
}

export const broadcast: Figure = {
  title: 'one change to 100 open pages, last socket, p50',
  unit: 'ms',
  // No account may have more (`socketsOfAccount` of api/live/bounds.ts).
  measure: (side, { broadcasts, seconds }) => untilDelivered(side, 100, broadcasts, seconds),
}

export const writing: Figure = {
  title: `durable changes, ${writers} writers, all orders in turn`,
  unit: 'a second',
  async measure(side, { seconds }) {
    await changes(side, 300 * seconds)
    return (await changes(side, 1000 * seconds)).rate
  },
}

export const disk: Figure = {
  title: `written to the disk, ${writers} writers, all orders in turn`,
  unit: 'kB a change',
  async measure(side, { seconds }) {
    const before = side.written()
    const { count } = await changes(side, 1000 * seconds)
    return (side.written() - before) / count / 1000
  },
}

export const storedBytes: Figure = {
  title: `kept on the disk at rest, ${writers} writers, all orders in turn`,
  unit: 'bytes a change',
  async measure(side, { seconds }) {
    await side.restart() // what was in a log is in its database by then
    const before = side.storedBytes()
    const { count } = await changes(side, 3000 * seconds)
    await side.restart()
    return (side.storedBytes() - before) / count
  },
}

export const listing: Figure = {
  title: `list of 50 orders, ${readers} readers`,
  unit: 'a second',
  async measure(side, { seconds }) {
    await lists(side, 300 * seconds)
    return lists(side, 1000 * seconds)
  },
}

/** One change at a time, to orders that take turns: the median in ms. */
async function changing(side: Side, orders: readonly string[], { clicks, seconds }: Effort): Promise<number> {
  const times: number[] = []
  const end = performance.now() + 1000 * seconds
  for (let turn = 0; turn < clicks + orders.length && performance.now() < end; turn++) {
    const began = performance.now()
    await toggle(side, orders[turn % orders.length]!, Math.floor(turn / orders.length))
    // The first time round may have to read the stream; that is not the question here.
    if (turn >= orders.length) times.push(performance.now() - began)
  }
  return median(times)
}

export const longHistory: Figure = {
  title: 'one change, history of 10,000',
  unit: 'ms',
  measure: (side, effort) => changing(side, [longOrder], effort),
}

export const shortHistory: Figure = {
  title: 'one change, history of 10',
  unit: 'ms',
  measure: (side, effort) => changing(side, shortOrders, effort),
}

export const coldStart: Figure = {
  title: 'cold start, spawn → first list',
  unit: 'ms',
  measure: (side) => side.restart(),
}

/** How long after its start a server is idle: it has given back by then what the start alone has needed. */
const idleAfterMs = 3_000

export const idleMemory: Figure = {
  title: 'idle memory, resident',
  unit: 'MB',
  async measure(side) {
    await side.restart()
    await pause(idleAfterMs)
    return side.memory() / 1e6
  },
}

import { createCheckpointedFold } from '#domain/checkpointed-fold.ts'
import { fromWire } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { ask } from './load.ts'
import type { Figure } from './measurements.ts'
import { median, p95 } from './numbers.ts'
import { longOrder, talkativeOrder } from './sample-orders.ts'
import type { Side } from './systems.ts'

/** The pages of an order's events, from the first on. */
async function* pagesOf(side: Side, orderId: string) {
  for (let after = -1; ; ) {
    const body = await ask(side, 'GET', `/api/get-order-events?id=${orderId}&after=${after}&limit=${eventsOfPage}`)
    const { data, revision } = JSON.parse(body)
    yield data
    after += data.length
    if (data.length === 0 || after >= revision) return
  }
}

/** As many as the page asks for that travels through an order's life. */
const eventsOfPage = 1_000

/** All events of an order, folded as that page does. */
async function lifeOf(side: Side, orderId: string) {
  const past = createCheckpointedFold(orders)
  for await (const page of pagesOf(side, orderId)) past.add(page.map((event: never) => fromWire<OrderEvent>(event)))
  return past
}

/** All events of an order, read page after page: the median in ms. */
export const reading: Figure = {
  title: 'the 10,000 events of an order, in pages of 1,000',
  unit: 'ms',
  async measure(side, { clicks }) {
    const taken: number[] = []
    for (let turn = 0; turn < clicks / 20; turn++) {
      const began = performance.now()
      for await (const _ of pagesOf(side, longOrder)) void _
      taken.push(performance.now() - began)
    }
    return median(taken)
  },
}

/** The latest events of an order, as its history shows them, asked for again and again: the median in ms. */
export const repeatedHistory: Figure = {
  title: 'the latest 200 events of an order, asked for again',
  unit: 'ms',
  async measure(side, { clicks }) {
    const taken: number[] = []
    for (let turn = 0; turn < clicks; turn++) {
      const began = performance.now()
      await ask(side, 'GET', `/api/get-order-events?id=${longOrder}&after=9799&limit=200`)
      taken.push(performance.now() - began)
    }
    return median(taken)
  },
}

/** The slowest of so many moments, from the end to the beginning, once the events are there. */
export const travel: Figure = {
  title: 'to any moment of an order with 10,000 events, the slowest',
  unit: 'ms',
  async measure(side, { clicks }) {
    const past = await lifeOf(side, longOrder)
    const step = Math.max(1, Math.floor(past.events.length / clicks))
    let slowest = 0
    for (let revision = past.events.length - 1; revision >= 0; revision -= step) {
      const began = performance.now()
      past.stateAt(revision)
      slowest = Math.max(slowest, performance.now() - began)
    }
    return slowest
  },
}

/** A page of the timeline of the order with many messages, as one scrolls back in it and searches it. */
export const timelinePage: Figure = {
  title: 'a page of the timeline of an order with 50,000 messages, p95',
  unit: 'ms',
  async measure(side, { clicks }) {
    const page = async (query: string) =>
      JSON.parse(await ask(side, 'GET', `/api/get-timeline?id=${talkativeOrder}${query}`)) as { next?: number }
    let { next } = await page('') // after a restart the first one reads the order
    const taken: number[] = []
    for (let turn = 0; turn < clicks / 2; turn++) {
      const began = performance.now()
      const before = next === undefined ? '' : `&before=${next}`
      next = (await page(before)).next
      taken.push(performance.now() - began)
    }
    return p95(taken)
  },
}

import { setTimeout as pause } from 'node:timers/promises'
import { ask, perSecond } from './load.ts'
import { type Figure, toggle } from './measurements.ts'
import { shortOrders, talkativeOrder } from './sample-orders.ts'
import { readList, type Side } from './systems.ts'

/** How long a server is left alone after its start, in ms: what it does then is not the question here. */
const settleMs = 1_500

/**
 * Changes the order of many messages after a restart, so that it is read from its first event. Answers how long it took, in
 * ms; `begins` is called as it begins.
 */
async function changeCold(side: Side, begins = () => {}): Promise<number> {
  await side.restart()
  await readList(side)
  await pause(settleMs)
  begins()
  const began = performance.now()
  await toggle(side, talkativeOrder, 0)
  return performance.now() - began
}

const writersOfOne = 16

/** Messages that many writers send to one order at once. */
const writingTo = (what: string, nextOrder: () => string): Figure => ({
  title: `durable messages, ${writersOfOne} writers on ${what}`,
  unit: 'a second',
  async measure(side, { seconds }) {
    const orderId = nextOrder()
    const send = () => ask(side, 'POST', '/api/send-message', { orderId, text: 'Could you look at it once more?' })
    await perSecond(writersOfOne, 300 * seconds, send)
    return perSecond(writersOfOne, 1000 * seconds, send)
  },
})

export const writingToLong = writingTo('an order of 50,000 messages', () => talkativeOrder)

let turn = 0
/** Another small order each time: with what is sent here it would not stay small. */
export const writingToShort = writingTo('a small order', () => shortOrders[turn++ % shortOrders.length]!)

/** The first change of an order with 50,000 messages after a restart. */
export const coldLoad: Figure = {
  title: 'the first change of an order with 50,000 messages',
  unit: 'ms',
  measure: (side) => changeCold(side),
}

/** How long at most another caller waits for the list meanwhile. */
export const waitBesideColdLoad: Figure = {
  title: 'the longest wait for a list meanwhile',
  unit: 'ms',
  async measure(side) {
    let done = false
    let longest = 0
    const begun = Promise.withResolvers<void>()
    const changed = changeCold(side, begun.resolve).finally(() => {
      done = true
    })
    await Promise.race([begun.promise, changed])
    while (!done) {
      const began = performance.now()
      await readList(side)
      longest = Math.max(longest, performance.now() - began)
    }
    await changed
    return longest
  },
}

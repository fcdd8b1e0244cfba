import { setTimeout as pause } from 'node:timers/promises'
import { ask, send } from './load.ts'
import type { Figure } from './measurements.ts'
import { shortOrders } from './sample-orders.ts'
import type { Side } from './systems.ts'

/**
 * Has the lists made anew from all events, while another caller asks for an order again and again. Answers how long the making
 * took, in seconds, and how long the caller waited at most, in ms.
 */
async function makeLists(side: Side): Promise<{ seconds: number; longest: number }> {
  await side.restartWithoutLists()
  const began = performance.now()
  let longest = 0
  for (let made = false; !made; await pause(5)) {
    const sentAt = performance.now()
    await ask(side, 'GET', `/api/get-single-order?id=${shortOrders[0]}`)
    longest = Math.max(longest, performance.now() - sentAt)
    made = (await send(side, 'GET', '/readyz')).status === 200
  }
  return { seconds: (performance.now() - began) / 1000, longest }
}

export const making: Figure = {
  title: 'lists of 200,000 interleaved events made anew',
  unit: 's',
  measure: async (side) => (await makeLists(side)).seconds,
}

export const waitBesideMaking: Figure = {
  title: 'the longest wait for an order meanwhile',
  unit: 'ms',
  measure: async (side) => (await makeLists(side)).longest,
}

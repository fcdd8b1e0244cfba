import { ask, type Target, within } from '../bench/load.ts'
import { openPage } from '../bench/open-page.ts'
import type { Fleet } from './fleet.ts'

/** Pages of orders that are open. */
export type Pages = {
  /** Toggles a step of an order and waits until each of its pages was told: how long each took, in ms. */
  click(by: Target, orderId: string): Promise<number[]>
  /** Opens more of them, until there are so many. */
  open(count: number): Promise<void>
  close(): void
}

/** How many pages connect at the same time. */
const together = 50

/** Pages of the watched orders at their clients: the orders take turns, and so do the processes that pages are connected to. */
export function openPages({ targets, watched: clients }: Pick<Fleet, 'targets' | 'watched'>): Pages {
  const orderIds = [...clients.keys()]
  const watched = new Map(orderIds.map((id) => [id, { pages: 0, told: (_revision: number) => {} }]))
  const turns = new Map<string, number>()
  const closes: (() => void)[] = []

  async function openNext(at: number): Promise<void> {
    const order = watched.get(orderIds[at % orderIds.length]!)!
    // The pages of one order are at different processes.
    const target = targets[(at + Math.floor(at / orderIds.length)) % targets.length]!
    const orderId = orderIds[at % orderIds.length]!
    const client = { ...target, headers: { ...target.headers, cookie: clients.get(orderId)! } }
    closes.push(await openPage(client, orderId, (revision) => order.told(revision)))
    order.pages++
  }

  return {
    async open(count) {
      for (let at = closes.length; at < count; at += together) {
        const next = Array.from({ length: Math.min(together, count - at) }, (_, number) => openNext(at + number))
        await Promise.all(next)
      }
    },
    async click(by, orderId) {
      const order = watched.get(orderId)!
      const turn = turns.get(orderId) ?? 0
      turns.set(orderId, turn + 1)
      const times: number[] = []
      const all = Promise.withResolvers<void>()
      if (order.pages === 0) all.resolve()
      const began = performance.now()
      order.told = () => {
        times.push(performance.now() - began)
        if (times.length === order.pages) all.resolve()
      }
      const body = { orderId, progressId: 1 + (turn % 8) }
      await Promise.all([
        ask(by, 'PUT', '/api/update-progress-status', body),
        within(20_000, all.promise, 'Hearing of it'),
      ])
      return times
    },
    close() {
      for (const close of closes) close()
    },
  }
}

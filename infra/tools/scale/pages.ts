import { ask, within } from '../bench/load.ts'
import { openPage } from '../bench/open-page.ts'
import type { Server } from './server.ts'

/** Pages of orders that are open. */
export type Pages = {
  /** Toggles a step of an order and waits until each of its pages was told: how long each took, in ms. */
  click(orderId: string): Promise<number[]>
  /** Opens more of them, until there are so many. */
  open(count: number): Promise<void>
  close(): void
}

/** How many pages connect at the same time. */
const together = 50

/** Pages of the watched orders at their clients, the orders taking turns. */
export function openPages({ target, watched: clients }: Pick<Server, 'target' | 'watched'>): Pages {
  const orderIds = [...clients.keys()]
  const watched = new Map(orderIds.map((id) => [id, { pages: 0, told: (_revision: number) => {} }]))
  const turns = new Map<string, number>()
  const closes: (() => void)[] = []

  async function openNext(at: number): Promise<void> {
    const orderId = orderIds[at % orderIds.length]!
    const order = watched.get(orderId)!
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
    async click(orderId) {
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
        ask(target, 'PUT', '/api/update-progress-status', body),
        within(20_000, all.promise, 'Hearing of it'),
      ])
      return times
    },
    close() {
      for (const close of closes) close()
    },
  }
}

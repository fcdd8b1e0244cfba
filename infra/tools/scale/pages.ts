import { ask, type Target, within } from '#infra/tools/bench/load.ts'
import { openPage } from '#infra/tools/bench/open-page.ts'
import type { Server } from './server.ts'

/** Pages of orders that are open. */
export type Pages = {
  /**
   * Toggles a step of an order and waits until each of its pages was received: how long each took, in ms, and the position
   * of the change. Each click is taken by the next process.
   */
  click(orderId: string): Promise<{ received: number[]; position: number }>
  /** Opens more of them, until there are so many. */
  open(count: number): Promise<void>
  close(): void
}

/** How many pages connect at the same time. */
const together = 50

/** Pages of the watched orders at their clients: the orders take turns, and so do the processes that pages are connected to. */
export function openPages({ targets, watched: clients }: Pick<Server, 'targets' | 'watched'>): Pages {
  const orderIds = [...clients.keys()]
  const watched = new Map(orderIds.map((id) => [id, { pages: 0, received: (_revision: number) => {} }]))
  const turns = new Map<string, number>()
  const closes: (() => void)[] = []
  let clicks = 0
  const turn = (at: number): Target => targets[at % targets.length]!

  async function openNext(at: number): Promise<void> {
    const orderId = orderIds[at % orderIds.length]!
    const order = watched.get(orderId)!
    // The two pages of an order are connected to different processes.
    const target = turn(at + Math.floor(at / orderIds.length))
    const client = { ...target, headers: { ...target.headers, cookie: clients.get(orderId)! } }
    closes.push(await openPage(client, orderId, (revision) => order.received(revision)))
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
      const step = turns.get(orderId) ?? 0
      turns.set(orderId, step + 1)
      const received: number[] = []
      const all = Promise.withResolvers<void>()
      if (order.pages === 0) all.resolve()
      const began = performance.now()
      order.received = () => {
        received.push(performance.now() - began)
        if (received.length === order.pages) all.resolve()
      }
      const body = { orderId, progressId: 1 + (step % 8) }
      const [answer] = await Promise.all([
        ask(turn(clicks++), 'PUT', '/api/update-progress-status', body),
        within(20_000, all.promise, 'Hearing of it'),
      ])
      return { received, position: Number(JSON.parse(answer).position) }
    },
    close() {
      for (const close of closes) close()
    },
  }
}

import { orders } from '#domain/order/actions.ts'
import { type OpenOrder, presenceFor } from '#domain/presence.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { Log } from '#infra/log.ts'
import type { LiveServer, PageSocket } from './connection.ts'
import { createPresence } from './presence.ts'
import { orderRoom } from './push.ts'

type Dependencies = { handler: CommandHandler; log: Log; now: () => number }

/** The admins who follow who has which order open. */
const presenceRoom = 'presence'

/** Tells pages who has an order open, as that changes. */
export function createWhoIsHere(io: LiveServer, { handler, log, now }: Dependencies) {
  const presence = createPresence(now)

  async function openOrder(orderId: string): Promise<OpenOrder> {
    const title = await handler.lookAt(orders, orderId, ({ title }) => title)
    return { orderId, title, people: presence.peopleAt(orderId) } // those of now, however long the title took
  }

  const tell = (page: PageSocket, orderId: string) =>
    page.emit('presence', presenceFor(page.data.person, orderId, presence.peopleAt(orderId)))

  /** Tells the pages of an order, and the admins who look at all of them. */
  function tellAll(orderId: string): void {
    const { adapter, sockets } = io.sockets
    for (const id of adapter.rooms.get(orderRoom(orderId)) ?? []) {
      const page = sockets.get(id)
      if (page) tell(page, orderId)
    }
    if (!adapter.rooms.has(presenceRoom)) return
    openOrder(orderId).then(
      (order) => io.to(presenceRoom).emit('openOrder', order),
      (error) => log.warn({ err: error }, 'could not tell who has an order open'),
    )
  }

  function leave({ id }: PageSocket, orderId: string): void {
    if (presence.leave(orderId, id)) tellAll(orderId)
  }

  return {
    /** A page follows an order. An admin who views as a client is not there, to no one. */
    enter(page: PageSocket, orderId: string): void {
      const { person, viewedBy } = page.data
      const isNew = page.connected && !viewedBy && presence.enter(orderId, page.id, person)
      if (isNew) tellAll(orderId)
      else tell(page, orderId)
    },
    leave,
    leaveAll(page: PageSocket): void {
      for (const orderId of presence.ordersOf(page.id)) leave(page, orderId)
    },
    /** All orders that a person has open, to an admin who is told of every change from then on. */
    async follow(page: PageSocket): Promise<{ orders: OpenOrder[] } | { refused: true }> {
      if (page.data.person.role !== 'admin') return { refused: true }
      await page.join(presenceRoom)
      return { orders: await Promise.all(presence.orders().map(openOrder)) }
    },
    lastSeen: presence.lastSeen,
  }
}

import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { type OpenOrder, presenceFor } from '#domain/contract/live.ts'
import type { Person } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { isUnusable } from '#infra/events/command-handler.ts'
import { insteadOf } from '#infra/unavailable.ts'
import type { LiveServer, PageSocket } from './messages.ts'
import { orderRoom } from './push.ts'

/** How many partings are remembered. */
const maxRemembered = 10_000

/**
 * Who has which order's page open, on the connections of this process, and who left it when: for as long as the process
 * lives. A person with several pages of an order is there once, until the last of them is closed.
 */
function createPresence(now: () => number) {
  const pages = new Map<string, Map<string, Person>>()
  const left = new LRUCache<string, number>({ max: maxRemembered })
  const keyOf = (personId: string, orderId: string) => `${personId} ${orderId}`

  const isHere = (personId: string, orderId: string): boolean =>
    [...(pages.get(orderId)?.values() ?? [])].some(({ id }) => id === personId)

  return {
    /** A page of an order was opened on a connection. Whether its person was not there before. */
    enter(orderId: string, connection: string, person: Person): boolean {
      const isNew = !isHere(person.id, orderId)
      const open = pages.get(orderId) ?? new Map<string, Person>()
      pages.set(orderId, open.set(connection, person))
      return isNew
    },
    /** A connection has the page no more. Whether its person is not there any more. */
    leave(orderId: string, connection: string): boolean {
      const open = pages.get(orderId)
      const person = open?.get(connection)
      if (!open || !person) return false
      open.delete(connection)
      if (open.size === 0) pages.delete(orderId)
      left.set(keyOf(person.id, orderId), now())
      return !isHere(person.id, orderId)
    },
    /** The people who have an order open, each once, those who came first first. */
    peopleAt: (orderId: string): Person[] => [
      ...new Map([...(pages.get(orderId)?.values() ?? [])].map((person) => [person.id, person])).values(),
    ],
    /** The orders that anyone has open. */
    orders: (): string[] => [...pages.keys()],
    /** The orders that a connection has open. */
    ordersOf: (connection: string): string[] =>
      [...pages].filter(([, open]) => open.has(connection)).map(([orderId]) => orderId),
    /** When a person last had an order's page open, in milliseconds since 1970: now, while they have; 0 when never. */
    lastSeen: (personId: string, orderId: string): number =>
      isHere(personId, orderId) ? now() : (left.get(keyOf(personId, orderId)) ?? 0),
  }
}

type Dependencies = Pick<AppContext, 'handler' | 'log' | 'now'>

type Titles = Map<string, { title?: string | undefined }>

/** Reads the titles of orders for an answer, as they are when it is made, however long that takes. */
function createTitles(titleOf: (orderId: string) => Promise<string>) {
  const underWay = new Set<Titles>()
  return {
    /** Makes the answer once the titles of all orders are read; the title of one that can’t be read is undefined. */
    async read<T>(orders: () => string[], answer: (titleOf: (orderId: string) => string | undefined) => T): Promise<T> {
      const titles: Titles = new Map()
      underWay.add(titles)
      async function readOne(orderId: string): Promise<void> {
        const found: { title?: string | undefined } = {}
        titles.set(orderId, found)
        // One that is damaged is left out, so that admins still get the others.
        found.title = await titleOf(orderId).catch(insteadOf(isUnusable, undefined))
      }
      const untitled = () => orders().filter((orderId) => !titles.has(orderId))
      try {
        for (let ids = untitled(); ids.length > 0; ids = untitled()) await Promise.all(ids.map(readOne))
        return answer((orderId) => titles.get(orderId)?.title)
      } finally {
        underWay.delete(titles)
      }
    },
    /** Has the title of an order read again, also where the one before is still being read. */
    changed(orderId: string): void {
      for (const titles of underWay) titles.delete(orderId)
    },
  }
}

/** The admins who follow who has which order open. */
const presenceRoom = 'presence'

/** Sends pages the people who have an order open, as that changes. */
export function createWhoIsHere(io: LiveServer, { handler, log, now }: Dependencies) {
  const presence = createPresence(now)
  const titleOf = (orderId: string) => handler.lookAt(orders, orderId, ({ title }) => title)
  const titles = createTitles(titleOf)
  const openOrder = (orderId: string, title: string) => ({ orderId, title, people: presence.peopleAt(orderId) })

  const send = (page: PageSocket, orderId: string) =>
    page.emit('presence', presenceFor(page.data.person, orderId, presence.peopleAt(orderId)))

  /** Sends to the pages of an order, and to the admins who look at all of them. */
  function sendToAll(orderId: string): void {
    const { adapter, sockets } = io.sockets
    for (const id of adapter.rooms.get(orderRoom(orderId)) ?? []) {
      const page = sockets.get(id)
      if (page) send(page, orderId)
    }
    if (!adapter.rooms.has(presenceRoom)) return
    titleOf(orderId).then(
      (title) => io.to(presenceRoom).emit('openOrder', openOrder(orderId, title)),
      (error) => log.warn({ err: error }, 'could not tell who has an order open'),
    )
  }

  function leave({ id }: PageSocket, orderId: string): void {
    if (presence.leave(orderId, id)) sendToAll(orderId)
  }

  return {
    /** A page follows an order. An admin who views as a client is not there, to no one. */
    enter(page: PageSocket, orderId: string): void {
      const { person, viewedBy } = page.data
      const isNew = page.connected && !viewedBy && presence.enter(orderId, page.id, person)
      if (isNew) sendToAll(orderId)
      else send(page, orderId)
    },
    leave,
    leaveAll(page: PageSocket): void {
      for (const orderId of presence.ordersOf(page.id)) leave(page, orderId)
    },
    /**
     * All orders that anyone has open, to an admin, who is sent every change from then on. Leaves out those that cannot be
     * read.
     */
    async follow(page: PageSocket): Promise<{ orders: OpenOrder[] } | { refused: true }> {
      if (page.data.person.role !== 'admin') return { refused: true }
      await page.join(presenceRoom)
      // This answer replaces what the page was sent while titles were read, so it has what was opened or left meanwhile.
      return titles.read(presence.orders, (titleOf) => ({
        orders: presence.orders().flatMap((orderId) => {
          const title = titleOf(orderId)
          return title === undefined ? [] : openOrder(orderId, title)
        }),
      }))
    },
    /** Tells the title of an order again that anyone has open. */
    retitled(orderId: string): void {
      titles.changed(orderId)
      if (presence.peopleAt(orderId).length > 0) sendToAll(orderId)
    },
    lastSeen: presence.lastSeen,
  }
}

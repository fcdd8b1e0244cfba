import { LRUCache } from 'lru-cache'
import type { Person } from '#domain/event.ts'

/** How many partings are remembered. */
const maxRemembered = 10_000

/**
 * Who has which order's page open, on the connections of this process, and who left it when: for as long as the process
 * lives. A person with several pages of an order is there once, until the last of them is closed.
 */
export function createPresence(now: () => number) {
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
    /** The orders that a person has open. */
    orders: (): string[] => [...pages.keys()],
    /** The orders that a connection has open. */
    ordersOf: (connection: string): string[] =>
      [...pages].filter(([, open]) => open.has(connection)).map(([orderId]) => orderId),
    /** When a person last had an order's page open, in milliseconds since 1970: now, while they have; 0 when never. */
    lastSeen: (personId: string, orderId: string): number =>
      isHere(personId, orderId) ? now() : (left.get(keyOf(personId, orderId)) ?? 0),
  }
}

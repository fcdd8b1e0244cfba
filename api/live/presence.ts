import { LRUCache } from 'lru-cache'

/** How many partings are remembered. */
const maxRemembered = 10_000

/** Remembers who last had which order's page open, for as long as the process lives. */
export function createPresence(now: () => number) {
  const left = new LRUCache<string, number>({ max: maxRemembered })
  const keyOf = (personId: string, orderId: string) => `${personId} ${orderId}`
  return {
    /** A page was left. */
    left(personId: string, orderId: string): void {
      left.set(keyOf(personId, orderId), now())
    },
    /** When a person left an order's page for the last time, in milliseconds since 1970; 0 when never. */
    lastLeft: (personId: string, orderId: string): number => left.get(keyOf(personId, orderId)) ?? 0,
  }
}

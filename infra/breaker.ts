import { LRUCache } from 'lru-cache'
import { backoff } from './unavailable.ts'

/** How often in a row something may fail before it is left in peace. */
const maxFailures = 3
/** How long the pauses are, in milliseconds, unless the caller says otherwise: at first, and at most. */
const usualPauses = { firstPauseMs: 60_000, longestPauseMs: 60 * 60_000 }
/** How long others wait for the one that tries after a pause, in milliseconds. */
const trialMs = 30_000
/** How many endpoints are remembered. */
const maxRemembered = 10_000

/**
 * Remembers which endpoints fail again and again, and skips them for a while, longer each time. One that does not
 * answer costs a connection and a wait at each try. `now` in milliseconds since 1970.
 */
export function createBreaker(now: () => number, { firstPauseMs, longestPauseMs } = usualPauses) {
  const failing = new LRUCache<string, { failures: number; until: number; isTried?: boolean }>({ max: maxRemembered })
  return {
    /**
     * Until when an endpoint is left in peace, in milliseconds since 1970; undefined for who may ask it now, and is to
     * say what came of it. After a pause that is one, at first.
     */
    pausedUntil(endpoint: string): number | undefined {
      const found = failing.get(endpoint)
      if (!found || found.failures < maxFailures) return undefined
      const restMs = found.until - now()
      // A clock that was set back holds nothing up.
      if (restMs > 0 && restMs <= longestPauseMs) return found.until
      found.until = now() + trialMs
      found.isTried = true
      return undefined
    },
    /** An attempt failed. Those that were under way when the pause began say nothing new, and make it no longer. */
    failed(endpoint: string): void {
      const found = failing.get(endpoint)
      if (found && found.failures >= maxFailures && !found.isTried) return
      const failures = (found?.failures ?? 0) + 1
      const pause = failures < maxFailures ? 0 : backoff(failures - maxFailures, firstPauseMs, longestPauseMs)
      failing.set(endpoint, { failures, until: now() + pause })
    },
    succeeded: (endpoint: string): void => void failing.delete(endpoint),
  }
}

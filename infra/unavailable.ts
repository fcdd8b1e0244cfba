import { setTimeout as pause } from 'node:timers/promises'

/** A dependency cannot be reached at the moment. The api answers it with 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be reached at the moment`, { cause })
  }
}

/**
 * Retries an action with exponential backoff while it fails with `Unavailable`, until it succeeds or the signal is
 * aborted. Throws any other error.
 */
export async function retryWhileUnavailable<T>(action: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof Unavailable) || signal.aborted) throw error
      await pause(Math.min(50 * 2 ** failures, 2_000), undefined, { signal }).catch(() => {}) // stopped meanwhile
    }
  }
}

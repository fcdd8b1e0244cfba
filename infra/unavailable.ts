import { setTimeout as pause } from 'node:timers/promises'

/** Something this process needs cannot be reached just now. The api answers it with 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be reached at the moment`, { cause })
  }
}

/**
 * Does something, again and ever more slowly while it fails with `Unavailable`, until it is done or the signal is
 * aborted. Throws what it throws otherwise.
 */
export async function whenAvailable<T>(action: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof Unavailable) || signal.aborted) throw error
      await pause(Math.min(50 * 2 ** failures, 2_000), undefined, { signal }).catch(() => {}) // told to stop meanwhile
    }
  }
}

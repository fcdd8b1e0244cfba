import { setTimeout as pause } from 'node:timers/promises'

/** A dependency cannot be reached at the moment. The api answers it with 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be reached at the moment`, { cause })
  }
}

/** The disk has no room for files any more, but for everything else. */
export class NoRoom extends Unavailable {
  override name = 'NoRoom'
  constructor() {
    super('The file store')
    this.message = 'There is no room for files at the moment. Everything else works.'
  }
}

/** So much is being done already that nothing more is begun. The api answers it with 503. */
export class Busy extends Error {
  override name = 'Busy'
  constructor(message = 'Too much is being changed here at the moment. Please try again in a moment.') {
    super(message)
  }
}

/**
 * How long to wait, in milliseconds, before trying again what failed once (0), twice (1) … : twice as long each time, up
 * to a maximum.
 */
export const backoff = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** failures, maxMs)

/** Waits before trying again, by `backoff`, or until the signal is aborted. */
export async function waitBeforeRetry(failures: number, firstMs: number, maxMs: number, signal: AbortSignal) {
  await pause(backoff(failures, firstMs, maxMs), undefined, { signal }).catch(() => {}) // aborted while it waited
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
      await waitBeforeRetry(failures, 50, 2_000, signal)
    }
  }
}

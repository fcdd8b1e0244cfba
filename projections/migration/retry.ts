import { withTimeout } from '#infra/timeout.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'

/** How long a store may be unavailable, in milliseconds, before the migration ends: it can be resumed. */
const timeoutMs = 60_000

/** Retries an idempotent action while it fails with `Unavailable`. */
export async function retry<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return withTimeout(timeoutMs, (signal) => retryWhileUnavailable(action, signal))
  }
}

/** Source and target differ where they must not. The message is for the operator. */
export class DiffError extends Error {
  override name = 'DiffError'
}

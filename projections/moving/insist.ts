import { withTimeout } from '#infra/timeout.ts'
import { Unavailable, whenAvailable } from '#infra/unavailable.ts'

/** How long a store may be away, in milliseconds, before the move ends: it is begun again where it was. */
const patience = 60_000

/** Does something that may be done twice, again while it fails with `Unavailable`. */
export async function insist<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return withTimeout(patience, (signal) => whenAvailable(action, signal))
  }
}

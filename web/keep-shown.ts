import type { DataRouter, DataStrategyFunction } from 'react-router-dom'
import { HttpError, isRetryable } from './http.ts'
import { createRetry } from './retry.ts'

/** Whether the server did not answer, or could not: what is shown may be as true as before. */
const isPassing = (error: unknown): boolean => error instanceof HttpError && error.status !== 401 && isRetryable(error)

/**
 * Returns how the router loads data. A page that is shown and can’t be loaded again stays as it is, and is tried again after
 * `retryMs` milliseconds or more, then after longer pauses. A page that someone goes to fails as usual.
 */
export function keepShown(router: () => DataRouter, retryMs?: number): DataStrategyFunction {
  const retry = createRetry(() => router().revalidate(), retryMs)
  /** The routes that are shown as they were before their last load, which failed. */
  let stale: readonly string[] = []
  return async ({ request, matches, runClientMiddleware }) => {
    // With the guards of the routes, which are middleware (shell/guards.ts).
    const results = await runClientMiddleware(async () => {
      const loading = matches.filter((match) => match.shouldCallHandler())
      return Object.fromEntries(
        await Promise.all(loading.map(async (match) => [match.route.id, await match.resolve()] as const)),
      )
    })
    if (request.signal.aborted) {
      if (stale.length > 0) retry.later() // what was to be loaded again may not be among what is loaded in its place
      return results
    }
    const { navigation, revalidation, errors, loaderData } = router().state
    const isFailed = Object.values(results).some(({ type, result }) => type === 'error' && isPassing(result))
    if (!isFailed || navigation.state !== 'idle' || revalidation === 'idle' || errors) {
      // Another tab of a page loads only what is around it.
      stale = stale.filter((id) => !(id in results) && matches.some(({ route }) => route.id === id))
      if (stale.length === 0) retry.stop()
      return results
    }
    stale = Object.keys(results)
    retry.later()
    for (const id in results) results[id] = { type: 'data', result: loaderData[id] }
    return results
  }
}

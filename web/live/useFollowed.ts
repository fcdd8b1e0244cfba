import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { HttpError, isRetryable } from '#web/http.ts'
import { createRetry } from '#web/retry.ts'

/**
 * What `load` answers, loaded at first and whenever `follow` calls back, until that is left. What failed is tried again;
 * what is not there any more is shown no more. `reload` throws `HttpError`. Both functions are memoised.
 */
export function useFollowed<T>(load: () => Promise<T>, follow: (again: () => void) => () => void) {
  const [answer, setAnswer] = useState<T>()
  const [error, setError] = useState<HttpError>()

  const { reload, again, stop } = useMemo(() => {
    let latest = 0
    const retry = createRetry(again)

    async function reload(): Promise<T> {
      const turn = ++latest
      const answer = await load()
      // An answer that was overtaken says nothing new.
      if (turn === latest) {
        retry.stop()
        setAnswer(answer)
        setError(undefined)
      }
      return answer
    }

    async function again(): Promise<void> {
      const turn = latest + 1
      try {
        await reload()
      } catch (error) {
        if (turn !== latest) return
        const failure = error instanceof HttpError ? error : new HttpError(0, error as Error)
        setError(failure)
        if (failure.status === 404) setAnswer(undefined)
        if (isRetryable(failure)) retry.later()
      }
    }

    function stop(): void {
      latest++
      retry.stop()
    }
    return { reload, again, stop }
  }, [load])

  // Before the first drawing of what is loaded otherwise: that the last did not come is not said of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is another one
  useLayoutEffect(() => setError(undefined), [load])
  useEffect(() => {
    void again()
    const leave = follow(again)
    return () => {
      leave()
      stop()
    }
  }, [follow, again, stop])

  return { answer, error, reload, again }
}

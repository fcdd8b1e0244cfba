import { useCallback, useEffect, useState } from 'react'
import { useConnection } from './socket.ts'

/**
 * For what a browser loads by itself, such as a picture. `tries`, its key, counts up once the server is reachable again
 * after a failure, or by `again`. It takes `ref` and `onFailure`.
 */
export function useTriesByLine() {
  const { state } = useConnection()
  const [{ tries, failed }, setTries] = useState({ tries: 0, failed: false })
  const isBack = state === 'live'
  const again = useCallback(
    () => setTries((before) => (before.failed ? { tries: before.tries + 1, failed: false } : before)),
    [],
  )
  useEffect(() => {
    if (isBack) again()
  }, [isBack, again])
  const onFailure = useCallback(() => setTries((before) => ({ ...before, failed: true })), [])
  // Of a page that the server has rendered a browser may have tried before anyone listened.
  const ref = useCallback(
    (element: HTMLImageElement | HTMLMediaElement | null) => {
      const failed = element instanceof HTMLImageElement ? element.complete && !element.naturalWidth : element?.error
      if (failed) onFailure()
    },
    [onFailure],
  )
  return { tries, failed, onFailure, again, ref }
}

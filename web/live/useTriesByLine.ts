import { useEffect, useState } from 'react'
import { useConnection } from './socket.ts'

/**
 * For what a browser loads by itself, such as a picture: `tries` counts up when it had failed and the line to the server
 * is back, to be its key.
 */
export function useTriesByLine() {
  const { state } = useConnection()
  const [{ tries, failed }, setTries] = useState({ tries: 0, failed: false })
  const isBack = state === 'live'
  useEffect(() => {
    if (isBack) setTries((before) => (before.failed ? { tries: before.tries + 1, failed: false } : before))
  }, [isBack])
  return { tries, failed, onFailure: () => setTries((before) => ({ ...before, failed: true })) }
}

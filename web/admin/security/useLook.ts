import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router-dom'
import { acquireSocket, type Connection, onConnected, useConnection } from '#web/live/socket.ts'

/** Loads the page again whenever the line is back. What happens is in no event, so that nothing tells of more. */
export function useLook(): Connection {
  const { revalidate } = useRevalidator()
  const again = useEffectEvent(() => revalidate())
  useEffect(() => {
    const { release } = acquireSocket()
    const stop = onConnected(() => again())
    return () => {
      stop()
      release()
    }
  }, [])
  return useConnection()
}

import { useEffect, useState } from 'react'
import { serverRenderTime } from '#web/server-render-time.ts'

/** The time in milliseconds since 1970, once a minute: for times that say how long ago. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverRenderTime() ?? Date.now())
  useEffect(() => {
    const minutes = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(minutes)
  }, [])
  return now
}

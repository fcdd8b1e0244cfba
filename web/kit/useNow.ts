import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverRenderTime } from '#web/server-render-time.ts'
import { today } from './time.ts'

/** The time in milliseconds since 1970, once a minute: for times that say how long ago. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverRenderTime() ?? Date.now())
  useEffect(() => {
    const minutes = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(minutes)
  }, [])
  return now
}

/** Calls back when another day has begun in the agency's zone. */
export function useNewDay(onNewDay: () => void): void {
  const day = today(useNow())
  const known = useRef(day)
  const begin = useEffectEvent(onNewDay)
  useEffect(() => {
    if (known.current === day) return
    known.current = day
    begin()
  }, [day])
}

import { useEffect, useState } from 'react'

/** The time in milliseconds since 1970, once a minute: for times that say how long ago. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverRenderTime() ?? Date.now())
  useEffect(() => {
    const minutes = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(minutes)
  }, [])
  return now
}

let at: number | undefined = Number(globalThis.document?.documentElement.dataset.drawn) || undefined

/**
 * The time with which the server rendered this page, while its HTML is hydrated: milliseconds since 1970. Undefined
 * afterwards, and on pages that the browser renders.
 */
export const serverRenderTime = (): number | undefined => at

/** Sets the time with which the server renders a page; undefined once it is hydrated. */
export function setServerRenderTime(time: number | undefined): void {
  at = time
}

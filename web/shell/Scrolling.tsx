import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'
import { basename } from '#web/view-as.ts'

/**
 * Another page is shown from its top, and Back leads to where it was left. A hash in the address is scrolled to
 * smoothly, 100 ms after the page has come (specification section 2), also when it is the same hash once more.
 */
export function Scrolling() {
  const { hash, key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef({ pathname, key })
  const before = useRef(0)

  // The router jumps to what a hash names. It is taken back before anything is painted, and scrolled to below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a navigation
  useLayoutEffect(() => {
    if (!hash || isBack) return
    scrollTo({ top: shown.current.pathname === pathname ? before.current : 0, behavior: 'instant' })
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash asked for again is a new wish
  useEffect(() => {
    const isFirst = shown.current.key === key
    shown.current = { pathname, key }
    // What the browser has scrolled to by itself, as the page came, may have been read on since.
    if (!hash || (isFirst ? scrollY > 0 : isBack)) return
    let isWanted = true
    const timer = setTimeout(async () => {
      const { scrollToHash } = await import('./scroll-to-hash.ts')
      if (isWanted) scrollToHash(hash)
    }, 100)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [hash, key])

  return (
    <>
      <Recorder into={before} />
      <ScrollRestoration getKey={keyOf} />
    </>
  )
}

/** The first page of every document has one key: it is told apart by its path, or it would begin where another was left. */
const keyOf = ({ key, pathname }: Location): string => basename + pathname + key

/** Records where the window is scrolled to, before the router scrolls it: it stands before `ScrollRestoration`. */
function Recorder({ into }: { into: RefObject<number> }) {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a navigation
  useLayoutEffect(() => {
    into.current = scrollY
  }, [key])
  return null
}

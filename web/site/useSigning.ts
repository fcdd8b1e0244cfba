import { type RefObject, useEffect } from 'react'
import { wantsLessMotion } from '#web/kit/motion.ts'

/** How long a line waits for the one before, when they come into view together, in ms. */
const pause = 180

/**
 * Signs the lines of a list one by one as they are scrolled to, each once. The HTML has them signed: those below the
 * window are opened when the page has come, and everything stays signed for those who ask for less motion.
 */
export function useSigning(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (wantsLessMotion()) return
    const open = ([...list.current!.children] as HTMLElement[]).filter(
      (line) => line.getBoundingClientRect().top > innerHeight,
    )
    // When the pen is free for the next line.
    let free = 0
    const seen = new IntersectionObserver(
      (entries) => {
        const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target as HTMLElement)
        // Those above too: a jump may have left them out.
        const last = Math.max(...come.map((line) => open.indexOf(line)))
        for (const line of open.splice(0, last + 1)) {
          const now = performance.now()
          const begins = Math.max(now, free)
          free = begins + pause
          line.style.setProperty('--wait', `${Math.round(begins - now)}ms`)
          delete line.dataset.open
          seen.unobserve(line)
        }
      },
      // Somewhat above the lower edge, where it is looked at.
      { rootMargin: '0px 0px -22% 0px' },
    )
    for (const line of open) {
      line.dataset.open = ''
      seen.observe(line)
    }
    return () => seen.disconnect()
  }, [list])
}

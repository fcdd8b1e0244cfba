import { scrollBehavior } from '#web/kit/motion.ts'

/** Scrolls to what a hash names, and lets it take the focus, so that Tab and reading go on from there. */
export function scrollToHash(hash: string) {
  const target = document.getElementById(hash.slice(1))
  if (!target) return
  target.scrollIntoView({ behavior: scrollBehavior() })
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

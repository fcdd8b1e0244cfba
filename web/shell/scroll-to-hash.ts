/** Scrolls to what a hash names, and lets it take the focus, so that Tab and reading go on from there. */
export function scrollToHash(hash: string) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  if (!target) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

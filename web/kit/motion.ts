/** Whether the reader has asked their system for less motion. */
export const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** No more than so many things fade in at once. */
const mostFading = 3
let fading: Element[] = []

/**
 * Fades something new in before it is painted, where it is in sight: by its opacity alone, which costs the page no frame.
 * Of what comes in a burst nothing is faded in.
 */
export function fadeIn(element: Element): void {
  if (wantsLessMotion() || fading.push(element) > 1) return
  queueMicrotask(() => {
    const all = fading
    fading = []
    if (document.getAnimations().length + all.length > mostFading) return
    for (const each of all) {
      const { top, bottom } = each.getBoundingClientRect()
      if (bottom > 0 && top < innerHeight) each.animate({ opacity: [0, 1] }, { duration: 600, easing: 'ease-out' })
    }
  })
}

/** How a page scrolls on its own: smoothly, unless less motion was asked for. */
export const scrollBehavior = (): ScrollBehavior => (wantsLessMotion() ? 'instant' : 'smooth')

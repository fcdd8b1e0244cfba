/** Whether the reader has asked their system for less motion. */
export const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How a page scrolls on its own: smoothly, unless less motion was asked for. */
export const scrollBehavior = (): ScrollBehavior => (wantsLessMotion() ? 'instant' : 'smooth')

/** Finds the element over the page at a height of the window that stays there while it scrolls, or undefined. */
function barAt(across: number, down: number): Element | undefined {
  let element = document.elementFromPoint(across, down)
  while (element && !/sticky|fixed/.test(getComputedStyle(element).position)) element = element.parentElement
  return element ?? undefined
}

/** Scrolls an element from under the bars at the top and the bottom of the window: its beginning, where it is too high. */
export function keepInSight(element: Element): void {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const across = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1)
  const [above, below] = [barAt(across, 1), barAt(across, innerHeight - 2)]
  if ([above, below].some((bar) => bar?.contains(element))) return
  const room = 16
  const from = (above?.getBoundingClientRect().bottom ?? 0) + room
  const to = (below?.getBoundingClientRect().top ?? innerHeight) - room
  const down = Math.min(Math.max(bottom - to, 0), top - from) || Math.min(top - from, 0)
  if (down !== 0) scrollBy({ top: down, behavior: 'instant' })
}

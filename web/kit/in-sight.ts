/** Finds the element over the page at a height of the window that stays there while it scrolls, or undefined. */
function barAt(across: number, down: number): Element | undefined {
  let element = document.elementFromPoint(across, down)
  while (element && !/sticky|fixed/.test(getComputedStyle(element).position)) element = element.parentElement
  return element ?? undefined
}

/** The bars that lie one at the other, from a height of the window on towards its middle. */
function barsFrom(across: number, from: number, inner: 'top' | 'bottom'): Element[] {
  const bars: Element[] = []
  for (let at = from, bar = barAt(across, at); bar && !bars.includes(bar); bar = barAt(across, at)) {
    bars.push(bar)
    at = bar.getBoundingClientRect()[inner] + (inner === 'bottom' ? 1 : -1)
  }
  return bars
}

/** Scrolls an element from under the bars at the top and the bottom of the window: its beginning, where it is too high. */
export function keepInSight(element: Element): void {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const across = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1)
  const [above, below] = [barsFrom(across, 1, 'bottom'), barsFrom(across, innerHeight - 2, 'top')]
  if ([...above, ...below].some((bar) => bar.contains(element))) return
  const room = 16
  const from = (above.at(-1)?.getBoundingClientRect().bottom ?? 0) + room
  const to = (below.at(-1)?.getBoundingClientRect().top ?? innerHeight) - room
  const down = Math.min(Math.max(bottom - to, 0), top - from) || Math.min(top - from, 0)
  if (down !== 0) scrollBy({ top: down, behavior: 'instant' })
}

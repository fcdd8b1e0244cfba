import { Component, type ReactNode } from 'react'

/** An element of the page, and how far below the window's upper edge it stands, in px. */
type Place = { element: Element; top: number }

/** The place it kept last: a page scrolls by whole pixels, and what is left over each time would add up. */
let lastPlace: Place | undefined

/**
 * Keeps what a person reads or types where it is, while changes of others are drawn around it. It measures before the
 * change, and scrolls by the difference before anything is painted. A browser's own scroll anchoring does less: none at
 * the top of a page, and in Safari none at all. A class, since only a class is asked before the page changes.
 */
export class KeepPlace extends Component<{ children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Place[] {
    return placesInUse().map((element) => {
      const top = topOf(element)
      return lastPlace?.element === element && Math.abs(lastPlace.top - top) < 1 ? lastPlace : { element, top }
    })
  }

  override componentDidUpdate(_props: unknown, _state: unknown, places: Place[]): void {
    const place = places.find(({ element }) => isShown(element))
    if (!place) return
    const moved = topOf(place.element) - place.top
    if (Math.abs(moved) >= 0.5) scrollBy({ top: moved, behavior: 'instant' })
    lastPlace = place
  }

  override render(): ReactNode {
    return this.props.children
  }
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

/** Whether an element is on the page, and not in a part of it that is hidden. */
const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return isShown(element) && bottom > 0 && top < innerHeight
}

/**
 * Returns the elements to hold in place: the first of these that is still there afterwards. They are the focused one, then
 * the end of a conversation in sight, where new messages are read, else the rows in sight from above.
 */
function placesInUse(): Element[] {
  const focused = document.activeElement?.closest('main *')
  if (focused && isInSight(focused) && !focused.closest('[data-gives-way]')) return [focused]
  const end = document.querySelector('[data-keep-in-sight]')
  return [...(end && isInSight(end) ? [end] : []), ...rowsInSight()]
}

/** How much of a row must be visible to count as in sight, in px. */
const leastSeen = 24

/**
 * The rows in sight, from above. Each says where it is: to ask the page what is at a place costs more with each row. A page's
 * title is none of them: it says what is new, and may grow.
 */
function rowsInSight(): Element[] {
  const main = document.getElementById('main')
  if (!main) return []
  const underTheBars = Number.parseFloat(getComputedStyle(main).scrollMarginTop)
  return [...main.querySelectorAll('.line:not(.says, [data-gives-way] *)')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > underTheBars + leastSeen && top < innerHeight
  })
}

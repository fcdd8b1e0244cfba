import { useState } from 'react'

/**
 * The lines of a history that are on the page, of all that are there, newest first: `maxLines` at most. Those
 * that had to leave it above come back by `later`.
 */
export function useVirtualList<Line extends { event: { revision: number } }>(lines: readonly Line[], maxLines: number) {
  /** The revision of the newest line that is shown; undefined while none had to leave. */
  const [newest, setNewest] = useState<number>()
  const found = newest === undefined ? 0 : lines.findIndex(({ event }) => event.revision <= newest)
  const first = Math.max(0, found)
  const moveTo = (index: number) => setNewest(index <= 0 ? undefined : lines[index]?.event.revision)
  return {
    shown: lines.slice(first, first + maxLines),
    /** How many of the lines that are there stand above those that are shown, and below them. */
    above: first,
    below: Math.max(0, lines.length - first - maxLines),
    /** Shows so many lines more below; `added`: how many there are more than when it was asked for. */
    earlier: (count: number, added = 0) =>
      moveTo(Math.max(first, Math.min(lines.length + added, first + maxLines + count) - maxLines)),
    /** Shows so many lines more above. */
    later: (count: number) => moveTo(first - count),
    /** Shows the newest lines. */
    reset: () => setNewest(undefined),
  }
}

import { useSyncExternalStore } from 'react'

let made = 100
const watchers = new Set<() => void>()

/**
 * Takes note of how much of the server's lists is made, in whole percents. An answer of a list says it, so that a page
 * knows before it has a line to the server; the line says how it goes on.
 */
export function noteListsMade(percent: number): void {
  if (percent === made) return
  made = percent
  for (const changed of watchers) changed()
}

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** What a page says of its lists, in the place of what it would conclude from them. */
export const whileMade = (percent: number): { title: string; next: string } => ({
  title: 'The lists are being made,',
  next: `${percent} % is done.`,
})

/** How much of the server's lists is made, in whole percents: 100 but for the time after they had to be made again. */
export const useListsMade = (): number =>
  useSyncExternalStore(
    subscribe,
    () => made,
    () => 100,
  )

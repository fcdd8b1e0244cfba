import { useSyncExternalStore } from 'react'
import { createWatchers } from './live/watchers.ts'

let made = 100
/** How often all lists were made by now. */
let times = 0
const { subscribe, notify } = createWatchers()

/**
 * Takes note of how much of the server's lists is made, in whole percents. An answer of a list says it, so that a page
 * knows before it has a line to the server; the line says how it goes on. `requestedAt` is `timesMade()` as the request
 * was sent: an answer to a request from before all lists were made says nothing any more.
 */
export function noteListsMade(percent: number, requestedAt = times): void {
  if (requestedAt < times) return
  if (percent === 100) times++
  if (percent === made) return
  made = percent
  notify()
}

/** How often all lists were made by now: what an answer is asked as of. */
export const timesMade = (): number => times

/** How much of the server's lists is made, in whole percents. */
export const listsMade = (): number => made

/** The headline of a page while its lists are made, in the place of one concluded from them. */
export const whileMade = (percent: number): { title: string; next: string } => ({
  title: 'Preparing the lists.',
  next: `${percent}% done.`,
})

/** How much of the server's lists is made, in whole percents: 100 but for the time after they had to be made again. */
export const useListsMade = (): number => useSyncExternalStore(subscribe, listsMade, () => 100)

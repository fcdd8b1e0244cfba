import type { SecurityEntries } from '../http/security-entries.ts'
import type { SecurityNote } from './connection.ts'

/** How often it is looked what was written into the security log, while somebody watches it, in milliseconds. */
const everyMs = 1_000
/** How much later another process may write what it dates by a clock of its own, in milliseconds. */
const overlapMs = 10_000

type Watching = {
  entries: Pick<SecurityEntries, 'since'>
  isWatched(): boolean
  say(note: SecurityNote): void
  now(): number
}

/**
 * Says what is written into the security log from now on, by this process or another, while somebody watches it. The log
 * is no events, so that nothing pushes it: the documents are asked.
 */
export function watchSecurity({ entries, isWatched, say, now }: Watching): NodeJS.Timeout {
  const start = now()
  /** How often each entry was said to have happened, of those that may be found again. */
  let said = new Map<string, number>()
  let looking = false
  async function look() {
    if (looking || !isWatched()) return
    looking = true
    // A document store that is away is asked again.
    const found = await entries.since(from(now())).catch(() => undefined)
    looking = false
    if (!found) return
    for (const { id, kind, times, lastAt } of found.toReversed()) {
      if ((said.get(id) ?? 0) < times) say({ id, kind, times, lastAt })
    }
    said = new Map(found.map(({ id, times }) => [id, times]))
  }
  const from = (time: number) => new Date(Math.max(start, time - overlapMs)).toISOString()
  return setInterval(look, everyMs).unref()
}

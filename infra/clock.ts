import type { Log } from './log.ts'

/** How far the clock may be behind the newest event, in milliseconds, for the next event to get that event’s time. */
const maxBehindMs = 5 * 60_000
/** How far the clock may be behind before a warning, in milliseconds: those of several machines differ. */
const toleranceMs = 2_000

export type EventClock = ReturnType<typeof createEventClock>

/** When events happen, by a clock that may be put back. That it has gone back, and that it has caught up, is logged once. */
export function createEventClock(now: () => number, log?: Pick<Log, 'warn'>) {
  let newest = Number.NEGATIVE_INFINITY
  let hasWarned = false
  function warnIfBehind(): string | undefined {
    const ms = newest - now()
    if (ms <= toleranceMs) {
      if (hasWarned) log?.warn('The clock has caught up with the newest event.')
      hasWarned = false
      return undefined
    }
    const what = ms > maxBehindMs ? 'get the earlier time' : 'get that time until the clock has caught up'
    const sentence = `The clock is ${Math.round(ms / 1_000)} s behind the newest event (${iso(newest)}). Set the clock. New events ${what}.`
    if (!hasWarned) log?.warn(sentence)
    hasWarned = true
    return sentence
  }
  return {
    /** The time of an event that happens now, in ISO 8601, UTC: not before the newest, unless that is more than five minutes ahead. */
    stamp(): string {
      warnIfBehind()
      const time = now()
      return iso(newest - time <= maxBehindMs ? Math.max(time, newest) : time)
    },
    /** Records the time of an event. */
    note(at: string): void {
      newest = Math.max(newest, Date.parse(at))
    },
    /** Warns that the clock is behind the newest event, in a sentence; none while it is not. */
    warnings: (): string[] => [warnIfBehind()].filter((each) => each !== undefined),
  }
}

const iso = (time: number) => new Date(time).toISOString()

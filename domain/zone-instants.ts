import { offsetAt } from './time-zone.ts'

/** When a day of a time zone ends (`2026-11-16`), in milliseconds since 1970. */
export function endOfDay(timeZone: string, day: string): number {
  return instantIn(timeZone, Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000)
}

/**
 * The instant at which the clocks of a time zone show a time, which is written as if it were UTC; both in milliseconds since
 * 1970. A time that they leave out as they go forward is as long after the change as it would be after what they showed then.
 */
export function instantIn(timeZone: string, shown: number): number {
  const near = shown - offsetAt(timeZone, shown)
  // Once more: the first offset may be on the other side of a change of the clocks.
  const offset = offsetAt(timeZone, near)
  const at = shown - offset
  return offsetAt(timeZone, at) === offset ? at : Math.max(at, near)
}

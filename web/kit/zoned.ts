import { instantIn, shownAt } from '#domain/time-zone.ts'
import { currentZone } from './time.ts'

/** An instant (ISO 8601, UTC) as the clock on the agency's wall shows it: `2026-11-17T11:30`, as a field takes it. */
export const toWallClock = (at: string): string => shownAt(currentZone(), Date.parse(at)).slice(0, 16)

/** The instant at which the clock on the agency's wall shows a time like `2026-11-17T11:30`; undefined for no such text. */
export function fromWallClock(text: string): string | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00.000Z`) : Number.NaN
  return Number.isNaN(asUtc) ? undefined : new Date(instantIn(currentZone(), asUtc)).toISOString()
}

/** The midnight in the agency's zone that began the day of a time (milliseconds since 1970), or of a day so many on. */
export function startOfDay(now: number, days = 0): string {
  const [year, month, day] = dateOf(now)
  return midnight(year, month, day + days)
}

/** The midnight in the agency's zone that began the month of a time, or one so many months on. */
export function startOfMonth(now: number, months = 0): string {
  const [year, month] = dateOf(now)
  return midnight(year, month + months, 1)
}

const dateOf = (now: number) =>
  toWallClock(new Date(now).toISOString()).slice(0, 10).split('-').map(Number) as [number, number, number]

/** Month and day may lie outside of their usual range: they are carried over. */
const midnight = (year: number, month: number, day: number): string =>
  fromWallClock(`${new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)}T00:00`)!

import { film } from '#web/site/content.ts'
import { filmTimes } from '#web/site/picture-points.ts'

/** How far into its day the film is, from 0 to 1, at a second of it: at the beginning again once a blank sheet comes. */
export const dayAt = (seconds: number): number =>
  seconds < filmTimes.putAway ? Math.min(1, seconds / filmTimes.finished) : 0

/** The second of the film at which it is so far into its day. */
export const secondAt = (day: number): number => day * filmTimes.finished

/** The time of day on the clock of the film, so far into its day (0 to 1): `2:53 pm`. */
export function clockAt(day: number): string {
  const minutes = Math.floor(film.begins + day * (film.ends - film.begins))
  const hour = Math.floor(minutes / 60)
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** The index of the film's latest moment, so far into its day. */
export const momentAt = (day: number): number => film.moments.findLastIndex(({ at }) => day >= dayAt(at) - 0.001)

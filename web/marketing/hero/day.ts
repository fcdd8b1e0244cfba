import { film } from '../content.ts'

/** How far into the day the film is, from 0 to 1, at a part of its length: over, while the last page is put away. */
export const dayAt = (part: number): number => (part < film.fresh ? 1 : (part - film.fresh) / (1 - film.fresh))

/** The part of the film's length at which it is so far into the day. */
export const partAt = (day: number): number => film.fresh + day * (1 - film.fresh)

/** The time of day on the clock of the film, so far into its day (0 to 1): `2:53 pm`. */
export function clockAt(progress: number): string {
  const minutes = Math.floor(film.begins + progress * (film.ends - film.begins))
  const hour = Math.floor(minutes / 60)
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** Which of the film's moments came last, so far into its day: its index. */
export const momentAt = (progress: number): number => film.moments.findLastIndex(({ at }) => progress >= at - 0.001)

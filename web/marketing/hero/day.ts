import { film } from '../content.ts'

/** The time of day on the clock of the film, so far into it (0 to 1): `2:53 pm`. */
export function clockAt(progress: number): string {
  const minutes = Math.floor(film.begins + progress * (film.ends - film.begins))
  const hour = Math.floor(minutes / 60)
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** Which of the film's moments is being written, so far into it: its index. */
export const momentAt = (progress: number): number => film.moments.findLastIndex(({ at }) => progress >= at - 0.001)

import { day } from '#web/kit/time.ts'

/** Where the life of an order may be stopped at: when each of its events was, in order. */
type Stops = readonly { at: string }[]

/** The index of the last stop at a revision, or before it. The first one, where all are later. */
export function stopAt(revisions: readonly number[], revision: number): number {
  let [from, to] = [0, revisions.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (revisions[middle]! <= revision) from = middle + 1
    else to = middle
  }
  return Math.max(0, from - 1)
}

/** The first stop of the next day that has one; back: of this day, or of the one before where it is there already. */
export function dayFrom(stops: Stops, index: number, direction: 1 | -1): number {
  const dayAt = (at: number) => day(stops[at]!.at)
  let at = Math.min(Math.max(0, index + direction), stops.length - 1)
  const of = direction === 1 ? dayAt(index) : dayAt(at)
  if (direction === 1) while (at < stops.length - 1 && dayAt(at) === of) at++
  else while (at > 0 && dayAt(at - 1) === of) at--
  return at
}

/** Where a key leads on the ruler; undefined for any other key. */
export function stopByKey(key: string, stops: Stops, index: number): number | undefined {
  const last = stops.length - 1
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, index - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, index + 1)
    case 'PageDown':
      return dayFrom(stops, index, -1)
    case 'PageUp':
      return dayFrom(stops, index, 1)
    case 'Home':
      return 0
    case 'End':
      return last
  }
  return undefined
}

/** `place`: from 0 at the beginning of the ruler to 1 at its end. */
type Mark = { index: number; place: number; isDay: boolean; label?: string }

/** No more marks than this. */
const maxMarks = 240
/** How far apart the dates of days are at least, and from where on one stands before its mark: parts of the ruler. */
const apart = 0.2
export const labelTurnsAt = 0.85

/** The marks of a ruler: one for each stop, or as many as can be told apart; the first of a day is longer, some say it. */
export function marksOf(stops: Stops, label: (at: string) => string): Mark[] {
  const step = Math.max(1, Math.ceil(stops.length / maxMarks))
  const shown = stops.flatMap(({ at }, index) => (index % step === 0 ? [{ index, day: day(at), at }] : []))
  const last = Math.max(1, stops.length - 1)
  let free = 0
  return shown.map(({ index, at, day }, nth) => {
    const place = index / last
    const isDay = shown[nth - 1]?.day !== day
    // One that stands before its mark takes the room there.
    const isLabelled = isDay && place >= free && (place <= labelTurnsAt || place - apart >= free)
    if (isLabelled) free = place + (place > labelTurnsAt ? 1 : apart)
    return { index, place, isDay, ...(isLabelled ? { label: label(at) } : {}) }
  })
}

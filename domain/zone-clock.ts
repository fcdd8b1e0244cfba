import { offsetAt } from './time-zone.ts'

/**
 * The clocks of a time zone around some time. A browser takes 25 ms for the first use of its own tables, on a page full of
 * times. This comes with the page.
 */
export type ZoneClock = {
  /** The IANA name: `Asia/Kolkata`. */
  name: string
  /** Its name beside a time: `IST`, `GMT+1`. */
  label: string
  /** The minutes by which the clocks are ahead of UTC, and from when, oldest first. Times are milliseconds since 1970. */
  ahead: [from: number, minutes: number][]
  /** Up to when this is known. */
  until: number
}

const minute = 60_000
const day = 24 * 60 * minute
const year = 365.25 * day
/** Clocks are set anew at most once in so many days. */
const stride = 14 * day

/** The clock of a zone from six years before a time until a year after it. */
export function zoneClock(name: string, now: number): ZoneClock {
  const known = clocks.get(name)
  // Once the clocks are set anew, the zone has another name.
  const isCurrent =
    known && Math.abs(now - known.at) < day && minutesAhead(known.clock, now) === minutesAhead(known.clock, known.at)
  if (isCurrent) return known.clock
  const minutesAt = minutesIn(name)
  const until = now + year
  let from = now - 6 * year
  const ahead: ZoneClock['ahead'] = [[from, minutesAt(from)]]
  for (; from < until; from += stride) {
    const before = minutesAt(from)
    const after = minutesAt(from + stride)
    if (after !== before) ahead.push([turn(minutesAt, from, from + stride), after])
  }
  const clock = { name, label: zoneLabel(name, now), ahead, until }
  clocks.set(name, { at: now, clock })
  return clock
}
const clocks = new Map<string, { at: number; clock: ZoneClock }>()

/** How far ahead of UTC a zone's clocks are at a time; undefined where that is not known. */
export function minutesAhead({ ahead, until }: ZoneClock, time: number): number | undefined {
  return time < until ? ahead.findLast(([from]) => from <= time)?.[1] : undefined
}

/** The name of a zone beside a time: `IST`, `GMT+1`. */
export const zoneLabel = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')!.value

/** The minute between two times at which the clocks are set. */
function turn(minutesAt: (time: number) => number, before: number, after: number): number {
  let [low, high] = [Math.floor(before / minute), Math.ceil(after / minute)]
  const old = minutesAt(before)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (minutesAt(middle * minute) === old) low = middle
    else high = middle
  }
  return high * minute
}

const minutesIn = (timeZone: string) => (time: number) => offsetAt(timeZone, time) / minute

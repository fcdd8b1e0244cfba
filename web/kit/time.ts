import { useEffect, useState } from 'react'
import { counted } from '#domain/count.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { shownAt } from '#domain/time-zone.ts'
import { zoneLabel as labelIn, minutesAhead, type ZoneClock } from '#domain/zone-clock.ts'

let zone = defaultTimeZone
let clocks: ZoneClock | undefined
/** How far ahead the clocks were when they came: the label is right for as long as they are. */
let aheadThen: number | undefined
let isChecked = false

/**
 * The agency's time zone: every date and time a person sees is in it. What is on the page is not drawn again. Its clock, where
 * it is known, saves a browser from loading tables of its own.
 */
export function setZone(timeZone: string, clock?: ZoneClock): void {
  if (clock?.name === timeZone) {
    clocks = clock
    aheadThen = minutesAhead(clock, Date.now())
  }
  zone = timeZone
  isChecked = false
}

/**
 * The agency's time zone, as IANA names it, for the browser's own tables. Where those do not have it all times are in UTC
 * from then on: a zone may be newer than the browser.
 */
export function currentZone(): string {
  try {
    if (!isChecked) shownAt(zone, 0)
  } catch {
    zone = 'UTC'
  }
  isChecked = true
  return zone
}

/** The zone as a page says it once: `IST (Asia/Kolkata)`. */
export const zoneInWords = (): string => `${zoneLabel()} (${zone})`

/** The name of the agency's zone beside a time: `IST`, `GMT+1`. */
export const zoneLabel = (): string =>
  clocks?.name === zone && minutesAhead(clocks, Date.now()) === aheadThen
    ? clocks.label
    : labelIn(currentZone(), Date.now())

/** The time of day in a zone now, which this browser knows: `2:32 pm`. */
export const clockIn = (timeZone: string): string => clockOf(partsOf(`${shownAt(timeZone, Date.now())}Z`))

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The parts of a time as a zone's clocks show it, which stands here as one in UTC. */
function partsOf(at: number | string) {
  const shown = new Date(at)
  return {
    weekday: weekdays[shown.getUTCDay()]!,
    day: twoDigits(shown.getUTCDate()),
    month: twoDigits(shown.getUTCMonth() + 1),
    year: String(shown.getUTCFullYear()),
    hour: shown.getUTCHours(),
    minute: twoDigits(shown.getUTCMinutes()),
  }
}

function parts(at: string) {
  const time = Date.parse(at)
  const ahead = isDay(at) ? 0 : clocks?.name === zone ? minutesAhead(clocks, time) : undefined
  return partsOf(ahead === undefined ? `${shownAt(currentZone(), time)}Z` : time + ahead * minute)
}

/** Whether it is a day without a time (`2026-11-16`), which has no zone. */
const isDay = (at: string): boolean => !at.includes('T')

/** `16/11/2026`, of an ISO instant in UTC or of a day without a time. So are all below. */
export function day(at: string): string {
  const { day, month, year } = parts(at)
  return `${day}/${month}/${year}`
}

/** `16/11` */
export function shortDay(at: string): string {
  const { day, month } = parts(at)
  return `${day}/${month}`
}

/** `Monday` */
export const weekday = (at: string): string => parts(at).weekday

/** `2:32 pm`, for the margin. */
export const clock = (at: string): string => clockOf(parts(at))

const clockOf = ({ hour, minute }: ReturnType<typeof partsOf>): string =>
  `${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`

/** `2:32 pm` of an instant today, and `16/11, 2:32 pm` of any other: a time of day alone is taken for today's. */
export const dayAndClock = (at: string, now: number): string =>
  day(at) === day(new Date(now).toISOString()) ? clock(at) : `${shortDay(at)}, ${clock(at)}`

const minute = 60_000
/** Milliseconds. */
export const hour = 60 * minute
/** Milliseconds, where the clocks are not changed. */
export const aDay = 24 * hour

/** How long ago: `now`, `4 min`, `3 hr`, `2 days`, `5 months`, `2 years`. `now` is in milliseconds since 1970. */
export function relative(at: string, now: number): string {
  const gone = now - Date.parse(at)
  if (gone < minute) return 'now'
  if (gone < hour) return `${Math.floor(gone / minute)} min`
  if (gone < aDay) return `${Math.floor(gone / hour)} hr`
  const days = Math.floor(gone / aDay)
  const [months, years] = [Math.floor(days / 30.44), Math.floor(days / 365.25)]
  if (months < 2) return counted(days, 'day')
  return years < 2 ? counted(months, 'month') : counted(years, 'year')
}

/** An instant as a sentence has it behind `since`: `today`, `yesterday`, `Friday` within a week, `16/11/2026` before. */
export function sinceDay(at: string, now: number): string {
  const days = Math.round((Date.parse(today(now)) - Date.parse(dayAt(at))) / aDay)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 7 ? weekday(at) : day(at)
}

/** `Monday 16/11`, of the day on which something is due. */
const dueDay = (at: string): string => `${weekday(at)} ${shortDay(at)}`

/** How the next step of an order says an instant: since when it waits, and when something is due. */
export const inWords = (now: number) => ({
  since: (at: string) => sinceDay(at, now),
  day: dueDay,
  isPast: (at: string) => dayAt(at) < today(now),
})

/** Today in the agency's zone, as a day without a time: `2026-11-16`. */
export const today = (now = Date.now()): string => dayAt(new Date(now).toISOString())

/** The day of an instant in the agency’s zone: `2026-11-16`. */
export function dayAt(at: string): string {
  const { day, month, year } = parts(at)
  return `${year}-${month}-${day}`
}

/** The time in milliseconds since 1970, once a minute: for times that say how long ago. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverRenderTime() ?? Date.now())
  useEffect(() => {
    // No minute was counted while its tab was hidden.
    setNow((before) => (Date.now() - before < minute ? before : Date.now()))
    const minutes = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(minutes)
  }, [])
  return now
}

let renderedAt: number | undefined = Number(globalThis.document?.documentElement.dataset.drawn) || undefined

/**
 * The time with which the server rendered this page, while its HTML is hydrated: milliseconds since 1970. Undefined
 * afterwards, and on pages that the browser renders.
 */
export const serverRenderTime = (): number | undefined => renderedAt

/** Sets the time with which the server renders a page; undefined once it is hydrated. */
export function setServerRenderTime(time: number | undefined): void {
  renderedAt = time
}

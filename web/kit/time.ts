import { counted } from '#domain/count.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { zoneLabel as labelIn, minutesAhead, type ZoneClock } from '#domain/zone-clock.ts'

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  })

let zone = defaultTimeZone
let clocks: ZoneClock | undefined
let format: Intl.DateTimeFormat | undefined

/**
 * The agency's time zone: every date and time a person sees is in it. What is on the page is not drawn again. Its clock, where
 * it is known, saves a browser from loading tables of its own.
 */
export function setZone(timeZone: string, clock?: ZoneClock): void {
  if (clock?.name === timeZone) clocks = clock
  if (timeZone !== zone) format = undefined
  zone = timeZone
}

/** The agency's time zone, as IANA names it. */
export const currentZone = (): string => zone

/** The name of the agency's zone beside a time: `IST`, `GMT+1`. */
export const zoneLabel = (): string => (clocks?.name === zone ? clocks.label : labelIn(zone, Date.now()))

/** The time of day in a zone now: `2:32 pm`. */
export function clockIn(timeZone: string): string {
  const { hour, minute, dayPeriod } = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(new Date())
      .map(({ type, value }) => [type, value]),
  )
  return `${Number(hour)}:${minute} ${dayPeriod?.toLowerCase()}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const twoDigits = (number: number) => String(number).padStart(2, '0')

// Joined by hand: the order of the parts and the spaces between them differ from browser to browser.
function parts(at: string) {
  const time = Date.parse(at)
  const ahead = isDay(at) ? 0 : clocks?.name === zone ? minutesAhead(clocks, time) : undefined
  if (ahead === undefined) return ownParts(time)
  const shown = new Date(time + ahead * minute)
  return {
    weekday: weekdays[shown.getUTCDay()]!,
    day: twoDigits(shown.getUTCDate()),
    month: twoDigits(shown.getUTCMonth() + 1),
    year: String(shown.getUTCFullYear()),
    hour: String(shown.getUTCHours() % 12 || 12),
    minute: twoDigits(shown.getUTCMinutes()),
    dayPeriod: shown.getUTCHours() < 12 ? 'am' : 'pm',
  }
}

/** The parts of a time by the browser's own tables. */
function ownParts(time: number) {
  format ??= formatIn(zone)
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value])) as Record<
    'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod',
    string
  >
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
export function clock(at: string): string {
  const { hour, minute, dayPeriod } = parts(at)
  return `${Number(hour)}:${minute} ${dayPeriod.toLowerCase()}`
}

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

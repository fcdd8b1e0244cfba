import { instantIn } from '#domain/zone-instants.ts'
import { currentZone } from './time.ts'

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

let made: { zone: string; format: Intl.DateTimeFormat } | undefined

/** A format is dear to make, and the zone hardly ever changes. */
function format(): Intl.DateTimeFormat {
  const zone = currentZone()
  if (made?.zone !== zone) made = { zone, format: formatIn(zone) }
  return made.format
}

/** An instant (ISO 8601, UTC) as the clock on the agency's wall shows it: `2026-11-17T11:30`, as a field takes it. */
export function toWallClock(at: string): string {
  const parts = Object.fromEntries(
    format()
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

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

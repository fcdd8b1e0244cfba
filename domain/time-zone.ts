import type { z } from 'zod'

/** Whether a name is that of a time zone, as this program, or browser, knows them: not an offset. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** The day of each zone as it was asked for last, and for which minute: no day begins within one. */
const latest = new Map<string, { minute: number; day: string }>()

/** The day of a time zone at a time in milliseconds since 1970: `2026-11-16`. */
export function dayIn(timeZone: string, now: number): string {
  const minute = Math.floor(now / 60_000)
  const known = latest.get(timeZone)
  if (known?.minute === minute) return known.day
  const [day] = shownAt(timeZone, now).split('T') as [string]
  latest.set(timeZone, { minute, day })
  return day
}

/** The day and the time that the clocks of a time zone show, at a time in milliseconds since 1970: `2026-11-16T14:32:00`. */
export function shownAt(timeZone: string, at: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** The offset of a time zone’s clocks to UTC at a time; both in milliseconds. */
export function offsetAt(timeZone: string, at: number): number {
  // A year of five digits is read with a sign and six.
  const shown = shownAt(timeZone, at).replace(/^\d{5}/, '+0$&')
  return Date.parse(`${shown}Z`) - Math.floor(at / 1000) * 1000
}

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

/** A day without a time, for people: `2026-11-16` is `16/11/2026`. It has no zone, and is turned round as it stands. */
export const dayInWords = (day: string): string => day.split('-').reverse().join('/')

/** A day or an instant that people choose, if it is of this century: any other year is a slip of the hand. */
export const ofThisCentury = <T extends z.ZodStringFormat>(chosen: T): T =>
  chosen.regex(/^20/, 'Please enter a date between 2000 and 2099')

const formats = new Map<string, Intl.DateTimeFormat>()
/** The day of each zone as it was asked for last, and for which minute: no day begins within one. */
const latest = new Map<string, { minute: number; day: string }>()

/** The day of a time zone at a time in milliseconds since 1970: `2026-11-16`. */
export function dayIn(timeZone: string, now: number): string {
  const minute = Math.floor(now / 60_000)
  const known = latest.get(timeZone)
  if (known?.minute === minute) return known.day
  const day = formatted(timeZone, now)
  latest.set(timeZone, { minute, day })
  return day
}

function formatted(timeZone: string, now: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a time zone at a time in milliseconds since 1970: `2026-11-16`. */
export function dayIn(timeZone: string, now: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

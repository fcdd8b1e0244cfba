/** The agency's time zone: every date and time a person sees is in it, and its days begin at its midnight. */
export const agencyZone = 'Asia/Kolkata'

const days = new Intl.DateTimeFormat('en-CA', {
  timeZone: agencyZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The agency's day at a time in milliseconds since 1970: `2026-11-16`. */
export function agencyDay(now: number): string {
  const parts = Object.fromEntries(days.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

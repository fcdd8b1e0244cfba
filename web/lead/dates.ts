import { isOpen, type LeadRow } from '#domain/lead/row.ts'
import { clock, currentZone, day, relative, shortDay, weekday } from '#web/kit/time.ts'
import { startOfDay } from '#web/kit/zoned.ts'

/** `November`, of an ISO instant in UTC. */
export const monthOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: currentZone(), month: 'long' }).format(new Date(at))

/** Whether a lead should have been asked again. `now` is in milliseconds since 1970. */
export const isLate = ({ stage, followUpAt }: LeadRow, now: number): boolean =>
  isOpen(stage) && followUpAt !== undefined && Date.parse(followUpAt) < now

/** The date at the end of a lead's line, as short as it can be understood there. */
export function shortDate(row: LeadRow, now: number): string {
  const { stage, submittedAt, followUpAt, stageAt } = row
  if (isLate(row, now)) return relative(followUpAt!, now)
  if (stage === 'won' || stage === 'lost') return shortDay(stageAt)
  if (stage === 'contacted') return followUpAt === undefined ? '' : near(followUpAt, now)
  return near(submittedAt, now)
}

/** The time, where the day is near; the weekday within a week; else the date. */
function near(at: string, now: number): string {
  if (at >= startOfDay(now, -1) && at < startOfDay(now, 2)) return clock(at)
  if (at >= startOfDay(now, -6) && at < startOfDay(now, 7)) return `${weekday(at).slice(0, 3)} ${shortDay(at)}`
  return shortDay(at)
}

/** `17/11/2026, 11:30 am` */
export const dayAndClock = (at: string): string => `${day(at)}, ${clock(at)}`

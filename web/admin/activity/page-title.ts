import { counted } from '#domain/count.ts'
import { clock, day, today } from '#web/kit/time.ts'

/** Further than this lines are not counted. */
const maxCount = 1_000

/** How much was written today, and when the last of it was; `last` is when the latest line was written, where it is known. */
export function pageTitle(count: number, last: string | undefined, now = Date.now()): { title: string; next?: string } {
  if (count === 0) {
    const title = 'No activity today.'
    return last === undefined ? { title: `${title}.` } : { title, next: `Last entry: ${day(last)}.` }
  }
  const number = count >= maxCount ? 'More than 1,000 entries' : counted(count, 'entry', 'entries')
  if (last === undefined) return { title: `${number} today.` }
  const isNow = now - Date.parse(last) < 60_000
  const isToday = day(last) === today(now).split('-').reverse().join('/')
  const when = isNow ? 'just now' : `at ${clock(last)}`
  return isToday ? { title: `${number} today.`, next: `The latest ${when}.` } : { title: `${number} today.` }
}

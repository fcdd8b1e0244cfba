import { clock, day, today } from '#web/kit/time.ts'
import { capitalized, counted } from '#web/orders/number-words.ts'

/** Further than this lines are not counted. */
const maxCount = 1_000

/** How much was written today, and when the last of it was; `last` is when the latest line was written, where it is known. */
export function pageTitle(count: number, last: string | undefined, now = Date.now()): { title: string; next?: string } {
  if (count === 0) {
    const title = 'Nothing was written today'
    return last === undefined
      ? { title: `${title}.` }
      : { title: `${title},`, next: `the last line is of ${day(last)}.` }
  }
  const number = count >= maxCount ? 'More than a thousand lines' : capitalized(counted(count, 'line'))
  if (last === undefined) return { title: `${number} today.` }
  const isNow = now - Date.parse(last) < 60_000
  const isToday = day(last) === today(now).split('-').reverse().join('/')
  const when = isNow ? 'just now' : `at ${clock(last)}`
  return isToday
    ? { title: `${number} today,`, next: count === 1 ? `${when}.` : `the last of them ${when}.` }
    : { title: `${number} today.` }
}

import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

const says = (open: number, us: number, overdue: number, unread: number) => {
  const counts = { open, 'waiting-on-us': us, 'waiting-on-client': 0, unpaid: 0, overdue, unread }
  const { title, next } = pageTitle({ filters: counts })
  return next ? `${title} ${next}` : title
}

it.each([
  [[0, 0, 0, 0], 'No order is open.'],
  [[0, 0, 0, 1], 'No order is open, one with something unread.'],
  [[5, 0, 0, 0], 'Nothing is waiting on us, and everything is read.'],
  [[5, 1, 0, 2], 'One order is waiting on us, two with something unread.'],
  [[200, 14, 3, 9], '14 orders are waiting on us, three are overdue.'],
  [[5, 2, 1, 0], 'Two orders are waiting on us, one is overdue.'],
  [[5, 2, 0, 0], 'Two orders are waiting on us, none overdue, all read.'],
] as [[number, number, number, number], string][])('of %j it says: %s', (counts, sentence) =>
  expect(says(...counts)).toBe(sentence),
)

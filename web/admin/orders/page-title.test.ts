import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

const says = (open: number, us: number, overdue: number, unread: number) => {
  const counts = { open, 'waiting-on-us': us, 'waiting-on-client': 0, unpaid: 0, overdue, unread }
  const { title, next } = pageTitle({ filters: counts })
  return next ? `${title} ${next}` : title
}

it.each([
  [[0, 0, 0, 0], 'No order is open.'],
  [[0, 0, 0, 1], 'No open projects. one with something unread.'],
  [[5, 0, 0, 0], 'Nothing is waiting on us. Nothing unread.'],
  [[5, 1, 0, 2], '1 project is waiting on us. 2 have unread messages.'],
  [[200, 14, 3, 9], '14 orders are waiting on us, three are overdue.'],
  [[5, 2, 1, 0], 'Two orders are waiting on us, 1 is overdue.'],
  [[5, 2, 0, 0], 'Two orders are waiting on us, None overdue, nothing unread.'],
] as [[number, number, number, number], string][])('of %j it says: %s', (counts, sentence) =>
  expect(says(...counts)).toBe(sentence),
)

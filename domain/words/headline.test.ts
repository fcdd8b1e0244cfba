import { describe, expect, it } from 'vitest'
import type { Role } from '../event.ts'
import type { Step } from '../step.ts'
import { statusSummary } from './headline.ts'

type Order = Parameters<typeof statusSummary>[0]

const steps: Step[] = [
  { id: 1, value: 'Report', with: 'agency', status: 0 },
  { id: 2, value: 'Full design approval', with: 'client', status: 0 },
  { id: 3, value: 'Launch', with: 'agency', status: 0 },
  { id: 4, value: 'SEO', with: 'agency', status: 0 },
]
/** An order of which so many steps are done. */
const at = (done: number, some: Partial<Order> = {}): Order => ({
  status: 'open',
  steps: steps.map((step, at) => (at < done ? { ...step, status: 1 } : step)),
  currentSince: 'Friday',
  pending: {},
  ...some,
})
const asked = { unansweredSince: 'Tuesday' }

describe('the headline of an order', () => {
  it.each([
    ['client', at(0), 'Our turn: Report. | Since Friday. Then your turn: Full design approval.'],
    ['client', at(1), 'Your turn: Full design approval. | Since Friday. Then our turn: Launch.'],
    ['client', at(2), 'Our turn: Launch. | Since Friday. Next: SEO.'],
    ['client', at(3), 'Our turn: SEO. | Since Friday. This is the last step.'],
    ['client', at(4), 'All steps are done. | We’ll complete the project next.'],
    [
      'client',
      at(1, asked),
      'Our turn: Reply to your message. | Waiting since Tuesday. Then your turn: Full design approval.',
    ],
    ['client', at(4, { status: 'completed' }), 'Your project is completed.'],
    ['client', at(2, { status: 'cancelled' }), 'This project was cancelled.'],
    ['admin', at(0), 'Our turn: Report. | Since Friday. Then the client’s turn: Full design approval.'],
    ['admin', at(1), 'Waiting for the client: Full design approval. | Since Friday. Then our turn: Launch.'],
    ['admin', at(2), 'Our turn: Launch. | Since Friday. Next: SEO.'],
    ['admin', at(3), 'Our turn: SEO. | Since Friday. This is the last step.'],
    ['admin', at(4), 'All steps are done. | You can complete the project now.'],
    [
      'admin',
      at(1, asked),
      'Our turn: Reply to the client’s message. | Waiting since Tuesday. Then the client’s turn: Full design approval.',
    ],
    ['admin', at(4, { status: 'completed' }), 'This project is completed.'],
    ['admin', at(2, { status: 'cancelled' }), 'This project was cancelled.'],
  ] as [Role, Order, string][])('for the %s: %3$s', (viewer, order, said) => {
    expect(Object.values(statusSummary(order, viewer, (at) => at)).join(' | ')).toBe(said)
  })
})

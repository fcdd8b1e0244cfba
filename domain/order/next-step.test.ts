import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Recorded, type Role } from '#domain/event.ts'
import { asha, meera } from '#domain/samples.ts'
import type { Step } from '#domain/step.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Pending, PendingKind } from './fields.ts'
import { currentWork, headlineText, nextStep } from './next-step.ts'
import { stepCompletedBy } from './order.ts'
import { rowFromWire, rowToWire } from './row-wire.ts'
import { scenarios } from './testing.ts'
import { rowOf } from './testing-action.ts'
import { turnOf } from './turn.ts'

type Order = Parameters<typeof nextStep>[0]

const steps: Step[] = [
  { id: 1, value: 'Report', with: 'agency', completedOn: 'acceptance', status: 0 },
  { id: 2, value: 'Payment', with: 'client', payment: true, completedOn: 'payment', status: 0 },
  { id: 3, value: 'Full design approval', phase: 'full design', with: 'client', completedOn: 'approval', status: 0 },
  { id: 4, value: 'Launch', phase: 'development', with: 'agency', status: 0 },
  { id: 5, value: 'Words', with: 'client', status: 0 },
]
const priced = { paid: 0, actual: 45_000_00, revisions: 0 }
/** An order of which so many steps are done, with something pending. */
const at = (done: number, kind?: PendingKind, some: Partial<Order> = {}): Order => ({
  status: 'open',
  steps: steps.map((step, at) => (at < done ? { ...step, status: 1 } : step)),
  currentSince: 'Friday',
  pending: kind ? ({ [kind]: { at: 'Tuesday', revision: 3 } } as Pending) : {},
  invoice: priced,
  pricing: { rounds: [] },
  payments: [],
  ...some,
})
const inWords = { since: (at: string) => at, day: (at: string) => at, isPast: (at: string) => at < '2026-11-08' }
const said = (order: Order, viewer: Role): string => {
  const { title, next, button, follows } = nextStep(order, viewer, inWords)
  return [`${title}${next ? ` / ${next}` : ''}`, button ? `[${button.label}]` : 'no button', follows]
    .filter(Boolean)
    .join(' | ')
}
const due = { pricing: { since: '2026-11-02T05:00:00.000Z', rounds: [] } }
const approval = { by: 'Asha', at: '2026-11-05T05:00:00.000Z' }
/** As many steps done, and priced at this time: the half after the full design, approved on the 5th, is due on another day. */
const twoDays = (done: number, since: string, kind?: PendingKind, approvedAt = approval.at): Order =>
  at(done, kind, {
    pricing: { since, rounds: [] },
    steps: at(done).steps.map((step) =>
      step.id === 3 ? { ...step, completedBy: { ...approval, at: approvedAt } } : step,
    ),
  })
const drafts = [1, 2, 3].map(() => ({ link: '', by: '', at: '' }))
const landing: Step[] = [
  steps[1]!,
  { id: 6, value: 'Landing page approval', phase: 'landing page', with: 'client', completedOn: 'approval', status: 0 },
]
const unanswered = { unansweredSince: 'Tuesday' }

describe('the next step', () => {
  it('does not say that there is nothing to do where its page names something else', () =>
    expect(nextStep(at(0), 'client', inWords, '').follows).toBe('Since Friday. Then your turn: Payment.'))

  it.each([
    ['landing page', 'If you approve it, the full design starts and ₹13,500 is due within 7 days. '],
    ['full design', ''],
  ] as const)('names what follows of a draft of the %s while the landing page is to be approved', (phase, then) => {
    const invoice = { ...priced, paid: 9_000_00 }
    const draft = at(1, 'draft', { ...due, invoice, steps: [...landing.slice(1), ...steps.slice(2)] })
    const designs = drafts.map((each) => ({ ...each, phase }))
    const { follows } = nextStep({ ...draft, designs }, 'client', inWords)
    expect(follows).toBe(`${then}If not, you ask for changes there.`)
  })

  it('names what an approval lets fall due, also while a step without a phase is open before', () => {
    const report: Step = { id: 9, value: 'Report', with: 'agency', status: 0 }
    const invoice = { ...priced, paid: 9_000_00 }
    const draft = at(1, 'draft', {
      ...due,
      invoice,
      steps: [report, ...landing.slice(1), ...steps.slice(2)],
      designs: drafts,
    })
    expect(nextStep(draft, 'client', inWords).follows).toBe(
      'If you approve it, the full design starts and ₹13,500 is due within 7 days. If not, you ask for changes there.',
    )
  })

  it.each([
    [
      'client',
      at(0),
      'Our turn: / Report. | no button | Since Friday. Nothing for you to do. Then your turn: Payment.',
    ],
    [
      'client',
      at(0, 'proposal', { proposal: { price: 45_000_00 } }),
      'Waiting for you: / accept the proposal. | [Read the proposal] | If you accept it, ₹22,500 is due within 7 days. You can also ask or decline there.',
    ],
    [
      'client',
      at(0, 'proposal', { proposal: { price: 65_000_00 }, invoice: { ...priced, paid: 9_000_00 }, ...due }),
      'Waiting for you: / accept the proposal. | [Read the proposal] | If you accept it, ₹23,500 is due. You can also ask or decline there.',
    ],
    [
      'client',
      at(0, 'proposal', { proposal: { price: 45_000_00 }, invoice: { ...priced, paid: 22_500_00 }, ...due }),
      'Waiting for you: / accept the proposal. | [Read the proposal] | You can also ask or decline there.',
    ],
    [
      'client',
      at(0, 'declined'),
      'You declined the proposal. / We’ll get back to you. | no button | Waiting since Tuesday. Nothing for you to do. Next: Report.',
    ],
    [
      'client',
      at(1, undefined, due),
      'Waiting for you: / Payment. | [Pay ₹22,500] | Since Friday. Then our turn: Full design approval.',
    ],
    [
      'client',
      at(1, undefined, { invoice: { ...priced, actual: 0 } }),
      'We are working out / your price. | no button | Since Friday. Nothing for you to do. Next: Full design approval.',
    ],
    [
      'client',
      at(1, 'payment'),
      'We are checking / your payment. | no button | Waiting since Tuesday. Nothing for you to do. Next: Full design approval.',
    ],
    [
      'client',
      at(1, 'payment question'),
      'Waiting for you: / answer about the payment. | [Answer about the payment] | Waiting since Tuesday. Then our turn: Full design approval.',
    ],
    [
      'client',
      at(2),
      'We are working on / the full design. | no button | Since Friday. Nothing for you to do. Next: Launch.',
    ],
    [
      'client',
      at(2, 'draft', { designs: drafts, ...due }),
      'Waiting for you: / approve the full design. | [Look at version 3] | If you approve it, development starts and ₹22,500 is due within 7 days. If not, you ask for changes there.',
    ],
    [
      'client',
      at(0, 'draft', {
        ...due,
        steps: [
          { id: 1, value: 'Approval', phase: 'landing page', with: 'client', completedOn: 'approval', status: 0 },
          ...steps.slice(2),
        ],
        invoice: { paid: 32_500_00, actual: 65_000_00, revisions: 0 },
      }),
      'Waiting for you: / approve the landing page. | [Look at the design] | If you approve it, the full design starts. If not, you ask for changes there.',
    ],
    [
      'client',
      at(2, 'changes'),
      'We are making / the changes you asked for. | no button | Waiting since Tuesday. Nothing for you to do. Next: Full design approval.',
    ],
    [
      'client',
      at(3, undefined, unanswered),
      'Our turn: / Launch. | no button | Since Friday. Nothing for you to do. Then your turn: Words.',
    ],
    [
      'client',
      at(4, undefined, unanswered),
      'We’ll reply / to your message. | no button | Waiting since Tuesday. Nothing for you to do. Then your turn: Words.',
    ],
    ['client', at(4), 'Waiting for you: / Words. | [Write a message] | Since Friday. This is the last step.'],
    [
      'client',
      at(4, 'invoice', due),
      'Waiting for you: / pay ₹45,000 by 2026-11-09T05:00:00.000Z. | [Pay ₹45,000] | Waiting since Tuesday. Next: Words.',
    ],
    [
      'client',
      at(2, 'invoice', { ...due, invoiced: { sum: 45_000_00, dueOn: '2026-12-07' } }),
      'Waiting for you: / pay ₹45,000 by 2026-12-07. | [Pay ₹45,000] | Waiting since Tuesday. Then our turn: Full design approval.',
    ],
    [
      'client',
      at(2, 'invoice', {
        ...due,
        invoice: { paid: 22_500_00, actual: 45_000_50, revisions: 0 },
        invoiced: { sum: 22_500_25, dueOn: '2026-12-07' },
      }),
      'Waiting for you: / pay ₹0.25 by 2026-12-07. | [Pay ₹0.25] | Waiting since Tuesday. Then our turn: Full design approval.',
    ],
    [
      'client',
      at(4, 'invoice', { pricing: { since: '2026-10-30T05:00:00.000Z', rounds: [] } }),
      'Waiting for you: / pay ₹45,000, overdue since 2026-11-06T05:00:00.000Z. | [Pay ₹45,000] | Waiting since Tuesday. Next: Words.',
    ],
    [
      'client',
      twoDays(4, '2026-11-02T05:00:00.000Z', 'invoice'),
      'Waiting for you: / pay ₹45,000, ₹22,500 of it by 2026-11-09T05:00:00.000Z. | [Pay ₹45,000] | Waiting since Tuesday. Next: Words.',
    ],
    [
      'admin',
      twoDays(4, '2026-10-30T05:00:00.000Z', 'invoice'),
      'Waiting for the client / to pay ₹45,000, ₹22,500 of it overdue since 2026-11-06T05:00:00.000Z. | no button | Waiting since Tuesday. Next: Words.',
    ],
    [
      'admin',
      twoDays(4, '2026-10-30T05:00:00.000Z', 'invoice', '2026-10-31T05:00:00.000Z'),
      'Waiting for the client / to pay ₹45,000, overdue, the first part since 2026-11-06T05:00:00.000Z. | no button | Waiting since Tuesday. Next: Words.',
    ],
    [
      'client',
      twoDays(3, '2026-11-02T05:00:00.000Z'),
      'Our turn: / Launch. | [Pay ₹45,000] | Since Friday. ₹22,500 is due by 2026-11-09T05:00:00.000Z. Then your turn: Words.',
    ],
    [
      'client',
      at(3, undefined, { pricing: { since: '2026-10-30T05:00:00.000Z', rounds: [] } }),
      'Our turn: / Launch. | [Pay ₹45,000] | Since Friday. ₹45,000 was due on 2026-11-06T05:00:00.000Z. Then your turn: Words.',
    ],
    ['client', at(5), 'All steps are done. / We’ll complete the project next. | no button'],
    [
      'client',
      at(5, undefined, { status: 'completed' }),
      'Your website is live. / The project is completed. | no button | ₹45,000 is still to pay.',
    ],
    [
      'client',
      at(5, 'payment', {
        status: 'completed',
        payments: [{ id: '', amount: 44_000_00, state: 'reported', at: '', by: '' }],
      }),
      'Your website is live. / The project is completed. | no button | ₹1,000 is still to pay. ₹44,000 is reported and not checked.',
    ],
    [
      'client',
      at(5, 'payment', {
        status: 'completed',
        payments: [{ id: '', amount: 45_000_00, state: 'reported', at: '', by: '' }],
      }),
      'Your website is live. / The project is completed. | no button | ₹45,000 is reported and not checked.',
    ],
    [
      'client',
      at(5, 'payment', {
        status: 'completed',
        payments: [{ id: '', amount: 10_000_00, state: 'reported', at: '', by: '' }],
        invoiced: { sum: 22_500_00, dueOn: '2026-12-07' },
      }),
      'Your website is live. / The project is completed. | no button | ₹12,500 is due by 2026-12-07. ₹10,000 is reported and not checked.',
    ],
    [
      'client',
      at(2, undefined, { status: 'completed', invoice: { ...priced, paid: priced.actual } }),
      'Your project is completed. | no button',
    ],
    ['client', at(2, undefined, { status: 'cancelled' }), 'This project was cancelled. | no button'],
    ['admin', at(0), 'Our turn: / Report. | [Write the proposal] | Since Friday. Then the client’s turn: Payment.'],
    [
      'admin',
      at(0, 'proposal'),
      'Waiting for the client / to accept the proposal. | no button | Waiting since Tuesday. Next: Payment.',
    ],
    [
      'admin',
      at(0, 'declined'),
      'Our turn: / answer the declined proposal. | [Update the proposal] | Waiting since Tuesday. Next: Report.',
    ],
    [
      'admin',
      at(1),
      'Waiting for the client: / Payment. | no button | Since Friday. Then our turn: Full design approval.',
    ],
    [
      'admin',
      at(1, undefined, { invoice: { ...priced, actual: 0 } }),
      'Our turn: / set the price. | [Set the price] | Since Friday. Next: Full design approval.',
    ],
    [
      'admin',
      at(1, 'payment'),
      'Our turn: / check a payment. | [Check the payment] | Waiting since Tuesday. Next: Full design approval.',
    ],
    [
      'client',
      at(1, undefined, { ...due, invoice: { ...priced, paid: 9_000_00 }, steps: landing }),
      'Our turn: / Payment. | no button | Since Friday. Nothing for you to do. Next: Landing page approval.',
    ],
    [
      'admin',
      at(1, undefined, { ...due, invoice: { ...priced, paid: 9_000_00 }, steps: landing }),
      'Our turn: / Payment. | [Mark as done] | Since Friday. Next: Landing page approval.',
    ],
    [
      'admin',
      at(1, undefined, { ...due, steps: landing.map((step) => ({ ...step, with: 'agency' })) }),
      'Our turn: / Payment. | [Record the payment] | Since Friday. Next: Landing page approval.',
    ],
    ['admin', at(2), 'Our turn: / share the full design. | [Share a design] | Since Friday. Next: Launch.'],
    [
      'admin',
      at(2, 'draft'),
      'Waiting for the client / to approve the full design. | no button | Waiting since Tuesday. Then our turn: Launch.',
    ],
    [
      'admin',
      at(2, 'changes'),
      'Our turn: / make the changes. | [See the changes] | Waiting since Tuesday. Next: Full design approval.',
    ],
    ['admin', at(3), 'Our turn: / Launch. | [Mark as done] | Since Friday. Then the client’s turn: Words.'],
    [
      'admin',
      at(4, undefined, unanswered),
      'Our turn: / reply to the message. | [Reply] | Waiting since Tuesday. Then the client’s turn: Words.',
    ],
    ['admin', at(5), 'All steps are done. / You can complete the project now. | [Complete order]'],
    ['admin', at(5, undefined, { status: 'completed' }), 'This project is completed. | no button'],
    [
      'client',
      at(3, undefined, due),
      'Our turn: / Launch. | [Pay ₹45,000] | Since Friday. ₹45,000 is due by 2026-11-09T05:00:00.000Z. Then your turn: Words.',
    ],
    [
      'client',
      twoDays(3, '2026-10-20T05:00:00.000Z'),
      'Our turn: / Launch. | [Pay ₹45,000] | Since Friday. ₹22,500 was due on 2026-10-27T05:00:00.000Z. Then your turn: Words.',
    ],
  ] as [Role, Order, string][])('for the %s: %3$s', (viewer, order, expected) =>
    expect(said(order, viewer)).toBe(expected),
  )

  it('is in a list what its side is to do, or how far a closed project came', () => {
    expect(['proposal', 'draft', 'payment'].map((kind) => currentWork(at(2, kind as PendingKind)))).toEqual([
      'Accept the proposal',
      'Approve the full design',
      'Check a payment',
    ])
    expect([currentWork(at(2)), currentWork(at(3))]).toEqual(['Share the full design', 'Launch'])
    expect(currentWork(at(2, 'draft', { status: 'cancelled' }))).toBe('2 of 5 steps done')
    expect(headlineText(at(2, 'draft'), 'client')).toBe('Waiting for you: approve the full design.')
  })
})

it('is at every moment of a project that of one side, by an event, and the same on page and row', () => {
  const invoices = new Set<string>()
  fc.assert(
    fc.property(scenarios(), (events) => {
      for (let count = 1; count <= events.length; count++) {
        const past = events.slice(0, count)
        const [order, row] = [fold(orders, past), rowOf(past)]
        const turn = turnOf(order)
        if (isByHand(past)) expect(turn?.reason).not.toBe('draft')
        expect(turnOf(row)).toEqual(turn)
        if (turn?.reason === 'invoice') invoices.add(currentWork(rowFromWire(rowToWire(row, meera))))
        expect(currentWork(row)).toBe(currentWork(order))
        for (const { role } of [asha, meera]) {
          const { title, next, button, turn: shown } = nextStep(order, role, inWords)
          expect(shown).toEqual(turn)
          expect(headlineText(order, role, inWords)).toBe(next ? `${title} ${next}` : title)
          // A client may have something to pay while it is the agency’s turn.
          const pays = role === 'client' && button?.tab === 'payment'
          const onRow = nextStep(rowFromWire(rowToWire(row, meera)), role, inWords).button
          if (pays || onRow?.tab === 'payment') expect(onRow).toEqual(button)
          if (turn && !pays) expect(button !== undefined, title).toBe((turn.with === 'agency') === (role === 'admin'))
        }
        if (order.status !== 'open') expect(turn).toBeUndefined()
        else expect(isReason(turn!, past, order.pending)).toBe(true)
      }
    }),
  )
  expect([...invoices].filter((work) => !/^Pay ₹/.test(work))).toEqual([])
})

/** Whether an admin has just completed the step that an approval of the latest draft would have completed. */
function isByHand(past: readonly Recorded<OrderEvent>[]): boolean {
  const [before, last] = [fold(orders, past.slice(0, -1)), past.at(-1)!]
  const phase = before.designs.at(-1)?.phase
  return (
    last.type === 'StepToggled' &&
    phase !== undefined &&
    stepCompletedBy(before, 'approval', phase)?.id === last.data.step
  )
}

/** Whether a turn began with an event that gives its reason. */
function isReason(
  { reason, since }: NonNullable<ReturnType<typeof turnOf>>,
  past: readonly Recorded<OrderEvent>[],
  pending: Pending,
): boolean {
  if (reason === 'message')
    return past.some(({ by, at, type }) => at === since && by.role === 'client' && isQuestion.includes(type))
  if (reason === 'step' || reason === 'preparation' || reason === 'all done')
    return past.some(
      ({ type, at, data }) =>
        at === since &&
        (type === 'OrderOpened' ||
          type === 'StepToggled' ||
          !!('completes' in data && data.completes) ||
          'reopens' in data),
    )
  const request = past[pending[reason]!.revision]
  return request !== undefined && request.at === since
}
const isQuestion = ['MessageSent', 'FileShared', 'FileReplaced', 'AnswersAmended']

import { describe, expect, it } from 'vitest'
import { invoices, says } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  designShared,
  fileShared,
  invoiced,
  meera,
  opened,
  paymentLinkShared,
  proposed,
  reopened,
  signed,
} from '#domain/samples.ts'
import type { NewStep } from '#domain/step.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { type Pending, type PendingKind, pendingSides, withPending } from './fields.ts'
import { currentWork, nextStep } from './next-step.ts'
import { stepCompletedBy } from './order.ts'
import { PaymentRecorded } from './record-payment.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { reportedData } from './testing-payments.ts'
import { type Side, turnOf } from './turn.ts'

const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-x1', samples))
const openedWith = (...steps: NewStep[]): Sample<OrderEvent> => ({ ...opened, data: { ...opened.data, steps } })
const toggled = (step: number, at: string, done = true): Sample<OrderEvent> => ({
  type: 'StepToggled',
  data: { step, done },
  by: meera,
  at,
})
const tuesday = '2026-11-17T05:00:00.000Z'
const friday = '2026-11-20T05:00:00.000Z'
const report: NewStep = { id: 1, value: 'Report', with: 'agency' }
const approval: NewStep = { id: 2, value: 'Full design approval', with: 'agency' }
const launch: NewStep = { id: 3, value: 'Launch', with: 'client' }
const names: Record<string, string> = { [opened.at]: 'Monday', [tuesday]: 'Tuesday', [friday]: 'Friday' }
const said = (viewer: 'client' | 'admin', ...samples: Sample<OrderEvent>[]) => {
  const { title, next, follows } = nextStep(order(...samples), viewer, {
    since: (at) => names[at] ?? at,
    day: (at) => at,
    isPast: () => false,
  })
  return [title, next, follows].filter(Boolean).join(' ')
}

describe('whose turn it is', () => {
  const sides = (...samples: Sample<OrderEvent>[]) => turnOf(order(...samples))?.with
  it('is that of the first open step', () => {
    expect(sides(openedWith(report, launch))).toBe('agency')
    expect(sides(openedWith(report, launch), toggled(1, tuesday))).toBe('client')
  })
  it('is the agency’s when every step is done: it completes the order', () =>
    expect(sides(openedWith(launch), toggled(3, tuesday))).toBe('agency'))
  it('is the client’s at a payment, where a step does not say, and else the agency’s', () => {
    expect(sides(openedWith({ id: 1, value: 'First half', payment: true }))).toBe('client')
    expect(sides(openedWith({ id: 1, value: 'First payment' }))).toBe('client')
    expect(sides(openedWith({ id: 1, value: 'Words' }))).toBe('agency')
    expect(sides(openedWith({ id: 1, value: 'We pay it back', payment: true, with: 'agency' }))).toBe('agency')
  })
  it('is the agency’s while there is nothing that the client could accept, approve or pay', () => {
    const at = (completedOn: NewStep['completedOn'], some: Partial<ReturnType<typeof order>> = {}) =>
      turnOf({ ...order(openedWith({ ...launch, completedOn })), ...some })
    for (const [completedOn, sent] of [
      ['acceptance', { pending: { proposal: { at: tuesday, revision: 2 } } }],
      ['approval', { pending: { draft: { at: tuesday, revision: 2 } } }],
      ['payment', { invoice: { paid: 0, actual: 45_000_00, revisions: 0 } }],
    ] as const) {
      expect(at(completedOn), completedOn).toMatchObject({ with: 'agency', reason: 'preparation', since: opened.at })
      expect(at(completedOn, sent)?.with, completedOn).toBe('client')
    }
  })
  it('is the agency’s at a payment that is covered, however the money came: it marks the step as done', () => {
    const steps = openedWith(
      { id: 1, value: 'Payment', payment: true, completedOn: 'payment' },
      { id: 2, value: 'Landing page approval', phase: 'landing page', completedOn: 'approval' },
    )
    const figures = (paid: number, actual: number) => invoices(meera, [paid, actual], tuesday)
    expect(sides(steps, figures(0, 65_000))).toBe('client')
    for (const before of [figures(0, 65_000), figures(13_000, 0)])
      expect(turnOf(order(steps, before, figures(13_000, 65_000)))).toMatchObject({ with: 'agency', reason: 'step' })
    expect(sides(steps, figures(13_000, 65_000), figures(0, 65_000))).toBe('client')
  })

  it('is the client’s at a second payment: what is left of the price, or what an approval before it lets fall due', () => {
    const payment = (id: number): NewStep => ({ id, value: `Payment ${id}`, payment: true, completedOn: 'payment' })
    const paid = (amount: number) => invoices(meera, [amount, 65_000], tuesday)
    const named = openedWith(payment(1), payment(2))
    expect(sides(named, paid(13_000), toggled(1, tuesday))).toBe('client')
    expect(sides(named, paid(65_000), toggled(1, tuesday))).toBe('agency')
    const approved: NewStep = { id: 2, value: 'Approval', phase: 'landing page', completedOn: 'approval' }
    const phased = openedWith(payment(1), approved, { ...payment(3), phase: 'full design' })
    expect(turnOf(order(phased, paid(13_000), toggled(1, tuesday)))?.next).toMatchObject({ with: 'client' })
  })
  // spec: 4.37
  it('is the agency’s once the questionnaire is sent, where a step says that this completes it', () => {
    const sent: NewStep = { id: 1, value: 'Business onboarding', with: 'client', completedOn: 'submission' }
    const order = openedWith(sent, report, launch)
    expect(sides(order)).toBe('agency')
    expect(said('client', order)).toBe('Our turn: Report. Since Monday. Nothing for you to do. Then your turn: Launch.')
    expect(sides(order, toggled(1, tuesday, false))).toBe('client')
  })
  it('is the client’s still at such a step of an order that was opened before steps said so', () =>
    expect(sides(opened)).toBe('client'))
  describe('at a message of the client', () => {
    const asks = says(asha, 'May we?', tuesday)
    const steps = openedWith(launch, report)
    // spec: 4.37
    it('is the agency’s until it answers', () => {
      expect(sides(steps)).toBe('client')
      expect(sides(steps, asks)).toBe('agency')
      expect(sides(steps, asks, toggled(2, friday))).toBe('agency')
      expect(sides(steps, asks, says(meera, 'You may.', friday))).toBe('client')
      for (const answer of [{ ...fileShared, by: meera }, designShared, invoiced, proposed, paymentLinkShared])
        expect(sides(steps, asks, { ...answer, at: friday }), answer.type).toBe('client')
      expect(sides(steps, asks, { ...fileShared, at: friday })).toBe('agency')
    })
    it('is the agency’s still once the client has paid through a provider', () => {
      const came = PaymentRecorded({ ...reportedData, provider: 'Stripe' })
      expect(sides(steps, asks, { ...came, by: meera, at: friday })).toBe('agency')
      expect(sides(steps, asks, { ...came, data: reportedData, by: meera, at: friday })).toBe('client')
    })
    it('is said so, since the first that has no answer', () => {
      const both = [steps, asks, says(asha, 'Hello?', friday)] as const
      expect(said('client', ...both)).toBe(
        'We’ll reply to your message. Waiting since Tuesday. Nothing for you to do. Then your turn: Launch.',
      )
      expect(said('admin', ...both)).toBe(
        'Our turn: reply to the message. Waiting since Tuesday. Then the client’s turn: Launch.',
      )
    })
    it('stays at the step where that is the agency’s already', () =>
      expect(said('client', openedWith(report), asks)).toBe(
        'Our turn: Report. Since Monday. Nothing for you to do. This is the last step.',
      ))
    it('is the same in a list as on the order’s page, and none once the order is closed', () => {
      const events = recorded('order-x1', [steps, asks])
      const row = events.reduce(evolveRow, undefined as OrderRow | undefined)!
      expect(turnOf(row)).toEqual(turnOf(fold(orders, events)))
      expect(currentWork(row)).toBe('Reply to the message')
      expect(sides(steps, asks, completed)).toBeUndefined()
    })
  })
  it('is no side’s once the order is closed', () => expect(sides(opened, completed)).toBeUndefined())
})

describe('the turn began', () => {
  const since = (...samples: Sample<OrderEvent>[]) => {
    const events = recorded('order-x1', samples)
    const row = events.reduce(evolveRow, undefined as OrderRow | undefined)!
    expect(row.currentSince).toBe(fold(orders, events).currentSince)
    return row.currentSince
  }
  it('when the order was opened', () => expect(since(openedWith(report, launch))).toBe(opened.at))
  it('when the step before it was signed', () =>
    expect(since(openedWith(report, launch), toggled(1, tuesday))).toBe(tuesday))
  it('not anew when a later step is signed, or the same twice', () => {
    const first = [openedWith(report, approval, launch), toggled(1, tuesday)] as const
    expect(since(...first, toggled(3, friday))).toBe(tuesday)
    expect(since(...first, toggled(1, friday))).toBe(tuesday)
  })
  it('when a step was opened again', () =>
    expect(since(openedWith(report, launch), toggled(1, tuesday), toggled(1, friday, false))).toBe(friday))
  it('not anew when a closed order was opened again: it stands where it stood', () =>
    expect(since(opened, signed, completed, reopened)).toBe(signed.at))
})

describe('what an order is at, in a list', () => {
  const work = (...samples: Sample<OrderEvent>[]) => currentWork(order(...samples))
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => toggled(step, friday))
  it('is its first open step', () => expect(work(opened, signed)).toBe('Business onboarding'))
  it('is how far it came, once it is closed', () => {
    expect(work(opened, ...all.slice(0, 3), cancelled)).toBe('3 of 8 steps done')
    expect(work(opened, completed)).toBe('0 of 8 steps done')
    expect(work(opened, ...all, completed)).toBe('All steps done')
    expect(work(opened, ...all)).toBe('All steps done')
  })
})

describe('where the project stands', () => {
  const steps = openedWith(report, approval, launch)
  // spec: 4.36
  it('is what happens now, who has it, since when, and what is next with whom', () => {
    expect(said('client', steps, toggled(1, friday))).toBe(
      'Our turn: Full design approval. Since Friday. Nothing for you to do. Then your turn: Launch.',
    )
    expect(said('admin', steps, toggled(1, friday))).toBe(
      'Our turn: Full design approval. Since Friday. Then the client’s turn: Launch.',
    )
  })
  it('says the side once while it stays the same', () =>
    expect(said('client', steps)).toBe(
      'Our turn: Report. Since Monday. Nothing for you to do. Next: Full design approval.',
    ))
  it('tells the client that it is theirs', () => {
    const all = [steps, toggled(1, tuesday), toggled(2, friday)] as const
    expect(said('client', ...all)).toBe('Waiting for you: Launch. Since Friday. This is the last step.')
    expect(said('admin', ...all)).toBe('Waiting for the client: Launch. Since Friday. This is the last step.')
  })
  it('does not jump when a later step is signed first', () =>
    expect(said('client', steps, toggled(2, friday))).toBe(
      'Our turn: Report. Since Monday. Nothing for you to do. Then your turn: Launch.',
    ))
  it('leaves the names of steps as the agency wrote them', () =>
    expect(said('client', openedWith({ id: 1, value: 'SEO' }, { id: 2, value: 'écrans' }))).toBe(
      'Our turn: SEO. Since Monday. Nothing for you to do. Next: écrans.',
    ))
  it.each([
    ['client', 'Your project is completed.', 'We’ll complete the project next.'],
    ['admin', 'This project is completed.', 'You can complete the project now.'],
  ] as const)('says to a person of role %s what is left when every step is signed, and how it ended', (...expected) => {
    const [viewer, ended, next] = expected
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => toggled(step, friday))
    expect(said(viewer, opened, signed, ...all)).toBe(`All steps are done. ${next}`)
    expect(said(viewer, opened, completed)).toBe(ended)
    expect(said(viewer, opened, cancelled)).toBe('This project was cancelled.')
  })
})

describe('what one side has asked of the other', () => {
  const waits = (kind: PendingKind, at = tuesday): Pending => ({ [kind]: { at, revision: 4 } })
  const turn = (pending: Pending, ...steps: NewStep[]) => turnOf({ ...order(openedWith(...steps)), pending })
  it.each(Object.entries(pendingSides) as [PendingKind, Side][])(
    '%s is the turn of the %s, whichever side has the first open step, which follows then',
    (kind, side) => {
      for (const [step, other] of [
        [launch, 'client'],
        [report, 'agency'],
      ] as const)
        expect(turn(waits(kind), step)).toEqual({
          with: side,
          since: tuesday,
          reason: kind,
          next: { step: { ...step, status: 0 }, with: other },
        })
    },
  )
  it('goes before what the client owes, where the agency owes it', () => {
    const both = { ...waits('draft', friday), ...waits('payment') }
    expect(turn(both, launch)).toMatchObject({ with: 'agency', reason: 'payment', since: tuesday })
    const asking = order(openedWith(launch), says(asha, 'May we?', friday))
    expect(turnOf({ ...asking, pending: waits('draft') })).toMatchObject({ with: 'agency', reason: 'message' })
    expect(turnOf({ ...asking, pending: waits('changes') })).toMatchObject({ with: 'agency', reason: 'changes' })
  })
  it('is answered once, and asked anew by a later event', () => {
    const at = (at: string, revision: number) => ({ at, revision })
    const pending = withPending({}, at(tuesday, 3), { asks: 'draft' })
    expect(withPending(pending, at(friday, 5), { asks: 'changes', answers: ['draft'] })).toEqual({
      changes: at(friday, 5),
    })
    expect(withPending(pending, at(friday, 5), { asks: 'draft' })).toEqual({ draft: at(friday, 5) })
    expect(withPending(pending, at(friday, 5), { answers: ['invoice'] })).toEqual(pending)
  })
  it('is no side’s turn once the order is closed', () =>
    expect(turnOf({ ...order(opened, completed), pending: waits('draft') })).toBeUndefined())
})

describe('what of the client’s completes a step', () => {
  const steps: NewStep[] = [
    { id: 1, value: 'First design', phase: 'landing page', completedOn: 'approval' },
    { id: 2, value: 'All pages', phase: 'full design', completedOn: 'approval' },
    { id: 3, value: 'Deposit', completedOn: 'payment' },
  ]
  const at = order(openedWith(...steps))
  it('is the first open one that says so, of its phase', () => {
    expect(stepCompletedBy(at, 'approval', 'full design')?.id).toBe(2)
    expect(stepCompletedBy(at, 'payment')?.id).toBe(3)
    expect(stepCompletedBy(order(openedWith(...steps), toggled(3, tuesday)), 'payment')).toBeUndefined()
  })
  it('is none where no step says so', () => expect(stepCompletedBy(at, 'acceptance')).toBeUndefined())
})

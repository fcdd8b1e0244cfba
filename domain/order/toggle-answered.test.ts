import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { invoices, says } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import {
  asha,
  changesRequested,
  draftApproved,
  draftShared,
  invoiceIssued,
  meera,
  nextDraftShared,
  offered,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptProposal, ProposalAccepted } from './accept-proposal.ts'
import type { Undo } from './action.ts'
import { type OrderEvent, orders } from './actions.ts'
import { declineProposal } from './decline-proposal.ts'
import { nextStep } from './next-step.ts'
import type { Order } from './order.ts'
import { proposalHash } from './proposal-text.ts'
import { isAcceptedByPayment } from './proposal-versions.ts'
import { recordPayment } from './record-payment.ts'
import { reopenPayment } from './reopen-payment.ts'
import { stateOf } from './review.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { roadOf } from './road.ts'
import { rowOf } from './testing-action.ts'
import { byDay } from './testing-payments.ts'
import { StepToggled, toggleStep } from './toggle-step.ts'
import { turnOf } from './turn.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

const start = { ...opened, data: { ...opened.data, steps: defaultSteps } }
const at = '2026-11-27T09:00:00.000Z'
const by = <E extends OrderEvent>(event: E, person = meera): Sample<OrderEvent> =>
  ({ ...event, by: person, at }) as Sample<OrderEvent>
const orderAfter = (...samples: Sample<OrderEvent>[]) => {
  const events = recorded('order-x1', samples)
  const order = fold(orders, events)
  expect(rowOf(events).pending).toEqual(order.pending)
  return order
}
const landing = { orderId: 'x1', progressId: 5 }
const waits = { draft: { at: draftShared.at, revision: 1 } }
const done = StepToggled({ step: 5, done: true, answers: waits })

// spec: 4.37
describe('an approval step that an admin completes by hand', () => {
  it('answers the draft that waits', () => {
    given(orders, start, draftShared).when(toggleStep, landing, meera).then(done)
    expect(orderAfter(start, draftShared).pending).toEqual(waits)
    const after = orderAfter(start, draftShared, by(done))
    expect(after.pending).toEqual({})
    expect([stateOf(orderAfter(start, draftShared), 1), stateOf(after, 1)]).toEqual(['waiting', 'done'])
  })
  it('answers the changes that were asked for', () =>
    given(orders, start, draftShared, changesRequested)
      .when(toggleStep, landing, meera)
      .then(StepToggled({ step: 5, done: true, answers: { changes: { at: changesRequested.at, revision: 2 } } })))
  it('leaves a draft that another step is about', () =>
    given(orders, start, draftShared)
      .when(toggleStep, { ...landing, progressId: 6 }, meera)
      .then(StepToggled({ step: 6, done: true })))
  it.each([
    ['that says so by its name alone', ['Report', 'Landing page approval', 'Launch'], 2],
    ['that is the last', ['Report'], 1],
  ])('answers the draft at a step %s, and it waits again with that', (_, names, step) => {
    const steps = names.map((value, at) => ({ id: at + 1, value }))
    const before = { ...opened, data: { ...opened.data, steps } }
    const toggle = { ...landing, progressId: step }
    const answered = StepToggled({ step, done: true, answers: waits })
    given(orders, before, draftShared).when(toggleStep, toggle, meera).then(answered)
    expect(orderAfter(before, draftShared, by(answered)).pending).toEqual({})
    given(orders, before, draftShared, by(answered))
      .when(toggleStep, toggle, meera)
      .then(StepToggled({ step, done: false, asks: waits }))
    if (step > 1)
      given(orders, before, draftShared)
        .when(toggleStep, { ...landing, progressId: 1 }, meera)
        .then(StepToggled({ step: 1, done: true }))
  })
  it('has it wait again once it is reopened, since when it did', () => {
    given(orders, start, draftShared, by(done))
      .when(toggleStep, landing, meera)
      .then(StepToggled({ step: 5, done: false, asks: waits }))
    const reopened = orderAfter(start, draftShared, by(done), by(StepToggled({ step: 5, done: false, asks: waits })))
    expect(reopened).toMatchObject({ pending: waits, steps: orderAfter(start, draftShared).steps })
  })
  it('has it wait again as it is undone', () => {
    const [before, after] = [orderAfter(start, draftShared), orderAfter(start, draftShared, by(done))]
    const undo = toggleStep.undo as (order: typeof before, event: typeof done) => Undo
    const input = toggleStep.input.parse({ orderId: 'x1', ...undo(before, done).input })
    expect(toggleStep.decide(after, input, { by: meera, at })).toEqual([
      StepToggled({ step: 5, done: false, since: before.currentSince, asks: waits }),
    ])
  })
  it.each([
    ['completed', [draftShared], done],
    ['reopened', [draftShared, by(done)], by(StepToggled({ step: 5, done: false, asks: waits }))],
  ])('is not undone as %s once the client has answered', (_, samples, toggled) => {
    const undo = (toggleStep.undo as (order: Order, event: OrderEvent) => Undo)(orderAfter(start, ...samples), toggled)
    const unchanged = (...later: Sample<OrderEvent>[]) =>
      undo.isUnchanged(orderAfter(start, ...samples, by(toggled), ...later))
    const answers = [draftApproved, changesRequested].map((each) => ({ ...each, at }))
    expect([unchanged(), ...answers.map((each) => unchanged(each))]).toEqual([true, false, false])
  })
  it('answers what it had answered as its reopening is undone, and nothing that waited beside it', () => {
    const undone = toggleStep.input.parse({ orderId: 'x1', progressId: 5, status: 1, since: opened.at })
    const reopened = by(StepToggled({ step: 5, done: false, asks: waits }))
    const decided = (...samples: Sample<OrderEvent>[]) =>
      toggleStep.decide(orderAfter(start, ...samples), undone, { by: meera, at })
    const again = { step: 5, done: true, since: opened.at }
    expect(decided(draftShared, by(done), reopened)).toEqual([StepToggled({ ...again, answers: waits })])
    const doneBefore = by(StepToggled({ step: 5, done: true }))
    expect(decided(doneBefore, draftShared, by(StepToggled({ step: 5, done: false })))).toEqual([StepToggled(again)])
  })
  it.each([
    ['a later draft waits', nextDraftShared],
    ['the client approved it since', draftApproved],
    ['the client asked for changes since', changesRequested],
  ])('does not where %s', (_, since) =>
    given(orders, start, draftShared, by(done), { ...since, at })
      .when(toggleStep, landing, meera)
      .then(StepToggled({ step: 5, done: false })),
  )
})

describe('a proposal that waits', () => {
  const pending = { at: offered.at, revision: 1, paid: 0 }
  it('is answered by the step of its acceptance, and waits again with it', () => {
    const answered = StepToggled({ step: 3, done: true, answers: { proposal: pending } })
    given(orders, start, offered)
      .when(toggleStep, { ...landing, progressId: 3 }, meera)
      .then(answered)
    given(orders, start, offered, by(answered))
      .when(toggleStep, { ...landing, progressId: 3 }, meera)
      .then(StepToggled({ step: 3, done: false, asks: { proposal: pending } }))
  })
  const paid = invoices(meera, [13_000, 65_000], at)
  it('waits for no answer once it was paid for: the agency completes its step', () => {
    expect(turnOf(orderAfter(start, offered))?.reason).toBe('proposal')
    const order = orderAfter(start, offered, paid)
    expect(turnOf(order)).toMatchObject({ with: 'agency', reason: 'step', step: { id: 3 } })
    const { button } = nextStep(order, 'admin', { since: (day) => day, day: (day) => day, isPast: () => false })
    expect(button?.label).toBe('Mark as done')
    expect(turnOf(orderAfter(start, offered, by(StepToggled({ step: 4, done: true }))))?.reason).toBe('step')
  })
  it('waits again where that payment is taken back, and where it was paid before it was written', () => {
    expect(turnOf(orderAfter(start, offered, paid, invoices(meera, [0, 65_000], at)))?.reason).toBe('proposal')
    expect(turnOf(orderAfter(start, paid, offered, says(meera, 'Please read it.', at)))?.reason).toBe('proposal')
  })
  it('can be accepted past its days where something was paid before it was written, and waits until it is', () => {
    const order = orderAfter(start, paid, offered)
    const { hash = '' } = offered.data
    const input = { orderId: 'x1', version: 1, hash, name: 'Asha Rao', timeZone: 'Asia/Kolkata' }
    const late = { by: asha, at: '2026-12-24T05:00:00.000Z' }
    expect(acceptProposal.decide(order, input, late)).toHaveLength(1)
    expect(isAcceptedByPayment(order)).toBe(false)
    expect(roadOf(order, 'client', byDay).find(({ kind }) => kind === 'requested')).not.toHaveProperty('day')
    const { invoice } = orderAfter(start)
    expect(() => acceptProposal.decide({ ...order, invoice }, input, late)).toThrow('was valid until 19/11/2026')
  })
  it('is settled once it was paid for: it can be neither withdrawn nor declined', () => {
    const done = by(StepToggled({ step: 3, done: true, answers: { proposal: pending } }))
    for (const settled of [orderAfter(start, offered, paid), orderAfter(start, offered, done, paid)]) {
      expect(isAcceptedByPayment(settled)).toBe(true)
      expect(() => withdrawProposal.decide(settled, { orderId: 'x1', version: 1 }, { by: meera, at })).toThrow(
        'This version was paid for. Write a new version instead.',
      )
      const read = { version: 1, hash: offered.data.hash!, reason: 'Too much.' }
      expect(() => declineProposal.decide(settled, { orderId: 'x1', ...read }, { by: asha, at })).toThrow(
        'This proposal was paid for already. Please send us a message.',
      )
    }
  })
  it('waits where an earlier version is what was paid for', () => {
    const { hash = '', ...written } = offered.data
    const accepted = ProposalAccepted({ version: 1, price: 45_000_00, text: '', hash, name: 'Asha Rao' })
    const second = { ...written, price: 65_000_00, hash: proposalHash(written, 2), applies: 1 }
    const next: Sample<OrderEvent> = { type: 'ProposalRevised', data: second, by: meera, at }
    expect(turnOf(orderAfter(start, offered, by(accepted, asha), next, paid))?.reason).toBe('proposal')
  })
})

describe('an invoice that waits', () => {
  const issued = { ...invoiceIssued, data: { ...invoiceIssued.data, open: 22_500_00, paid: [] } }
  const pending = { at: issued.at, revision: 2 }
  const done = by(StepToggled({ step: 4, done: true, answers: { invoice: pending } }))
  const before = [start, invoices(meera, [0, 65_000], at), issued, done]
  const withDone = (command: Undo['command'], input: object, samples: Sample<OrderEvent>[]): Sample<OrderEvent>[] => {
    const parsed = command.input.parse({ orderId: 'x1', ...input })
    return [...samples, ...perform(command, orderAfter(...samples), parsed, { by: meera, at }).map((each) => by(each))]
  }
  const waiting = (samples: Sample<OrderEvent>[]) => orderAfter(...samples).pending
  it('is answered as its step is marked as done, and waits again once that is reopened', () => {
    const priced = withDone(reviseInvoice, { actualAmount: '70000' }, before)
    const undone = withDone(reviseInvoice, { actualAmount: '65000' }, priced)
    const payment = { payment: 'payment-1', amount: '1', reference: '7', paidOn: '2026-11-12' }
    const paid = withDone(recordPayment, payment, undone)
    const takenBack = withDone(reopenPayment, { payment: 'payment-1' }, paid)
    expect([before, priced, undone, paid, takenBack].map(waiting)).toEqual([{}, {}, {}, {}, {}])
    expect(waiting(withDone(toggleStep, { progressId: 4 }, takenBack))).toEqual({ invoice: pending })
  })
  it('does so where it is a later one', () => {
    const later = { ...issued, data: { ...issued.data, documentId: 'd2', number: 'LH/2026/2' }, at }
    const priced = withDone(reviseInvoice, { actualAmount: '70000' }, [...before, later])
    expect(waiting(priced)).toEqual({ invoice: { at, revision: 4 } })
  })
})

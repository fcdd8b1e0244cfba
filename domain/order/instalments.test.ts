import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoices } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { maxAmount } from '#domain/money.ts'
import { creditNoteIssued, invoiceIssued, meera, opened } from '#domain/samples.ts'
import { phases, type Step } from '#domain/step.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { uninvoicedParts } from './draft-invoice.ts'
import { dueNow, instalmentsOf, openAmount, payableNow, payableOnceAccepted, withInvoiced } from './instalments.ts'
import { invoiceOf } from './invoice.ts'
import type { Order } from './order.ts'
import { withFormAmount } from './payment-changes.ts'
import { confirmedSum, type Payment, reportedSum } from './payments.ts'
import { scenarios } from './testing.ts'

const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-x1', samples))
const done = (step: number, at: string, isDone = true): Sample<OrderEvent> => ({
  type: 'StepToggled',
  data: { step, done: isDone },
  by: meera,
  at,
})
const revised = (paid: number, actual: number, revisions: number, at: string): Sample<OrderEvent> => ({
  type: 'InvoiceRevised',
  data: { paid, actual, revisions },
  by: meera,
  at,
})
const priced = invoices(meera, [0, 65_000], '2026-11-05T06:00:00.000Z')
const landingDone = [1, 2, 3, 4, 5].map((step) => done(step, `2026-11-1${step}T06:00:00.000Z`))
const designDone = done(6, '2026-11-20T06:00:00.000Z')
const table = (...samples: Sample<OrderEvent>[]) =>
  instalmentsOf(order(opened, ...samples)).map(({ title, share, amount, state, due }) => [
    title,
    share,
    amount / 100,
    due ? `${state} ${due.slice(0, 10)}` : state,
  ])

describe('the instalments of an order', () => {
  it('are none as long as there is no price', () => expect(table()).toEqual([]))
  it('are 20, 30 and 50 percent, the first a week after there is a price', () =>
    expect(table(priced)).toEqual([
      ['Landing page design', 20, 13_000, 'due 2026-11-12'],
      ['Rest of the design', 30, 19_500, 'later'],
      ['Development', 50, 32_500, 'later'],
    ]))
  it('begin a week after the price is accepted, at the time that is given', () =>
    expect(payableOnceAccepted(order(opened), 65_000_00, '2026-11-05T06:00:00.000Z')).toMatchObject({
      amount: 13_000_00,
      due: '2026-11-12T06:00:00.000Z',
    }))
  it('are due by an invoice that has them, as far as it asks for them', () => {
    const states = (parts: Record<string, number>, isInvoiced = true, amount = 32_500_00) => {
      const lines = Object.entries(parts).map(([key, amount]) => ({ key, amount }))
      const documents = [{ kind: 'invoice', lines }] as Order['documents']
      const due = { amount, due: '2026-12-07', isInvoiced }
      return withInvoiced(instalmentsOf(order(opened, priced)), due, { status: 'open', documents }).map(
        ({ state, due, billed }) => `${billed ? `${billed / 100} ` : ''}${state} ${due?.slice(0, 10)}`,
      )
    }
    const invoiced = 'due 2026-12-07'
    const [landing, design] = ['due 2026-11-12', 'later undefined']
    // What has fallen due by itself is first in what is to be paid: all parts come to that, and to no more.
    expect(states({ development: 32_500_00 })).toEqual([landing, design, `19500 ${invoiced}`])
    expect(states({ development: 32_500_00 }, true, 45_500_00)).toEqual([landing, design, invoiced])
    const most = states({ 'landing page': 13_000_00, 'full design': 19_499_99 }, true, 32_499_99)
    expect(most).toEqual([invoiced, `19499.99 ${invoiced}`, design])
    expect(states({ development: 32_500_00 }, false)).toEqual([landing, design, design])
    // Of an invoice in advance a part was credited.
    expect(states({ development: 31_500_00 }, true, 31_500_00)).toEqual([landing, design, `18500 ${invoiced}`])
    // Of all that was invoiced a part was credited that has fallen due, or some of it.
    const others = { 'full design': 19_500_00, development: 32_500_00 }
    expect(states(others, true, 52_000_00)).toEqual([landing, invoiced, `19500 ${invoiced}`])
    const some = { ...others, 'landing page': 12_000_00 }
    expect(states(some, true, 64_000_00)).toEqual([landing, invoiced, `31500 ${invoiced}`])
    // What was paid of another part without an invoice is taken off it.
    const paid = order(opened, revised(13_000_00, 65_000_00, 0, priced.at))
    const ahead = { kind: 'invoice', lines: [{ key: 'development', amount: 32_500_00 }] }
    const documents = [ahead] as Order['documents']
    const due = { amount: 19_500_00, due: '2026-12-07', isInvoiced: true }
    expect(withInvoiced(instalmentsOf(paid), due, { status: 'open', documents })).toMatchObject([
      { state: 'paid' },
      { state: 'later' },
      { state: 'due', billed: 19_500_00 },
    ])
  })
  it('are asked for by the invoice that has them, also where more was paid than was invoiced before', () => {
    const line = (key: string, amount: number) => ({ key, title: '', share: 0, tax: 0, amount })
    const invoiceOfPart = (documentId: string, key: string, amount: number) => ({
      ...invoiceIssued,
      data: { ...invoiceIssued.data, documentId, number: documentId, lines: [line(key, amount)] },
    })
    const first = invoiceOfPart('landing', 'landing page', 13_000_00)
    const ahead = invoiceOfPart('development', 'development', 32_500_00)
    const now = order(opened, priced, first, revised(13_500_00, 65_000_00, 0, priced.at), ahead)
    expect(withInvoiced(instalmentsOf(now), payableNow(now), now)).toMatchObject([
      { state: 'paid' },
      { state: 'later', paid: 500_00 },
      { state: 'due', isInvoiced: true, billed: 32_000_00 },
    ])
  })
  it('are due by an invoice without what a credit note took of one that was paid', () => {
    const line = (key: string, amount: number) => ({ key, title: '', share: 0, tax: 0, amount })
    const lines = [line('landing page', 13_000_00), line('full design', 19_500_00), line('development', 32_500_00)]
    const invoice = { ...invoiceIssued, data: { ...invoiceIssued.data, lines } }
    const credited = { ...creditNoteIssued, data: { ...creditNoteIssued.data, lines: [line('full design', 1_000_00)] } }
    const half = revised(32_500_00, 65_000_00, 0, priced.at)
    const partsAt = (...samples: Sample<OrderEvent>[]) => {
      const now = order(opened, half, ...samples)
      return withInvoiced(instalmentsOf(now), payableNow(now), now)
    }
    const due = { state: 'due', due: invoiceIssued.data.dueOn, isInvoiced: true }
    expect(partsAt(invoice).at(-1)).toMatchObject(due)
    expect(partsAt(invoice).at(-1)).not.toHaveProperty('billed')
    expect(partsAt(invoice, credited).at(-1)).toMatchObject({ ...due, billed: 31_500_00 })
    const rest = revised(64_000_00, 65_000_00, 0, priced.at)
    expect(uninvoicedParts(order(opened, half, invoice, credited, rest))).toMatchObject([
      { key: 'full design', amount: 1_000_00, isDue: false },
    ])
    // Nor is it where only some of it was paid again: an invoice has all of it, and would ask for the rest.
    const some = revised(64_500_00, 65_000_00, 0, priced.at)
    const all = revised(65_000_00, 65_000_00, 0, priced.at)
    const isDueAfter = (paid: Sample<OrderEvent>) =>
      uninvoicedParts(order(opened, half, invoice, credited, paid)).map(({ isDue }) => isDue)
    expect([some, all].map(isDueAfter)).toEqual([[false], [true]])
    // Of a part that a lower price has left less of, that is all of it.
    const [landing, ...others] = [
      line('landing page', 20_000_00),
      line('full design', 24_000_00),
      line('development', 40_000_00),
    ]
    const invoiceOf = (...of: typeof lines) => ({
      ...invoice,
      data: { ...invoice.data, documentId: of[0]!.key, lines: of },
    })
    const note = { ...credited, data: { ...credited.data, lines: [others[0]!] } }
    const lowered = [invoiceOf(landing!), revised(0, 80_000_00, 0, priced.at), invoiceOf(...others), note]
    expect(
      uninvoicedParts(
        order(opened, revised(0, 100_000_00, 0, priced.at), ...lowered, revised(80_000_00, 80_000_00, 0, priced.at)),
      ),
    ).toMatchObject([{ key: 'full design', amount: 20_000_00, isDue: true }])
    // A round that was paid since is ahead of the invoices; what was credited is not.
    const whole = revised(64_000_00, 65_000_00, 0, priced.at)
    const round = [
      revised(64_000_00, 65_000_00, 1, '2026-12-10T06:00:00.000Z'),
      revised(65_300_00, 65_000_00, 1, '2026-12-11T06:00:00.000Z'),
    ]
    expect(uninvoicedParts(order(opened, whole, invoice, credited, ...round))).toMatchObject([
      { key: 'round 1', amount: 1_300_00, isDue: true },
      { key: 'full design', amount: 1_000_00, isDue: false },
    ])
    // What was paid and is in no invoice is to be invoiced.
    expect(uninvoicedParts(order(opened, half)).map(({ isDue }) => isDue)).toEqual([true, true, false])
    const ahead = { ...invoice, data: { ...invoice.data, lines: lines.slice(2) } }
    expect(uninvoicedParts(order(opened, half, ahead)).map(({ isDue }) => isDue)).toEqual([true, true])
  })
  it('are to be invoiced again where one was credited and paid, and its money has paid what fell due since', () => {
    const invoiceOfPart = (key: string, amount: number, kind: 'invoice' | 'credit' = 'invoice') => {
      const sample = kind === 'invoice' ? invoiceIssued : creditNoteIssued
      const lines = [{ key, title: '', share: 0, tax: 0, amount }]
      return { ...sample, data: { ...sample.data, documentId: `${kind} ${key}`, lines } } as Sample<OrderEvent>
    }
    const paid = (amount: number) => revised(amount, 65_000_00, 0, priced.at)
    const first = [priced, invoiceOfPart('landing page', 13_000_00), paid(13_000_00)]
    const note = invoiceOfPart('landing page', 1_000_00, 'credit')
    const second = [...landingDone, invoiceOfPart('full design', 19_500_00), paid(31_500_00)]
    const now = order(opened, ...first, note, ...second)
    expect(payableNow(now)).toMatchObject({ amount: 1_000_00, isInvoiced: false })
    expect(uninvoicedParts(now)).toMatchObject([
      { key: 'landing page', amount: 1_000_00, isDue: true },
      { key: 'development', amount: 32_500_00, isDue: false },
    ])
  })
  it('fall due a week after the landing page, and a week after the whole design', () => {
    expect(table(priced, ...landingDone).map(([, , , state]) => state)).toEqual([
      'due 2026-11-12',
      'due 2026-11-22',
      'later',
    ])
    expect(
      table(priced, ...landingDone, designDone)
        .at(-1)!
        .at(-1),
    ).toBe('due 2026-11-27')
  })
  it('are due no earlier than there is a price', () =>
    expect(table(...landingDone, designDone, revised(0, 1_000_00, 0, '2026-12-01T06:00:00.000Z'))).toEqual([
      ['Landing page design', 20, 200, 'due 2026-12-08'],
      ['Rest of the design', 30, 300, 'due 2026-12-08'],
      ['Development', 50, 500, 'due 2026-12-08'],
    ]))
  it('have the paid revisions before the part they are due with, by the phase in which they were added', () => {
    const samples = [
      priced,
      revised(0, 65_000_00, 1, '2026-11-10T06:00:00.000Z'),
      ...landingDone,
      revised(0, 65_000_00, 3, '2026-11-17T06:00:00.000Z'),
      designDone,
      revised(0, 65_000_00, 4, '2026-11-24T06:00:00.000Z'),
    ]
    expect(table(...samples)).toEqual([
      ['Landing page design', 20, 13_000, 'due 2026-11-12'],
      ['Paid revision round 1', 2, 1_300, 'due 2026-11-22'],
      ['Rest of the design', 30, 19_500, 'due 2026-11-22'],
      ['Paid revision rounds 2 to 3', 4, 2_600, 'due 2026-11-27'],
      ['Development', 50, 32_500, 'due 2026-11-27'],
      ['Paid revision round 4', 2, 1_300, 'due 2026-12-01'],
    ])
  })
  it('are paid one after the other, a part of one too', () => {
    const parts = instalmentsOf(order(opened, revised(20_000_00, 65_000_00, 0, priced.at), ...landingDone))
    expect(parts.map(({ paid, state }) => [paid / 100, state])).toEqual([
      [13_000, 'paid'],
      [7_000, 'due'],
      [0, 'later'],
    ])
    expect(dueNow(parts)).toMatchObject({ amount: 12_500_00, due: '2026-11-22T06:00:00.000Z' })
  })
  it('begin anew where the price was taken back', () => {
    const later = '2026-11-25T06:00:00.000Z'
    const again = [priced, invoices(meera, [0, 0], priced.at), invoices(meera, [0, 65_000], later)]
    expect(table(...again)[0]!.at(-1)).toBe('due 2026-12-02')
  })
  it('of an order whose steps name no phase fall due with the first alone', () => {
    const steps = [{ id: 1, value: 'Tea' }]
    const without = { ...opened, data: { ...opened.data, steps } }
    expect(instalmentsOf(order(without, priced, done(1, priced.at))).map(({ state }) => state)).toEqual([
      'due',
      'later',
      'later',
    ])
  })
})

const reported = (amount: number): Payment => ({ id: 'p', amount, state: 'reported', at: '', by: '' })
const completedBy = { by: 'Meera', at: '2026-11-12T06:00:00.000Z' }
const randomSteps = fc
  .array(fc.record({ phase: fc.constantFrom(undefined, ...phases), status: fc.constantFrom<0 | 1>(0, 1) }))
  .map((all) =>
    all.map(({ phase, status }, id): Step => {
      const by = status === 1 ? { completedBy } : {}
      return { id, value: 'Step', status, ...(phase ? { phase } : {}), ...by }
    }),
  )
const amount = fc.oneof(fc.nat(500), fc.nat(maxAmount))
const randomOrder = fc.record({
  invoice: fc.record({ paid: amount, actual: amount, revisions: fc.nat(40) }),
  pricing: fc.record({
    since: fc.constant('2026-11-10T06:00:00.000Z'),
    rounds: fc.array(
      fc.record({
        at: fc.constant('2026-11-11T06:00:00.000Z'),
        count: fc.integer({ min: 1, max: 9 }),
        phase: fc.constantFrom(...phases),
      }),
    ),
  }),
  steps: randomSteps,
  payments: fc.array(amount.map(reported)),
})

describe('whatever the figures of an order are', () => {
  it('its instalments add up to the price with its paid revisions, to the paisa', () =>
    fc.assert(
      fc.property(randomOrder, (order) => {
        const { development, totalPaidRevisions } = invoiceOf(order.invoice)
        const parts = instalmentsOf(order)
        const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + of(part), 0)
        const total = sum(({ amount }) => amount)
        expect(total).toBe(development + totalPaidRevisions)
        const paid = Math.min(order.invoice.paid, total)
        expect(sum(({ paid }) => paid)).toBe(paid)
        expect(sum(({ reported }) => reported)).toBe(Math.min(reportedSum(order.payments), total - paid))
        expect(sum(openAmount)).toBe(Math.max(0, total - order.invoice.paid - reportedSum(order.payments)))
      }),
    ))
  it('each is in the state that its amounts and times say, and none is paid before the one before it', () =>
    fc.assert(
      fc.property(randomOrder, (order) => {
        const parts = instalmentsOf(order)
        expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length)
        for (const part of parts) {
          const open = openAmount(part)
          expect(open).toBeGreaterThanOrEqual(0)
          expect(part.amount).toBeGreaterThan(0)
          expect(part.state === 'paid').toBe(part.paid === part.amount)
          expect(part.state === 'due' || part.state === 'later').toBe(open > 0)
          if (part.state === 'due') expect(part.due! > part.since!).toBe(true)
        }
        const paid = parts.map(({ state }) => state === 'paid')
        expect(paid).toEqual(paid.toSorted((one, other) => Number(other) - Number(one)))
      }),
    ))
})

describe('the payments of an order', () => {
  it('add up to what the invoice says is paid, whatever is done to it', () =>
    fc.assert(
      fc.property(scenarios(), (events) => {
        events.forEach((_, last) => {
          const { payments, invoice } = fold(orders, events.slice(0, last + 1))
          expect(confirmedSum(payments)).toBe(invoice.paid)
        })
      }),
    ))
  it('have what was entered in the invoice, each time, and nothing of what was set back', () => {
    const amounts = (...paid: number[]) =>
      order(opened, ...paid.map((each) => invoices(meera, [each, 65_000], priced.at))).payments.map(
        ({ amount }) => amount / 100,
      )
    expect(amounts(13_000, 32_500)).toEqual([13_000, 19_500])
    expect(amounts(13_000, 32_500, 13_000)).toEqual([13_000])
    expect(amounts(13_000, 32_500, 20_000)).toEqual([13_000, 7_000])
    expect(amounts(13_000, 0)).toEqual([])
  })
  it('have a correction where less is paid than came in another way, until that is set right', () => {
    const confirmed: Payment = { id: 'p1', amount: 5_000, state: 'confirmed', at: '', by: '' }
    const lowered = withFormAmount([confirmed], { id: 'e1', at: '', by: '', amount: -2_000 })
    expect(lowered.map(({ amount }) => amount)).toEqual([5_000, -2_000])
    expect(withFormAmount(lowered, { id: 'e2', at: '', by: '', amount: 2_000 })).toEqual([confirmed])
  })
})

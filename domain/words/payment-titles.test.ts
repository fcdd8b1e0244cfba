import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { instalmentsOf, payableNow } from '#domain/order/instalments.ts'
import { confirmed, landingApproved, priced, questioned, reported } from '#domain/order/testing-payments.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import { cancelled, completed, invoiceIssued, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { dueWhen, paymentTitle } from './payment-titles.ts'

const said = (
  samples: readonly Sample<OrderEvent>[],
  { viewer = 'client', late = false }: { viewer?: 'client' | 'admin'; late?: boolean | string } = {},
) => {
  const order = fold(orders, recorded('order-1', samples))
  const title = paymentTitle({
    instalments: instalmentsOf(order),
    paid: order.invoice.paid,
    due: payableNow(order),
    payments: order.payments,
    viewer,
    status: order.status,
    left: stillToPay(order),
    day: (at) => `Thursday ${at.slice(8, 10)}/${at.slice(5, 7)}`,
    isPast: (at) => (typeof late === 'string' ? at < late : late),
  })
  return title && Object.values(title).join(' ')
}
const paid = { ...priced[1]!, data: { paid: 6_500_000, actual: 6_500_000, revisions: 0 } } as Sample<OrderEvent>

describe('the page of payments begins with', () => {
  it('nothing of its own as long as there is no price', () => expect(said([opened])).toBeUndefined())
  it('what is due, and by when', () => {
    expect(said(priced)).toBe('Pay ₹13,000 by Thursday 12/11.')
    expect(said(priced, { viewer: 'admin' })).toBe('₹13,000 is due by Thursday 12/11.')
  })
  it('all that is due, and what of it by the first day', () => {
    const due = [...priced, ...landingApproved]
    expect(said(due)).toBe('Pay ₹32,500, ₹13,000 of it by Thursday 12/11.')
    expect(said(due, { viewer: 'admin' })).toBe('₹32,500 is due, ₹13,000 of it by Thursday 12/11.')
  })
  it('what is overdue, and since when', () => {
    expect(said(priced, { late: true })).toBe('Pay ₹13,000. It was due on Thursday 12/11.')
    expect(said(priced, { viewer: 'admin', late: true })).toBe('Due: ₹13,000. Overdue since Thursday 12/11.')
  })
  it('all that is due, and what of it is overdue', () => {
    const late = '2026-11-14'
    expect(said([...priced, ...landingApproved], { late })).toBe(
      'Pay ₹32,500. ₹13,000 of it was due on Thursday 12/11.',
    )
    expect(said([...priced, ...landingApproved], { late, viewer: 'admin' })).toBe(
      'Due: ₹32,500. ₹13,000 of it is overdue since Thursday 12/11.',
    )
  })
  it('all that is overdue, and that the day is that of its first part', () => {
    const due = [...priced, ...landingApproved]
    expect(said(due, { late: true })).toBe('Pay ₹32,500. It was due, the first part on Thursday 12/11.')
    expect(said(due, { late: true, viewer: 'admin' })).toBe(
      'Due: ₹32,500. Overdue, the first part since Thursday 12/11.',
    )
  })
  it('what is reported, and who does something about it', () => {
    expect(said([...priced, reported])).toBe('You reported ₹13,000. We are checking it.')
    expect(said([...priced, reported], { viewer: 'admin' })).toBe('The client reported ₹13,000. Please check it.')
  })
  it('what was not found', () => {
    expect(said([...priced, reported, questioned])).toBe('We couldn’t find ₹13,000. Please answer our question.')
    expect(said([...priced, reported, questioned], { viewer: 'admin' })).toBe(
      'You asked about ₹13,000. The client hasn’t answered yet.',
    )
  })
  it('that nothing is due, or everything is paid', () => {
    expect(said([...priced, reported, confirmed])).toBe('Nothing to pay right now. ₹52,000 follows later.')
    expect(said([...priced, paid])).toBe('Everything is paid. Thank you.')
    const more = { ...paid, data: { ...paid.data, paid: 6_700_000 } } as Sample<OrderEvent>
    for (const viewer of ['client', 'admin'] as const)
      expect(said([...priced, more], { viewer })).toBe('Everything is paid. ₹2,000 overpaid.')
    const deposit = { ...paid, data: { ...paid.data, actual: 0 } } as Sample<OrderEvent>
    expect(said([opened, deposit])).toBe('Nothing to pay right now. There is no price yet.')
  })
  it('what is still to pay once it is completed, beside what was reported and not checked', () => {
    const whole = { ...reported, data: { ...reported.data, amount: 6_500_000 } } as Sample<OrderEvent>
    for (const viewer of ['client', 'admin'] as const) {
      expect(said([...priced, completed], { viewer })).toBe('₹65,000 is still to pay. This project is completed.')
      expect(said([...priced, reported, completed], { viewer })).toBe(
        '₹52,000 is still to pay. ₹13,000 is reported and not checked.',
      )
      expect(said([...priced, cancelled], { viewer })).toBe('This project is closed. Nothing more can be paid here.')
    }
    expect(said([...priced, whole, completed])).toBe(
      'You reported ₹65,000. The project was completed before it was checked.',
    )
    expect(said([...priced, paid, completed])).toBe('Everything is paid. Thank you.')
  })
  it('what is open of an invoice, also once the price was taken back', () => {
    const invoice = { ...invoiceIssued, data: { ...invoiceIssued.data, paid: [], open: 22_500_00 } }
    const free = { ...paid, data: { paid: 0, actual: 0, revisions: 0 } } as Sample<OrderEvent>
    expect(said([...priced, invoice, free])).toBe('Pay ₹22,500 by Thursday 12/11.')
    expect(said([...priced, invoice, free], { viewer: 'admin' })).toBe('₹22,500 is due by Thursday 12/11.')
  })
  it('that it is closed, of a project without a price', () => {
    for (const closed of [completed, cancelled])
      expect(said([opened, closed])).toBe('This project is closed. Nothing more can be paid here.')
  })
  it('what is open of the invoices of a completed project', () => {
    const invoice = { ...invoiceIssued, data: { ...invoiceIssued.data, paid: [], open: 22_500_00 } }
    const samples = [...priced, invoice, completed]
    for (const viewer of ['client', 'admin'] as const) {
      expect(said(samples, { viewer })).toBe('₹22,500 is due by Thursday 12/11.')
      expect(said(samples, { viewer, late: true })).toBe('₹22,500 was due on Thursday 12/11.')
    }
    expect(said([...priced, invoice, cancelled])).toBe('This project is closed. Nothing more can be paid here.')
  })
})

it('says what an instalment waits for, and what it followed', () => {
  expect(dueWhen({ part: 'full design' })).toBe('Due after the landing page is approved.')
  expect(dueWhen({ part: 'development', since: opened.at })).toBe('Due a week after the full design was approved.')
  expect(dueWhen({ part: 'landing page' })).toBe('Due a week after the price was agreed.')
  expect(dueWhen({ part: 'rounds' })).toBe('Beyond the free rounds.')
  expect(dueWhen({ part: 'development', isInvoiced: true })).toBe('Invoiced in advance.')
  expect(dueWhen({ part: 'development', since: opened.at, isInvoiced: true })).toBe('Due by the date on its invoice.')
})

import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { cancelled, completed, invoiced, invoiceIssued, opened, proposed, reopened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { priced, reported } from './testing-payments.ts'
import { balanceDue, daysOverdue, deliveryDueOn, stillToPay } from './worklist.ts'

const row = (...samples: Sample<OrderEvent>[]) =>
  recorded(`${orders.name}-x1`, samples).reduce(evolveRow, undefined as OrderRow | undefined)!

describe('an order is overdue', () => {
  const on = (date: string) => row(opened, { ...proposed, data: { ...proposed.data, date } })
  // spec: 2.68
  it('when the four weeks since its proposal are over, from the day after', () => {
    expect(deliveryDueOn(on('2026-11-04'))).toBe('2026-12-02')
    expect(['2026-12-02', '2026-12-03', '2027-01-02'].map((today) => daysOverdue(on('2026-11-04'), today))).toEqual([
      0, 1, 31,
    ])
  })
  it('never without a proposal, nor once it is closed', () => {
    expect([deliveryDueOn(row(opened)), daysOverdue(row(opened), '2030-01-01')]).toEqual([undefined, 0])
    expect(deliveryDueOn(row(opened, proposed, completed))).toBeUndefined()
  })
  it('again when it is opened again', () =>
    expect(deliveryDueOn(row(opened, proposed, completed, reopened))).toBe(deliveryDueOn(row(opened, proposed))))
  it('not by a proposal of the last year there is', () => expect(deliveryDueOn(on('9999-12-20'))).toBe('9999-12-31'))
})

describe('what is unpaid', () => {
  it('is the balance of the invoice', () => {
    expect(balanceDue(row(opened))).toBe(0)
    expect(balanceDue(row(opened, invoiced))).toBeGreaterThan(0)
  })
  it('stays owed once the order is completed, not once it is cancelled', () => {
    expect(balanceDue(row(opened, invoiced, completed))).toBe(balanceDue(row(opened, invoiced)))
    expect(balanceDue(row(opened, invoiced, cancelled))).toBe(0)
  })
  it('is still to pay without what is reported, in a list as on the page of the order', () => {
    const samples = [...priced, reported]
    const order = fold(orders, recorded(`${orders.name}-x1`, samples))
    expect([order, row(...samples)].map(stillToPay)).toEqual([52_000_00, 52_000_00])
    expect(stillToPay(row(...priced))).toBe(65_000_00)
  })
  it('is what is open of invoices once there is no price any more', () => {
    const issued = { ...invoiceIssued, data: { ...invoiceIssued.data, paid: [], open: 22_500_00 } }
    const free = { ...priced[1]!, data: { paid: 2_000_00, actual: 0, revisions: 0 } } as Sample<OrderEvent>
    const samples = [...priced, issued, free]
    expect([fold(orders, recorded(`${orders.name}-x1`, samples)), row(...samples)].map(stillToPay)).toEqual([
      20_500_00, 20_500_00,
    ])
    expect(balanceDue(row(...samples, cancelled))).toBe(0)
  })
})

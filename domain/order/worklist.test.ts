import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  invoiced,
  invoiceIssued,
  meera,
  offered,
  opened,
  proposed,
  reopened,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { ProposalAccepted } from './accept-proposal.ts'
import { type OrderEvent, orders } from './actions.ts'
import { ProposalDeclined } from './decline-proposal.ts'
import { ProposalExpired } from './expire-proposal.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { rowFromWire, rowToWire } from './row-wire.ts'
import { priced, reported } from './testing-payments.ts'
import { ProposalWithdrawn } from './withdraw-proposal.ts'
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
  it('by the version that was accepted, once a later one is given up, and by none once the only one is withdrawn', () => {
    const at = '2026-11-20T05:00:00.000Z'
    const dueOnAfter = (...samples: Sample<OrderEvent>[]) => {
      const [order, inRow] = [
        fold(orders, recorded('order-x1', [opened, offered, ...samples])),
        row(opened, offered, ...samples),
      ]
      expect(deliveryDueOn(order)).toBe(deliveryDueOn(inRow))
      expect(deliveryDueOn(rowFromWire(rowToWire(inRow, meera)))).toBe(deliveryDueOn(inRow))
      return deliveryDueOn(inRow)
    }
    const accepted = {
      ...ProposalAccepted({ version: 1, price: 45_000_00, text: '', hash: offered.data.hash!, name: 'Asha Rao' }),
      ...{ by: asha, at },
    }
    const second = { ...offered, data: { ...offered.data, date: '2026-11-25', applies: 1 }, at }
    const withdrawn = (version: number) => ({ ...ProposalWithdrawn({ version }), by: meera, at })
    const declined = (version: number) => ({ ...ProposalDeclined({ version, reason: 'No' }), by: asha, at })
    const expired = { ...ProposalExpired({ version: 2 }), by: meera, at }
    const first = deliveryDueOn(on(offered.data.date))
    expect([dueOnAfter(), dueOnAfter(accepted), dueOnAfter(accepted, second)]).toEqual([first, first, '2026-12-23'])
    for (const givenUp of [[withdrawn(2)], [declined(2)], [declined(2), withdrawn(2)], [expired]])
      expect(dueOnAfter(accepted, second, ...givenUp)).toBe(first)
    // The first goes on by what was paid for it, though it was never accepted.
    const paid = { type: 'InvoiceRevised', data: { paid: 10_000_00, actual: 45_000_00, revisions: 0 }, by: meera, at }
    const unaccepted = { ...second, data: { ...second.data, applies: undefined } }
    expect(dueOnAfter(paid as Sample<OrderEvent>, unaccepted, withdrawn(2))).toBe(first)
    expect(dueOnAfter(unaccepted, withdrawn(2))).toBeUndefined()
    // One that was declined may still be accepted.
    expect([dueOnAfter(declined(1)), dueOnAfter(withdrawn(1)), dueOnAfter(declined(1), withdrawn(1))]).toEqual([
      first,
      undefined,
      undefined,
    ])
  })
  it('by its proposal alone, in a row of before rows had the versions', () => {
    const { proposals: _, ...former } = on('2026-11-04')
    expect([deliveryDueOn(former), rowToWire(former, meera).due_on]).toEqual(['2026-12-02', '2026-12-02'])
  })
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

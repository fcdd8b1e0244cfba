import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Recorded } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { billingGiven, cancelled, completed, invoiceIssued, meera } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { uninvoicedParts } from './draft-invoice.ts'
import { giveBillingDetails } from './give-billing-details.ts'
import { instalmentsOf, payableNow } from './instalments.ts'
import { invoiceOf } from './invoice.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'
import { creditable, invoicedOf, invoicedTotal, totalOf } from './issued.ts'
import type { Order } from './order.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { taxIn } from './tax.ts'
import { runScenario, scenarioStep, scenarios } from './testing.ts'
import { priced as withPrice } from './testing-payments.ts'
import { turnOf } from './turn.ts'

const issuer = { ...invoiceIssued.data.seller, taxRate: 18, timeZone: 'Asia/Kolkata' }
const nextOf = ({ documents }: Order) => ({
  documentId: `d${documents.length + 1}`,
  number: `N/${documents.length + 1}`,
})

/** The order once everything is invoiced: what is invoiced beyond the price is credited, and the rest is invoiced. */
function invoiceAll(events: Recorded<OrderEvent>[]): Order {
  let order = fold(orders, events)
  let revision = events.length
  const execute = (step: ReturnType<typeof scenarioStep>) => {
    const at = new Date(Date.parse('2027-01-01T00:00:00Z') + revision * 60_000).toISOString()
    for (const event of step(order, at).events) {
      const place = { stream: 'order-x1', revision, position: BigInt(++revision), id: `e${revision}` }
      order = fold(orders, [{ ...event, ...place, by: meera, at } as Recorded<OrderEvent>], order)
    }
  }
  execute(scenarioStep(giveBillingDetails, meera, billingGiven.data))
  for (const key of new Set(order.documents.flatMap(({ lines }) => lines.map(({ key }) => key)))) {
    const wanted = instalmentsOf(order).find((part) => part.key === key)?.amount ?? 0
    for (const { documentId, kind } of order.documents) {
      const surplus = invoicedOf(order.documents, key) - wanted
      const left = creditable(order.documents, documentId).find((line) => line.key === key)?.amount ?? 0
      if (kind !== 'invoice' || surplus <= 0 || left === 0) continue
      const amounts = { [key]: toWireRupees(Math.min(surplus, left)) }
      const input = { documentId, reason: 'Surplus', amounts, issuer, issued: nextOf(order) }
      execute(scenarioStep(issueCreditNote, meera, input))
    }
  }
  const parts = uninvoicedParts(order).map(({ key }) => key)
  if (parts.length > 0) execute(scenarioStep(issueInvoice, meera, { parts, issuer, issued: nextOf(order) }))
  return order
}

/** Lives that end open and with a price, with some documents issued on the way. */
const priced = scenarios(
  scenarioStep(reviseInvoice, meera, { actualAmount: '65000.01', noOfRevisions: 1 }),
  scenarioStep(giveBillingDetails, meera, billingGiven.data),
  scenarioStep(issueInvoice, meera, (order) => ({ issuer, issued: nextOf(order) })),
  scenarioStep(reviseInvoice, meera, { actualAmount: '54321.09', noOfRevisions: 3 }),
).filter((events) => fold(orders, events).status === 'open')

describe('documents, whatever was done to an order', () => {
  it('come to the price with its paid revisions once everything is invoiced', () => {
    let corrected = 0
    fc.assert(
      fc.property(priced, (events) => {
        const { documents, invoice } = invoiceAll(events)
        expect(invoicedTotal(documents).amount).toBe(invoice.actual + invoiceOf(invoice).totalPaidRevisions)
        if (documents.some(({ kind }) => kind === 'credit note')) corrected++
      }),
      { numRuns: 60 },
    )
    expect(corrected).toBeGreaterThan(0)
  })

  it('have no round twice where rounds that were invoiced each were taken away and added again together', () => {
    const rounds = (noOfRevisions: number) => scenarioStep(reviseInvoice, meera, { noOfRevisions })
    const samples = runScenario([
      scenarioStep(reviseInvoice, meera, { actualAmount: '65000' }),
      ...[1, 2, 3, 1, 3].map(rounds).flatMap((step, nth) => [
        step,
        scenarioStep(giveBillingDetails, meera, billingGiven.data),
        scenarioStep(issueInvoice, meera, (order) => ({
          ...{ issuer, issued: nextOf(order) },
          parts: nth < 3 ? [`round ${nth + 1}`] : ['none'],
        })),
      ]),
    ])
    const left = uninvoicedParts(fold(orders, samples)).map(({ key }) => key)
    expect(left).toEqual(['landing page', 'full design', 'development'])
  })

  it('have no more than the price where it was lowered since, the first part of the rest less', () => {
    const samples = runScenario([
      scenarioStep(reviseInvoice, meera, { actualAmount: '65000' }),
      scenarioStep(giveBillingDetails, meera, billingGiven.data),
      scenarioStep(issueInvoice, meera, (order) => ({ parts: ['landing page'], issuer, issued: nextOf(order) })),
      scenarioStep(reviseInvoice, meera, { actualAmount: '45000' }),
    ])
    expect(uninvoicedParts(fold(orders, samples)).map(({ key, amount }) => [key, amount / 100])).toEqual([
      ['full design', 9_500],
      ['development', 22_500],
    ])
  })

  it('have lines that add up, and the tax of their sum', () =>
    fc.assert(
      fc.property(priced, (events) => {
        for (const { kind, lines, tax } of invoiceAll(events).documents) {
          const { amount, tax: inAll } = totalOf({ lines })
          expect(lines.every((line) => line.amount > 0 && line.tax >= 0 && line.tax < line.amount)).toBe(true)
          if (kind === 'invoice') expect(inAll).toBe(taxIn([amount], tax)[0])
        }
      }),
      { numRuns: 60 },
    ))

  it('leave nothing of an invoice’s tax behind once all of it is credited, in however many parts', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000_00 }), { minLength: 1, maxLength: 5 }), (amounts) => {
        const samples = runScenario([
          scenarioStep(reviseInvoice, meera, { actualAmount: '65000' }),
          scenarioStep(giveBillingDetails, meera, billingGiven.data),
          scenarioStep(issueInvoice, meera, {
            parts: ['development'],
            issuer,
            issued: { documentId: 'd1', number: 'N/1' },
          }),
          ...amounts.map((amount) =>
            scenarioStep(issueCreditNote, meera, (order) => ({
              ...{ documentId: 'd1', reason: 'A part', issuer, issued: nextOf(order) },
              amounts: { development: toWireRupees(amount) },
            })),
          ),
          scenarioStep(issueCreditNote, meera, (order) => ({
            ...{ documentId: 'd1', reason: 'The rest', issuer, issued: nextOf(order) },
          })),
        ])
        const { documents } = fold(orders, samples)
        const taxes = documents.map((each) => totalOf(each).tax * (each.kind === 'invoice' ? 1 : -1))
        expect([invoicedTotal(documents).amount, taxes.reduce((sum, each) => sum + each, 0)]).toEqual([0, 0])
      }),
    ))
})

describe('what is to be paid now', () => {
  const issued: Sample<OrderEvent> = {
    ...invoiceIssued,
    data: { ...invoiceIssued.data, lines: [{ ...invoiceIssued.data.lines[0]!, amount: 13_000_00 }] },
  }
  const paying = (paid: number, ...more: Sample<OrderEvent>[]) => {
    const order = fold(orders, recorded('order-x1', [...withPrice, ...more]))
    return payableNow({ ...order, invoice: { ...order.invoice, paid } })
  }
  it('is what is open of an invoice, by its day', () =>
    expect(paying(3_000_00, issued)).toEqual({
      ...{ amount: 10_000_00, due: invoiceIssued.data.dueOn, isInvoiced: true },
    }))
  it('is what fell due where it was not invoiced, on the day of its instalment', () =>
    expect(paying(0)).toMatchObject({
      amount: 13_000_00,
      due: expect.stringMatching(/^2026-11-12T/),
      isInvoiced: false,
    }))
  it('is no more than the price, where that was lowered since: the rest waits for a credit note', () => {
    const lowered = (actual: number): Sample<OrderEvent> => ({
      ...{ type: 'InvoiceRevised', data: { paid: 3_000_00, actual, revisions: 0 } },
      ...{ by: meera, at: invoiceIssued.at },
    })
    expect(paying(3_000_00, issued, lowered(5_000_00))).toMatchObject({ amount: 2_000_00, isInvoiced: true })
    expect(paying(3_000_00, issued, lowered(2_000_00))).toBeUndefined()
    // Without a price an invoice stands for itself.
    expect(paying(3_000_00, issued, lowered(0))).toMatchObject({ amount: 10_000_00, isInvoiced: true })
    const waits = { ...issued, data: { ...issued.data, open: 10_000_00 } } as Sample<OrderEvent>
    const reasonOf = (actual: number) =>
      turnOf(fold(orders, recorded('order-x1', [...withPrice, waits, lowered(actual)])))?.reason
    expect([5_000_00, 2_000_00].map(reasonOf)).toEqual(['invoice', 'step'])
  })
  it('is nothing once that is paid, or the project is closed', () => {
    expect(paying(13_000_00, issued)).toBeUndefined()
    expect(paying(0, completed)).toBeUndefined()
    expect(paying(0, issued, cancelled)).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Recorded } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { asha, billingGiven, invoiceIssued, meera } from '#domain/samples.ts'
import { phases } from '#domain/step.ts'
import { type OrderEvent, orders } from './actions.ts'
import { completeOrCancel, reopenOrder } from './close-order.ts'
import { confirmPayment } from './confirm-payment.ts'
import { uninvoicedParts } from './draft-invoice.ts'
import { giveBillingDetails } from './give-billing-details.ts'
import { dueAmount, instalmentsOf, openAmount, payableNow, withInvoiced } from './instalments.ts'
import { invoiceOf, refundIfCancelled } from './invoice.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'
import { creditable, invoicedOf, invoicedTotal, openOfInvoices, totalOf } from './issued.ts'
import type { Order } from './order.ts'
import { confirmedSum, reportedSum } from './payments.ts'
import { phaseOf } from './phase.ts'
import { receivePayment, recordPayment } from './record-payment.ts'
import { reopenPayment } from './reopen-payment.ts'
import { reportPayment } from './report-payment.ts'
import { requestChanges } from './request-changes.ts'
import { draftPhaseOf, nextRound } from './review.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { roadOf } from './road.ts'
import { shareDesignLink } from './share-design-link.ts'
import { runScenario, type ScenarioStep, scenarioStep } from './testing.ts'
import { byDay } from './testing-payments.ts'
import { toggleStep } from './toggle-step.ts'
import { withdrawPaymentReport } from './withdraw-payment-report.ts'
import { stillToPay } from './worklist.ts'

const issuer = { ...invoiceIssued.data.seller, taxRate: 18, timeZone: 'Asia/Kolkata' }
const issued = ({ documents }: Order) => ({ documentId: `d${documents.length}`, number: `N/${documents.length}` })

// What moves money, or the phase that it is counted by, in steps of one or more commands; amounts are paise.

const amount = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 20_000_00 })).map(toWireRupees)
const price = fc.oneof(fc.nat(199), fc.integer({ min: 100_00, max: 90_000_00 })).map(toWireRupees)
const payment = fc.constantFrom('payment-1', 'payment-2', 'payment-3')
const paid = fc.record({ payment, amount }).map((said) => {
  return { ...said, reference: `of ${said.payment}`, paidOn: '2026-11-01' }
})
const one = (step: fc.Arbitrary<ScenarioStep>) => step.map((each) => [each])

/** A draft, and a round of changes of it: paid for once the free ones are used up. */
const round = fc.nat().map((n) => [
  scenarioStep(shareDesignLink, meera, { link: `https://www.figma.com/design/${n}` }),
  scenarioStep(requestChanges, asha, (order) => ({
    ...{ version: order.designs.length, points: [{ text: 'A larger number' }], files: [], quota: 1 },
    price: toWireRupees(nextRound(order, draftPhaseOf(order.steps)).price ?? 0),
  })),
])
const pricing = one(
  fc.oneof(
    price.map((actualAmount) => scenarioStep(reviseInvoice, meera, { actualAmount })),
    price.map((paidAmount) => scenarioStep(reviseInvoice, meera, { paidAmount })),
    fc.nat(9).map((noOfRevisions) => scenarioStep(reviseInvoice, meera, { noOfRevisions })),
  ),
)
const paying = one(
  fc.oneof(
    paid.map((said) => scenarioStep(reportPayment, asha, said)),
    paid.map((said) => scenarioStep(recordPayment, meera, said)),
    paid.map((said) => scenarioStep(receivePayment, meera, { ...said, provider: 'Stripe' })),
    fc.constant(
      scenarioStep(confirmPayment, meera, ({ payments }) => {
        const { id, amount } = payments.find(({ state }) => state === 'reported') ?? { id: 'payment-0', amount: 1 }
        return { payment: id, amount: toWireRupees(amount) }
      }),
    ),
    payment.map((payment) => scenarioStep(reopenPayment, meera, { payment })),
    payment.map((payment) => scenarioStep(withdrawPaymentReport, asha, { payment })),
  ),
)
const invoicing = one(
  fc.oneof(
    fc.constant(scenarioStep(issueInvoice, meera, (order) => ({ issuer, issued: issued(order) }))),
    fc.nat(4).map((nth) =>
      scenarioStep(issueInvoice, meera, (order) => {
        const part = uninvoicedParts(order)[nth]?.key ?? 'none'
        return { parts: [part], issuer, issued: issued(order) }
      }),
    ),
    fc.nat(3).map((nth) =>
      scenarioStep(issueCreditNote, meera, (order) => ({
        ...{ documentId: order.documents[nth]?.documentId ?? 'none', reason: 'A mistake' },
        ...{ issuer, issued: issued(order) },
      })),
    ),
    fc.tuple(fc.nat(3), amount).map(([nth, credited]) =>
      scenarioStep(issueCreditNote, meera, (order) => ({
        ...{ documentId: order.documents[nth]?.documentId ?? 'none', reason: 'A part of it' },
        amounts: { [order.documents[nth]?.lines[0]?.key ?? '']: credited },
        ...{ issuer, issued: issued(order) },
      })),
    ),
  ),
)
/** The next steps are done. */
const working = fc.integer({ min: 1, max: 2 }).map((count) =>
  Array.from({ length: count }, () =>
    scenarioStep(toggleStep, meera, ({ steps }) => ({
      progressId: steps.find(({ status }) => status === 0)?.id ?? 1,
      status: 1,
    })),
  ),
)
const reopening = fc.constant([scenarioStep(reopenOrder, meera, { reason: 'A mistake' })])
const closing = one(
  fc
    .constantFrom('complete' as const, 'cancel' as const)
    .map((status) => scenarioStep(completeOrCancel, meera, { status })),
)

/** Lives of a project of which money is paid, invoiced and corrected, closed at last in whatever phase it is by then. */
const lives = fc
  .tuple(
    price,
    fc.array(fc.oneof(round, round, pricing, paying, paying, invoicing, invoicing, working), {
      maxLength: 40,
      size: 'max',
    }),
    fc.array(fc.oneof(closing, reopening, paying), { maxLength: 4 }),
    closing,
  )
  .map(([actualAmount, ...rest]) =>
    runScenario([
      scenarioStep(reviseInvoice, meera, { actualAmount }),
      scenarioStep(giveBillingDetails, meera, billingGiven.data),
      ...rest.flat(2),
    ]),
  )

/** Every state of a life, the last one last. */
const statesOf = (events: readonly Recorded<OrderEvent>[]): Order[] => {
  let order = fold(orders, events.slice(0, 1))
  return [order, ...events.slice(1).map((event) => (order = fold(orders, [event], order)))]
}
/** Some percent of an amount to the nearest paisa, half a paisa up, without a fraction on the way. */
const exactly = (amount: number, of: number): number => Number((BigInt(amount) * BigInt(of) * 2n + 100n) / 200n)
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

describe('whatever is paid, invoiced, credited and cancelled in the life of a project', () => {
  const inEveryLife = (holds: (states: readonly Order[]) => void) =>
    fc.assert(
      fc.property(lives, (events) => holds(statesOf(events))),
      { numRuns: 80 },
    )

  it('no paisa is lost: payments come to what is paid, and parts to the price with its paid revisions', () =>
    inEveryLife((states) => {
      for (const order of states) {
        const { payments, invoice, documents } = order
        expect(confirmedSum(payments)).toBe(invoice.paid)
        const parts = instalmentsOf(order)
        const total = invoice.actual + exactly(invoice.actual, 2 * invoice.revisions)
        expect(sum(parts.map(({ amount }) => amount))).toBe(total)
        expect(sum(parts.map(({ paid }) => paid))).toBe(Math.max(0, Math.min(total, invoice.paid)))
        // What is invoiced and what is not come to all of it, unless the price was lowered since: then no part has more left.
        const left = uninvoicedParts(order)
        expect(sum(left.map(({ amount }) => amount))).toBe(Math.max(0, total - invoicedTotal(documents).amount))
        for (const key of new Set(parts.map(({ key, part }) => (part === 'rounds' ? part : key)))) {
          const amountOf = (all: readonly { key: string; amount: number }[]) =>
            sum(all.filter((each) => each.key.replace(/^round .*/, 'rounds') === key).map(({ amount }) => amount))
          const whole = amountOf(parts)
          expect(amountOf(left) + Math.min(whole, invoicedOf(documents, key))).toBeLessThanOrEqual(whole)
        }
      }
    }))

  it('each document says what is to be paid once it is issued, and no credit note takes more than its invoice has', () =>
    inEveryLife((states) => {
      states.forEach(({ documents, invoice, invoiced }, at) => {
        const before = states[at - 1]?.documents ?? []
        const [issued] = documents.slice(before.length)
        if (issued) expect(issued.open).toBe(openOfInvoices(invoiced, invoice.paid))
        expect(invoiced.sum).toBe(invoicedTotal(documents).amount)
        expect(documents.slice(0, before.length)).toEqual(before)
        for (const { documentId, lines } of documents.filter(({ kind }) => kind === 'invoice')) {
          const credits = documents.filter(({ corrects }) => corrects?.documentId === documentId)
          expect(sum(credits.map((each) => totalOf(each).amount))).toBeLessThanOrEqual(totalOf({ lines }).amount)
          expect(sum(credits.map((each) => totalOf(each).tax))).toBeLessThanOrEqual(totalOf({ lines }).tax)
        }
        expect(invoicedTotal(documents).amount).toBeGreaterThanOrEqual(0)
      })
    }))

  it('an invoice waits exactly as long as anything that was invoiced is to be paid, however it is paid', () =>
    inEveryLife((states) => {
      for (const { documents, invoice, invoiced, pending } of states) {
        const latest = documents.findLast(
          ({ kind, documentId }) => kind === 'invoice' && creditable(documents, documentId).length > 0,
        )
        if (latest) expect(invoiced.dueOn).toBe(latest.dueOn)
        const waiting =
          openOfInvoices(invoiced, invoice.paid) > 0 ? { at: latest!.at, revision: latest!.revision } : undefined
        expect(pending.invoice).toEqual(waiting)
      }
    }))

  it('what is open of invoices, up to the price, and not reported is to be paid now, unless the project is cancelled', () =>
    inEveryLife((states) => {
      for (const order of states) {
        const { invoiced, invoice, payments } = order
        const rounds = exactly(invoice.actual, 2 * invoice.revisions)
        const most = invoice.actual === 0 ? invoiced.sum : Math.min(invoiced.sum, invoice.actual + rounds)
        const open = openOfInvoices({ sum: most }, invoice.paid) - reportedSum(payments)
        const due = payableNow(order)
        if (order.status === 'cancelled') expect(due).toBeUndefined()
        else if (open > 0) expect(due?.amount).toBeGreaterThanOrEqual(open)
        if (!due) continue
        expect(due.amount).toBeLessThanOrEqual(stillToPay(order))
        if (invoice.actual === 0) continue
        // The parts come to it, no less and no more.
        const parts = withInvoiced(instalmentsOf(order), due, order)
        expect(sum(parts.map(dueAmount))).toBe(due.amount)
      }
    }))

  it('the road has all that is open of the parts once: requested, due or later', () =>
    inEveryLife((states) => {
      for (const order of states) {
        const road = roadOf(order, 'client', byDay)
        if (road.length === 0 || order.invoice.actual === 0 || reportedSum(order.payments) > 0) continue
        const open = road.flatMap(({ money }) => (money?.is === 'due' || money?.is === 'later' ? [money.amount] : []))
        expect(sum(open)).toBe(sum(instalmentsOf(order).map(openAmount)))
      }
    }))

  // spec: 9.10, 9.16, 9.17
  it('a cancellation leaves the agency the percentage of its phase and the paid revisions, and gives back the rest', () => {
    const retainedPercents = { 'landing page': 20, 'full design': 50, development: 80, handover: 100 }
    inEveryLife((states) => {
      for (const { invoice } of states) {
        const { paid, actual, revisions } = invoice
        const rounds = exactly(actual, 2 * revisions)
        const { refund, extraRefund } = invoiceOf(invoice)
        expect([refund, extraRefund]).toEqual([paid - actual - rounds, paid - actual])
        const back = phases.map((each) => refundIfCancelled(invoice, each))
        for (const [at, each] of phases.entries()) {
          const retained = exactly(actual, retainedPercents[each]) + rounds
          expect(back[at]).toBe(Math.max(0, paid - retained))
          // Each paisa that was paid is kept or given back.
          expect(back[at]! + Math.min(paid, retained)).toBe(Math.max(paid, Math.min(paid, retained)))
        }
        // Later gives back no more than earlier; at last the cancellation is the refund of the invoice.
        expect(back).toEqual(back.toSorted((one, other) => other - one))
        expect(back.at(-1)).toBe(Math.max(0, refund))
      }
    })
  })

  it('these lives have all of it: paid rounds, documents, corrections, and money given back in each phase', () => {
    const all = fc.sample(lives, { seed: 20261125, numRuns: 300 })
    const types = new Set(all.flat().map(({ type }) => type))
    const events = [
      'InvoiceIssued',
      'CreditNoteIssued',
      'PaymentConfirmed',
      'PaymentRecorded',
      'PaymentReopened',
    ] as const
    expect(events.filter((type) => !types.has(type))).toEqual([])
    const ends = all.map((life) => fold(orders, life))
    expect(ends.some(({ rounds }) => rounds.some(({ price }) => price > 0))).toBe(true)
    const givenBack = ends
      .filter(({ status }) => status === 'cancelled')
      .flatMap(({ steps, invoice }) => {
        const phase = phaseOf(steps)!
        return refundIfCancelled(invoice, phase) > 0 ? [phase] : []
      })
    expect(phases.filter((phase) => !givenBack.includes(phase))).toEqual([])
  })
})

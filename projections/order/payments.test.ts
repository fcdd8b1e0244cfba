import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { scenarios } from '#domain/order/testing.ts'
import { confirmed, priced, questioned, reported } from '#domain/order/testing-payments.ts'
import { erasedAuthorName } from '#domain/personal-data.ts'
import {
  asha,
  changesRequested,
  clientErased,
  completed,
  invoiced,
  invoiceIssued,
  life,
  meera,
  renamed,
  reopened,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { startProjections } from '#projections/all.ts'
import { foldEvent } from '#projections/projection.ts'
import { rebuild } from '#projections/rebuild.ts'
import { record, testStores } from '#projections/testing.ts'
import { type OrderPayments, orderPayments } from './payments.ts'

type Events = ReturnType<typeof recorded>
const folded = (events: Events): OrderPayments | undefined =>
  events.reduce(
    (document: OrderPayments | undefined, event) => foldEvent(orderPayments, document, event, '1'),
    undefined,
  )
const entriesOf = (...samples: Sample[]) => folded(recorded('order-1', samples))!.entries

const at = '2026-11-13T06:00:00.000Z'
const event = (type: string, data: object, by = meera): Sample => ({ type, data: { waits: {}, ...data }, by, at })
const byHand = { payment: 'payment-2', amount: 5_000_00, reference: 'Cash', paidOn: '2026-11-13' }
const byStripe = { ...byHand, payment: 'payment-3', reference: 'pi_3', provider: 'Stripe' }
const receipt = { documentId: 'r1', number: 'R/1', issuedOn: '2026-11-13', payment: 'payment-1', amount: 1_300_000 }
const bank = { reference: '6337 4412 9075', paidOn: '2026-11-12' }

it('keeps what was invoiced and paid on each order, each time it changed, and comes out the same when it is made again', async () => {
  const { events, documents } = await testStores()
  const { payments, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  const of = async (id: string) => {
    await payments.reached(await events.end(), 5_000)
    return payments.collection.get(id)
  }
  await record(events, 'order-1', life[0]!)
  expect(await of('1')).toMatchObject({ clientName: 'Asha Rao', title: 'Asha Rao #3', invoiced: false, entries: [] })

  const refunded = { ...invoiced, data: { ...invoiced.data, paid: 10_000_00 }, at: '2026-11-12T06:00:00.000Z' }
  await record(events, 'order-1', invoiced, refunded, renamed, completed)
  expect(await of('1')).toMatchObject({
    title: 'Neelgiri Looms',
    invoiced: true,
    closedAt: completed.at,
    entries: [
      { at: invoiced.at, by: meera.name, paid: 22_500_00, actual: 45_000_00, cause: 'recorded' },
      { at: refunded.at, by: meera.name, paid: 10_000_00, actual: 45_000_00, cause: 'recorded' },
    ],
  })

  await record(events, 'order-1', reopened, reported, confirmed, event('ReceiptIssued', receipt))
  const before = await of('1')
  expect(before!.closedAt).toBeUndefined()
  expect(before!.entries.at(-1)).toMatchObject({ cause: 'confirmed', payment: { ...bank, receipt: 'R/1' } })
  await close()
  await rebuild(events, documents)
  const again = await startProjections(events, documents, (error) => {
    throw error
  })
  expect(await again.payments.collection.get('1')).toEqual(before)
  await again.close()
})

it('is what is stored of it, after a payment that completes no step and of which no provider says it', () => {
  const { completes: _, ...data } = confirmed.data as { completes?: unknown }
  const document = folded(recorded('order-1', [...priced, reported, { ...confirmed, data }]))!
  expect(document.payments).toHaveLength(1)
  expect(document).toStrictEqual(JSON.parse(JSON.stringify(document)))
})

describe('the entries of an order', () => {
  const paid = (...samples: Sample[]) => entriesOf(...priced, ...samples).slice(1)

  it('have a payment once it is confirmed, with its day and reference, and the number of its receipt', () => {
    expect(paid(reported)).toEqual([])
    expect(paid(reported, questioned)).toEqual([])
    const entry = { paid: 1_300_000, actual: 6_500_000, revisions: 0, at: confirmed.at, by: meera.name }
    const payment = { id: 'payment-1', ...bank }
    expect(paid(reported, confirmed)).toEqual([{ ...entry, cause: 'confirmed', payment }])
    expect(paid(reported, confirmed, event('ReceiptIssued', receipt))).toEqual([
      { ...entry, cause: 'confirmed', payment: { ...payment, receipt: 'R/1' } },
    ])
  })

  it('say of a payment whether the agency recorded it or a provider received it', () => {
    const entries = paid(event('PaymentRecorded', byHand), event('PaymentRecorded', byStripe))
    expect(entries).toMatchObject([
      { paid: 5_000_00, cause: 'recorded', payment: { id: 'payment-2', reference: 'Cash', paidOn: '2026-11-13' } },
      { paid: 10_000_00, cause: 'received', payment: { id: 'payment-3', reference: 'pi_3', provider: 'Stripe' } },
    ])
    expect(entries[0]!.payment).not.toHaveProperty('provider')
    const confirmedByStripe = { ...confirmed, data: { ...confirmed.data, provider: 'Stripe' } }
    expect(paid(reported, confirmedByStripe)).toMatchObject([
      { cause: 'received', payment: { ...bank, provider: 'Stripe' } },
    ])
  })

  it('take away a payment that is checked again or was recorded by mistake, and no question', () => {
    const again = (payment: string, amount: number, was: string) => event('PaymentReopened', { payment, amount, was })
    const takenBack = paid(reported, confirmed, again('payment-1', 1_300_000, 'confirmed'), confirmed)
    expect(takenBack.map(({ paid, cause }) => [paid, cause])).toEqual([
      [1_300_000, 'confirmed'],
      [0, 'taken back'],
      [1_300_000, 'confirmed'],
    ])
    expect(takenBack[1]!.payment).toEqual({ id: 'payment-1', ...bank })
    expect(paid(event('PaymentRecorded', byHand), again('payment-2', 5_000_00, 'recorded'))[1]).toMatchObject({
      paid: 0,
      payment: { reference: 'Cash' },
    })
    expect(paid(reported, questioned, again('payment-1', 1_300_000, 'questioned'))).toEqual([])
  })

  it('have the number of a receipt at the latest time that its payment came in', () => {
    const again = event('PaymentReopened', { payment: 'payment-1', amount: 1_300_000, was: 'confirmed' })
    const entries = paid(reported, confirmed, again, confirmed, event('ReceiptIssued', receipt))
    expect(entries.map(({ payment }) => payment?.receipt)).toEqual([undefined, undefined, 'R/1'])
  })

  it('say when the price changed, by a proposal or a paid round, by whomever, and nothing of what leaves it as it is', () => {
    const accepted = event('ProposalAccepted', { version: 1, price: 70_000_00, text: '', hash: '', name: 'A' }, asha)
    const round = { ...changesRequested, data: { ...changesRequested.data, price: 1_400_00 } }
    const entries = paid(accepted, { ...accepted, at: completed.at }, round, changesRequested, invoiceIssued)
    expect(entries).toEqual([
      { paid: 0, actual: 70_000_00, revisions: 0, at, cause: 'price' },
      { paid: 0, actual: 70_000_00, revisions: 1, at: round.at, cause: 'price' },
    ])
  })

  it('have nothing that the client wrote once they were erased, whether the events still say it or not', () => {
    const samples = [...priced, reported, confirmed, event('PaymentRecorded', byHand), reported, questioned]
    const erased = [...samples, clientErased]
    const readable = folded(recorded('order-1', erased))
    for (const written of [bank.reference, 'Cash', 'Which bank', asha.name, asha.id])
      expect(JSON.stringify(readable)).not.toContain(written)
    expect(readable!.entries.map(({ paid }) => paid)).toEqual([0, 1_300_000, 1_800_000])
    expect(readable!.entries[1]!.payment).toEqual({ id: 'payment-1', paidOn: '2026-11-12' })
    const unread = { ...reported, data: { ...reported.data, reference: '' }, by: { ...asha, name: erasedAuthorName } }
    const gone = new Map<Sample, Sample>([
      [reported, unread],
      [questioned, { ...questioned, data: { ...questioned.data, question: '' } }],
    ])
    expect(
      folded(
        recorded(
          'order-1',
          erased.map((each) => gone.get(each) ?? each),
        ),
      ),
    ).toEqual(readable)
  })
})

it('add up to what is paid at each moment, whatever happens to the order', () =>
  fc.assert(
    fc.property(scenarios(), (events) => {
      events.forEach((_, last) => {
        const until = events.slice(0, last + 1)
        const { invoice, payments } = fold(orders, until)
        const document = folded(until)!
        expect(document.invoice).toEqual(invoice)
        expect(document.payments).toEqual(payments)
        const { paid, actual, revisions } = document.entries.at(-1) ?? { paid: 0, actual: 0, revisions: 0 }
        expect({ paid, actual, revisions }).toEqual(invoice)
      })
    }),
    { numRuns: 50 },
  ))

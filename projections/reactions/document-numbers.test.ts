import { expect, it } from 'vitest'
import { streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { documentNumbers, documentNumbersId } from '#domain/order/document-numbers.ts'
import { confirmed, priced, reported } from '#domain/order/testing-payments.ts'
import { completed, meera } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { createNumbered } from '#infra/numbered.ts'
import { rebuild } from '#projections/rebuild.ts'
import { record } from '#projections/testing.ts'
import { numbersReaction, receiptDelayMs, receiptReaction } from './document-numbers.ts'
import { testScene } from './testing.ts'

/** When the receipt of the confirmed sample is due, and so many milliseconds later. */
const due = (later = 0) => new Date(Date.parse(confirmed.at) + receiptDelayMs + later).toISOString()

async function receipts() {
  const scene = await testScene()
  const { events, clock } = scene
  const handler = createCommandHandler({ ...events, soleWriter: false }, { now: clock.now })
  const numbers = createNumbered({ events, handler, now: clock.now })
  async function begin() {
    const all = [
      await scene.react(receiptReaction({ numbers, handler, now: clock.now })),
      await scene.react(numbersReaction(numbers)),
    ]
    // The receipts first: their numbers are reacted to.
    return async () => {
      for (const settled of all) await settled()
    }
  }
  /** The records of receipts and of their numbers. */
  async function sent() {
    const types: string[] = []
    for (const stream of [
      ...['1', '2'].map((id) => streamOf(orders, id)),
      streamOf(documentNumbers, documentNumbersId),
    ])
      for await (const { type } of events.read(stream)) types.push(type)
    return types.filter((type) => type === 'ReceiptIssued' || type.startsWith('DocumentNumber'))
  }
  scene.until(confirmed.at)
  return { scene, begin, settled: await begin(), sent, handler }
}
const one = ['ReceiptIssued', 'DocumentNumberReserved', 'DocumentNumberUsed']

it('sends the receipt ten minutes after a payment was confirmed, once', async () => {
  const { scene, sent, settled } = await receipts()
  await record(scene.events, 'order-1', ...priced, reported, confirmed)
  scene.until(due(-1000))
  await settled()
  expect(await sent()).toEqual([])
  scene.until(due())
  await settled()
  scene.until(due(60_000))
  await settled()
  expect(await sent()).toEqual(one)
})

it.each([
  ['the receipt of a payment of the minutes before its first start', 60_000, one],
  ['no receipt of what was paid weeks before its first start', 21 * 24 * 60 * 60_000, []],
])('sends %s', async (_, later, expected) => {
  const { scene, sent, begin } = await receipts()
  await scene.stop()
  await scene.documents.drop('reactions')
  await record(scene.events, 'order-1', ...priced, reported, confirmed)
  scene.until(new Date(Date.parse(confirmed.at) + later).toISOString())
  const settled = await begin()
  scene.until(due(later))
  await settled()
  expect(await sent()).toEqual(expected)
})

it('sends none where it was taken back before', async () => {
  const { scene, sent, settled } = await receipts()
  const reopened: Sample<OrderEvent> = {
    type: 'PaymentReopened',
    data: { payment: 'payment-1', amount: 1_300_000, was: 'confirmed', waits: {} },
    by: meera,
    at: confirmed.at,
  }
  await record(scene.events, 'order-1', ...priced, reported, confirmed, reopened)
  scene.until(due())
  await settled()
  expect(await sent()).toEqual([])
})

it('leaves it to an admin where the store was restored since: it may have been sent, and the next number given', async () => {
  const { scene, sent, settled } = await receipts()
  const backup = { backupAt: confirmed.at, events: 4 }
  await record(scene.events, 'order-1', ...priced, reported, confirmed)
  await record(scene.events, 'store-1', { type: 'StoreRestored', data: backup, by: meera, at: due(-60_000) })
  await record(scene.events, 'order-2', ...priced, reported, { ...confirmed, at: due(-30_000) })
  scene.until(due(60 * 60_000))
  await settled()
  expect(await sent()).toEqual(one)
  expect((await scene.order('1')).payments[0]!.receipt).toBeUndefined()
})

it('sends it where the project was completed in the minutes before, and none once its client was erased', async () => {
  const { scene, sent, settled, handler } = await receipts()
  const closed = { ...completed, at: due(-60_000) }
  const erased: Sample<OrderEvent> = { type: 'ClientErased', data: { files: [] }, by: meera, at: closed.at }
  await record(scene.events, 'order-1', ...priced, reported, confirmed, closed)
  await record(scene.events, 'order-2', ...priced, reported, confirmed, closed, erased)
  scene.until(due())
  await settled()
  expect(await sent()).toEqual(one)
  const { state } = await handler.load(orders, '1')
  expect([state.status, state.payments[0]!.receipt?.number]).toEqual(['completed', 'RC/2026-27/1'])
})

it('sends no receipt and takes no number again when the lists are made again', async () => {
  const { scene, sent, settled, begin } = await receipts()
  await record(scene.events, 'order-1', ...priced, reported, confirmed)
  scene.until(due())
  await settled()
  const before = await scene.events.end()
  await scene.stop()
  await rebuild(scene.events, scene.documents)
  const again = await begin()
  scene.until(due(24 * 60 * 60_000))
  await again()
  expect(await sent()).toEqual(one)
  expect(await scene.events.end()).toEqual(before)
})

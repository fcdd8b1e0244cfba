import { expect, it } from 'vitest'
import { Refusal } from '#domain/command.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { confirmed, priced, reported } from '#domain/order/testing-payments.ts'
import { meera } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { record } from '#projections/testing.ts'
import { receiptDelayMs, receiptReaction } from './receipts.ts'
import { testScene } from './testing.ts'

/** When the receipt of the confirmed sample is due, and so many milliseconds later. */
const due = (later = 0) => new Date(Date.parse(confirmed.at) + receiptDelayMs + later).toISOString()

async function receipts(refuses = false) {
  const scene = await testScene()
  const sent: unknown[] = []
  const numbers = {
    handle: async (_: unknown, orderId: string, input: object) => {
      sent.push([orderId, input])
      if (refuses) throw new Refusal('Order Either Completed Or Cancelled')
      return {} as never
    },
  }
  const settled = await scene.react(receiptReaction({ numbers, timeZone: async () => 'Asia/Kolkata' }))
  scene.until(confirmed.at)
  return { scene, sent, settled }
}

it('sends the receipt ten minutes after a payment was confirmed, once', async () => {
  const { scene, sent, settled } = await receipts()
  await record(scene.events, 'order-1', ...priced, reported, confirmed)
  scene.until(due(-1000))
  await settled()
  expect(sent).toEqual([])
  scene.until(due())
  await settled()
  scene.until(due(60_000))
  await settled()
  expect(sent).toEqual([['1', { orderId: '1', payment: 'payment-1', timeZone: 'Asia/Kolkata' }]])
})

it('sends none where it was taken back before, and goes on where the project was closed', async () => {
  const { scene, sent, settled } = await receipts(true)
  const reopened: Sample<OrderEvent> = {
    type: 'PaymentReopened',
    data: { payment: 'payment-1', amount: 1_300_000, was: 'confirmed', waits: {} },
    by: meera,
    at: confirmed.at,
  }
  await record(scene.events, 'order-1', ...priced, reported, confirmed, reopened)
  await record(scene.events, 'order-2', ...priced, reported, confirmed)
  scene.until(due())
  await settled()
  expect(sent).toMatchObject([['2', {}]])
})

import { expect, it } from 'vitest'
import { signs, unsigns } from '#domain/demo/events.ts'
import { streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { completed, meera, offered, opened, reopened } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { record } from '#projections/testing.ts'
import { expiryReaction } from './expiry.ts'
import { testScene } from './testing.ts'

// The sample’s proposal is of 12 November: it is valid to the end of the 19th.
const lastMoment = '2026-11-19T18:29:59.999Z'
const over = '2026-11-19T18:30:00.000Z'

/** The reaction at an order, begun after the first of its events where some are given. */
async function expiring(...before: Sample<OrderEvent>[]) {
  const scene = await testScene()
  if (before.length > 0) await record(scene.events, 'order-1', ...before)
  const handler = createCommandHandler({ ...scene.events, soleWriter: false }, { now: scene.clock.now })
  let zone = 'Asia/Kolkata'
  const { now } = scene.clock
  const reaction = expiryReaction({ load: scene.order, timeZone: async () => zone, handler, now })
  let settled = await scene.react(reaction)
  return {
    begin: async () => {
      settled = await scene.react(reaction)
    },
    stop: scene.stop,
    moveTo(timeZone: string) {
      zone = timeZone
    },
    async happens(...samples: Sample<OrderEvent>[]) {
      scene.until(samples.at(-1)!.at)
      await record(scene.events, 'order-1', ...samples)
      await settled()
    },
    async until(time: string) {
      scene.until(time)
      await settled()
      const expired: [string, string][] = []
      for await (const { type, by } of scene.events.read(streamOf(orders, '1')))
        if (type === 'ProposalExpired') expired.push([type, by.name])
      return expired
    },
  }
}
const once = [['ProposalExpired', 'Atelier']]

it('records once that a proposal is no longer valid, as soon as its last day is over', async () => {
  const { happens, until } = await expiring()
  await happens(opened, offered)
  expect(await until(lastMoment)).toEqual([])
  expect(await until(over)).toEqual(once)
  expect(await until('2027-01-01T06:00:00.000Z')).toEqual(once)
})

it('records it late where the server was away at the time', async () => {
  const { happens, until, stop, begin } = await expiring()
  await happens(opened, offered)
  await stop()
  await begin()
  expect(await until('2026-11-25T06:00:00.000Z')).toEqual(once)
})

it('records it of a proposal from before its first start, as where the documents were lost', async () => {
  const { until } = await expiring(opened, offered)
  expect(await until(over)).toEqual(once)
})

it('records nothing of a version that another replaced in time', async () => {
  const { happens, until } = await expiring()
  const next = { ...offered, data: { ...offered.data, date: '2026-11-19' }, at: '2026-11-19T06:00:00.000Z' }
  await happens(opened, offered, next)
  expect(await until('2026-11-26T06:00:00.000Z')).toEqual([])
  expect(await until('2026-11-26T18:30:00.000Z')).toEqual(once)
})

it('records nothing while the order is closed, and records it once it is reopened', async () => {
  const { happens, until } = await expiring()
  await happens(opened, offered, completed)
  expect(await until('2026-11-22T06:00:00.000Z')).toEqual([])
  await happens({ ...reopened, by: meera, at: '2026-11-23T06:00:00.000Z' })
  expect(await until('2026-11-23T06:00:01.000Z')).toEqual(once)
})

it('records it when the day is over where the agency has moved meanwhile', async () => {
  const { happens, until, moveTo } = await expiring()
  await happens(opened, offered)
  moveTo('Europe/London')
  expect(await until(over)).toEqual([])
  expect(await until('2026-11-20T00:00:00.000Z')).toEqual(once)
})

it('records it within an hour of the end of the day where the agency has moved east', async () => {
  const { happens, until, moveTo } = await expiring()
  await happens(opened, offered)
  expect(await until('2026-11-19T10:30:00.000Z')).toEqual([])
  moveTo('Pacific/Auckland')
  expect(await until('2026-11-19T11:30:00.000Z')).toEqual(once)
})

it('records it once the step of a payment that was not made is open again', async () => {
  const { happens, until } = await expiring()
  const payment = opened.data.steps.find(({ payment }) => payment)!.id
  await happens(opened, offered, signs(meera, payment, '2026-11-13T06:00:00.000Z'))
  expect(await until('2026-11-22T06:00:00.000Z')).toEqual([])
  await happens(unsigns(meera, payment, '2026-11-23T06:00:00.000Z'))
  expect(await until('2026-11-23T06:00:01.000Z')).toEqual(once)
})

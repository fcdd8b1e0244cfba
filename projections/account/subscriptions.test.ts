import { expect, it } from 'vitest'
import { asha, farhan } from '#domain/samples.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { devicesOf } from './subscriptions.ts'

const data = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'B', auth: 'y' },
  session: 'telephone',
  device: 'Firefox on Android',
}
const at = '2026-11-02T04:20:00.000Z'
const later = '2026-11-02T05:20:00.000Z'
const subscribed = { type: 'PushSubscribed', data, by: asha, at } as const
const ended = { type: 'PushUnsubscribed', data: { because: 'asked' }, by: asha, at: later } as const

it('keeps whose devices there are, the latest first, until they are given up or passed on', async () => {
  const { events, documents } = await testStores()
  const { subscriptions, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  const catchUp = async () => subscriptions.reached(await events.end(), 5_000)
  await record(events, 'subscription-1', subscribed)
  await record(events, 'subscription-2', { ...subscribed, data: { ...data, session: 'desk' }, at: later })
  await catchUp()
  expect((await devicesOf(subscriptions, 'asha')).map(({ id }) => id)).toEqual(['2', '1'])
  expect(await subscriptions.collection.get('1')).toEqual({
    id: '1',
    revision: 0,
    personId: 'asha',
    since: at,
    ...data,
  })

  await record(events, 'subscription-1', { ...subscribed, by: farhan })
  await record(events, 'subscription-2', ended)
  await catchUp()
  expect(await devicesOf(subscriptions, 'asha')).toEqual([])
  expect((await devicesOf(subscriptions, 'farhan')).map(({ id }) => id)).toEqual(['1'])
  expect(await subscriptions.collection.get('2')).toBeUndefined()

  // A stream goes on where it was ended: its next event is not taken for an old one.
  await record(events, 'subscription-2', subscribed)
  await catchUp()
  expect(await subscriptions.collection.get('2')).toMatchObject({ personId: 'asha', revision: 2 })
  await close()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { atelier } from '#domain/account/account.ts'
import {
  asha,
  farhan,
  loggedIn,
  loggedOut,
  meera,
  opened,
  read,
  registered,
  signed,
  unsigned,
} from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { createCurrentHandler } from '#infra/events/command-handler.ts'
import { vapidKeys } from '#infra/push/keys.ts'
import { pushService } from '#infra/push/testing.ts'
import { openWebPush } from '#infra/push/web-push.ts'
import { devicesOf } from '#projections/account/subscriptions.ts'
import { record } from '#projections/testing.ts'
import { createNotifications } from './notification.ts'
import { createForgetDevice, pushReaction } from './push.ts'
import { testScene } from './testing.ts'

/** Asha, logged in on her telephone, with an order; a push service that serves her browsers. */
async function scene() {
  const stage = await testScene()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-push-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const service = await pushService()
  const pusher = openWebPush({ keys: await vapidKeys(folder), subject: 'mailto:studio@longhand.example', local: true })
  onTestFinished(() => pusher.close())
  const { events, directory: audience, clock, projections } = stage
  const { subscriptions } = projections
  await record(events, 'account-asha', registered, loggedIn)
  await record(events, 'account-meera', { ...registered, by: meera, data: { ...registered.data, role: 'admin' } })
  await record(events, 'order-1', opened)
  const forgotten: string[] = []
  const forget = createForgetDevice(createCurrentHandler({ ...events, soleWriter: false }, { now: clock.now }))
  const done = await stage.react(
    pushReaction({
      notificationOf: createNotifications(events, audience),
      pusher,
      directory: audience,
      subscriptions,
      now: clock.now,
      async forget(device, because) {
        forgotten.push(`${device.id}: ${because}`)
        await forget(device, because)
      },
    }),
  )
  stage.until(signed.at)
  return {
    ...stage,
    service,
    ...{ forgotten, forget, done },
    notices: () => service.delivered.map(({ notice }) => notice),
    async subscribes(id: string, by = asha, session = 'telephone') {
      const subscription = service.subscribe()
      const data = { ...subscription, session, device: 'Firefox on Android' }
      await record(events, `subscription-${id}`, { type: 'PushSubscribed', data, by, at: loggedIn.at })
      await done()
      return subscription
    },
    async happens(...recordedEvents: Sample[]) {
      const last = await record(events, 'order-1', ...recordedEvents)
      await done()
      return last
    },
    async devices() {
      await done()
      return (await devicesOf(subscriptions, 'asha')).map(({ id }) => id)
    },
  }
}

it("tells the other side's devices what happened, in the words of the event", async () => {
  const { subscribes, happens, notices } = await scene()
  await subscribes('1')
  await subscribes('2')
  const { id } = await happens(signed)
  const notice = {
    title: 'Asha Rao #3',
    body: 'Meera Kulkarni: Quick test is done\nWaiting for you: Business onboarding.',
    url: '/order-detail/1',
    tag: id,
  }
  expect(notices()).toEqual([notice, notice])
})

it('says what happened by itself without a name', async () => {
  const { subscribes, happens, notices } = await scene()
  await subscribes('1')
  await happens({ type: 'ProposalExpired', data: { version: 1 }, by: atelier, at: signed.at })
  const body = expect.stringMatching(/^Version 1 of the proposal is no longer valid\n/)
  expect(notices()).toEqual([expect.objectContaining({ body })])
})

it('says to both sides what no person did: that a proposal expired, or what came in through a provider', async () => {
  const { subscribes, happens, notices, events } = await scene()
  await record(events, 'account-meera', { ...loggedIn, by: meera })
  await subscribes('1')
  await subscribes('2', meera)
  const stripe = { id: 'stripe', name: 'Stripe', role: 'admin' } as const
  const paid = { payment: 'pi_1', amount: 13_000_00, reference: 'pi_1', paidOn: '2026-11-02', provider: 'Stripe' }
  await happens({ type: 'ProposalExpired', data: { version: 1 }, by: atelier, at: signed.at })
  await happens({ type: 'PaymentRecorded', data: paid, by: stripe, at: signed.at })
  const bodies = notices().map((notice) => (notice as { body: string }).body)
  for (const said of ['Version 1 of the proposal is no longer valid\n', 'Stripe: Payment of ₹13,000 received'])
    expect(new Set(bodies.filter((body) => body.startsWith(said))).size).toBe(2) // each with the next step of its reader
})

it('notifies no one of what they did themselves, nor of a read conversation', async () => {
  const { subscribes, happens, notices } = await scene()
  await subscribes('1')
  await subscribes('2', meera)
  await happens(read, { ...signed, by: asha })
  expect(notices()).toEqual([])
})

it('does not disturb who has the page open, or chose no pushes', async () => {
  const { subscribes, happens, notices, sees, events } = await scene()
  await subscribes('1')
  sees('asha', '1', signed.at)
  await happens(signed)
  expect(notices()).toEqual([])
  sees('asha', '1', '2026-11-02T00:00:00.000Z')
  await happens(signed)
  expect(notices()).toHaveLength(1)
  const chosen = { type: 'NotificationsChosen', data: { mail: true, push: false }, by: asha, at: signed.at }
  await record(events, 'account-asha', chosen)
  await happens(signed)
  expect(notices()).toHaveLength(1)
})

it.each([404, 410])('forgets a device of which the push service says %i', async (status) => {
  const { subscribes, happens, service, forgotten, devices } = await scene()
  await subscribes('1')
  service.answers(status)
  await happens(signed)
  expect(forgotten).toEqual(['1: gone'])
  expect(await devices()).toEqual([])
})

it('tries again while a push service fails; the others do not wait for it', async () => {
  const { subscribes, happens, service, notices, clock, done, devices } = await scene()
  await subscribes('1')
  await subscribes('2')
  let failing = true
  let first: string | undefined
  service.answers((path) => {
    first ??= path
    return failing && path === first ? 500 : 201
  })
  await happens(signed)
  expect(notices()).toHaveLength(1)
  failing = false
  clock.advance(60_000)
  await done()
  expect(notices()).toHaveLength(2)
  expect(await devices()).toHaveLength(2)
})

// spec: 11.44
// security: 2.10
it('keeps no one waiting for the devices of another that do not answer', async () => {
  const { subscribes, service, events, notices } = await scene()
  const before = service.requestCount()
  for (let n = 0; n < 20; n++) await subscribes(`hangs-${n}`)
  const hanging = new Set<string>()
  service.answers((path) => (path === answering ? 201 : void hanging.add(path)))
  const loggedInToo = [
    { ...registered, by: farhan },
    { ...loggedIn, by: farhan },
  ]
  await record(events, 'account-farhan', ...loggedInToo)
  await record(events, 'order-2', { ...opened, by: farhan, data: { ...opened.data, clientId: 'farhan' } })
  const { endpoint } = await subscribes('farhans', farhan)
  const answering = new URL(endpoint).pathname
  await record(events, 'order-1', signed)
  await expect.poll(() => hanging.size).toBeGreaterThan(0)
  await record(events, 'order-2', signed)
  await expect.poll(notices, { timeout: 5_000 }).toHaveLength(1)
  // Of one person's, so many are asked at a time and no more.
  expect([before, hanging.size <= 3]).toEqual([0, true])
})

// spec: 11.44
it('leaves a device in peace that failed again and again, for longer and longer', async () => {
  const { subscribes, happens, service, notices, clock, done } = await scene()
  await subscribes('1')
  service.answers(500)
  for (let n = 0; n < 10; n++) await happens(signed)
  expect(service.requestCount()).toBe(3)
  clock.advance(60_000)
  await done()
  expect(service.requestCount()).toBe(4)
  clock.advance(60_000)
  await done()
  expect(service.requestCount()).toBe(4)
  service.answers(201)
  clock.advance(10 * 60_000)
  await done()
  clock.advance(10 * 60_000)
  await done()
  expect(notices()).toHaveLength(10)
})

it('says nothing of what was read while its push service was away', async () => {
  const { subscribes, happens, service, notices, clock, done } = await scene()
  await subscribes('1')
  service.answers(500)
  await happens(signed, { ...unsigned, at: signed.at })
  await happens({ ...read, data: { upTo: 1, seen: 0 }, by: asha, at: signed.at })
  service.answers(201)
  clock.advance(60_000)
  await done()
  expect(notices()).toMatchObject([{ body: expect.stringContaining('Quick test was reopened') }])
})

it('says whose turn it is as it is sent, however long its push service was away', async () => {
  const { subscribes, happens, service, notices, clock, done } = await scene()
  await subscribes('1')
  service.answers(500)
  await happens(signed)
  await happens({ ...unsigned, by: asha })
  service.answers(201)
  clock.advance(60_000)
  await done()
  expect(notices()).toMatchObject([{ body: 'Meera Kulkarni: Quick test is done\nWaiting for you: Quick test.' }])
})

it('gives a notice up after three days', async () => {
  const { subscribes, happens, service, notices, clock, done } = await scene()
  await subscribes('1')
  service.answers(500)
  for (let n = 0; n < 5; n++) await happens(signed)
  clock.advance(4 * 24 * 60 * 60_000)
  service.answers(201)
  await done()
  clock.advance(60 * 60_000)
  await done()
  expect(notices()).toEqual([])
})

it('forgets the devices of a session that is logged out, and of no other', async () => {
  const { subscribes, events, forgotten, devices, clock, done } = await scene()
  await record(events, 'account-asha', { ...loggedIn, data: { session: 'desk' } })
  await subscribes('1')
  await subscribes('2', asha, 'desk')
  await record(events, 'account-asha', { ...loggedOut, at: signed.at })
  clock.advance(1)
  await done()
  expect(forgotten).toEqual(['1: logged out'])
  expect(await devices()).toEqual(['2'])
})

it('tells a device nothing once its session is over, however it ended', async () => {
  const { subscribes, happens, notices, forgotten } = await scene()
  await subscribes('1', asha, 'ended')
  await happens(signed)
  expect([notices(), forgotten]).toEqual([[], ['1: logged out']])
})

it('forgets no device that was subscribed anew, or by someone else, since a list had it', async () => {
  const { subscribes, projections, forget, devices } = await scene()
  await subscribes('1')
  await subscribes('2')
  const seen = await devicesOf(projections.subscriptions, 'asha')
  await subscribes('1', asha, 'desk')
  await subscribes('2', farhan)
  for (const device of seen) await forget(device, 'logged out')
  expect(await devices()).toEqual(['1'])
})

import { createHash } from 'node:crypto'
import type { AppContext } from '#api/app-context.ts'
import { requireWhole, waitForLatest } from '#api/http/caught-up.ts'
import { deviceOf } from '#api/http/request-headers.ts'
import type { Routes } from '#api/http/router.ts'
import { notificationsOf } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { subscriptionCommands } from '#domain/account/subscription.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import { plural } from '#domain/count.ts'
import { PushRefused, SubscriptionGone } from '#infra/push/pusher.ts'
import { devicesOf, maxDevices } from '#projections/account/subscriptions.ts'
import { createForgetDevice } from '#projections/reactions/push.ts'

/** The id of a browser's subscription: unique by construction, and without its address in it. */
const subscriptionIdOf = (endpoint: string): string =>
  createHash('sha256').update(`subscription:${endpoint}`).digest('base64url').slice(0, 22)

/** The error where no device took a notification: one that may pass comes before a refusal. */
function whyNoneTook(failures: readonly unknown[]): unknown {
  const others = failures.filter((error) => !(error instanceof SubscriptionGone))
  if (others.length === 0) return new Refusal('Notifications have ended on all your devices. Turn them on again.')
  const unexpected = others.find((error) => !(error instanceof PushRefused))
  const refused = 'The push service refuses notifications for this device. Remove it, and turn them on again.'
  return unexpected ?? new Refusal(refused)
}

/** The calls for a person’s notifications and their devices. */
export function notificationRoutes({ handler, projections, pusher, log }: AppContext) {
  const forget = createForgetDevice(handler)

  async function devices(personId: string) {
    await waitForLatest(handler, projections.subscriptions)
    await requireWhole(projections.subscriptions)
    return devicesOf(projections.subscriptions, personId)
  }

  return {
    pushKey: async () => ({ publicKey: pusher.publicKey }),

    async addSubscription({ person, session, body: { subscription, renewal }, request, execute }) {
      if (!pusher.accepts(subscription.endpoint)) {
        throw new Invalid({ subscription: 'This push service can’t be reached' })
      }
      const id = subscriptionIdOf(subscription.endpoint)
      const known = await devices(person.id)
      if (known.length >= maxDevices && !known.some((device) => device.id === id)) {
        throw new Refusal(`You can use up to ${maxDevices} devices. Please remove one first.`)
      }
      const input = { ...subscription, renewal, session, device: deviceOf(request) }
      const { message } = await execute(subscriptionCommands.subscribe, id, input)
      return { message }
    },

    subscriptions: async ({ person, session }) => ({
      data: (await devices(person.id)).map(({ id, device, since, session: its }) => ({
        id,
        device,
        since,
        current: its === session,
      })),
    }),

    async deleteSubscription({ query, execute }) {
      const { message } = await execute(subscriptionCommands.unsubscribe, query.id, { because: 'asked' })
      return { message }
    },

    async testPush({ person }) {
      const found = await devices(person.id)
      if (found.length === 0) throw new Refusal('Turn on notifications on a device first')
      const notice = {
        title: 'Test notification',
        body: 'Notifications work on this device.',
        url: '/dashboard',
        tag: 'test',
      }
      const results = await Promise.allSettled(found.map((device) => pusher.send(device, notice)))
      for (const [at, result] of results.entries()) {
        if (result.status === 'fulfilled') continue
        if (result.reason instanceof SubscriptionGone) await forget(found[at]!, 'gone')
        else log.warn({ err: result.reason }, 'a test notification was not accepted')
      }
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      const sent = found.length - failures.length
      if (sent === 0) throw whyNoneTook(failures)
      return { message: plural(sent, 'Sent to {n} device', 'Sent to {n} devices'), sent }
    },

    notifications: async ({ account }) => notificationsOf(account),

    async chooseNotifications({ person, body, execute }) {
      const { message } = await execute(accountCommands.chooseNotifications, person.id, body)
      const { state: account } = await handler.load(accounts, person.id)
      return { message, ...notificationsOf(account) }
    },
  } satisfies Partial<Routes>
}

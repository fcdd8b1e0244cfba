import { setImmediate as turn } from 'node:timers/promises'
import { accounts as accountAggregate } from '#domain/account/actions.ts'
import { orders as orderAggregate } from '#domain/order/actions.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Log } from '#infra/log.ts'
import { createNumbered } from '#infra/numbered.ts'
import type { Pusher } from '#infra/push/pusher.ts'
import type { Settings } from '#infra/settings.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import type { ErasureDependencies } from '#projections/account/erase-person.ts'
import type { Projections } from '#projections/all.ts'
import { openWebhooks } from '#projections/integrations/deliver.ts'
import { webhookReaction } from '#projections/integrations/webhook-reaction.ts'
import { purgeReaction } from '#projections/sweep.ts'
import { headReaction } from './daily-head.ts'
import { numbersReaction, receiptReaction } from './document-numbers.ts'
import { eraseReaction } from './erase.ts'
import { expiryReaction } from './expiry.ts'
import { mailReaction } from './mail.ts'
import { adminIds, createNotifications } from './notification.ts'
import { createForgetDevice, pushReaction } from './push.ts'
import { type Mailing, type Reaction, react } from './reaction.ts'
import { reminderReaction } from './reminders.ts'
import { createClock } from './tasks.ts'

type Dependencies = Mailing &
  ErasureDependencies & {
    files: FileStore
    projections: Projections
    pusher: Pusher
    settings: Settings
    log: Pick<Log, 'warn' | 'error'>
    /** Milliseconds since 1970. */
    now(): number
    /** When a person last had an order's page open, in milliseconds since 1970; now, while it is open. */
    lastSeen(personId: string, orderId: string): number
    /** The server's own secret. */
    secret: string
  }

/** Starts the effects of events outside: mails, pushes, files that go. */
export async function startReactions(parts: Dependencies) {
  const { events, documents, files, projections, settings, handler, log, now } = parts
  const account = async (id: string) => (await handler.load(accountAggregate, id)).state
  const agency = () => loadAgency(handler)
  const timeZone = async () => (await agency()).timeZone ?? defaultTimeZone
  const order = async (id: string) => (await handler.load(orderAggregate, id, { current: true })).state
  const load = async (id: string) => (await handler.load(orderAggregate, id)).state
  const numbers = createNumbered(parts)
  const ending = new AbortController()
  const { accounts, orders, files: ownedFiles, subscriptions } = projections
  const directory = { accounts, orders, files: ownedFiles, account, lastSeen: parts.lastSeen }
  const notificationOf = createNotifications(events, directory)
  const { signal } = ending
  // Whom something is for, a read model that is being made cannot say.
  const models = [accounts, orders, ownedFiles, subscriptions, projections.webhooks].map(({ caughtUp }) => caughtUp)
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  const after = Promise.race([Promise.all(models), aborted]).catch((error) => {
    log.error({ err: error }, 'nothing is sent until the read models are ready')
    return aborted
  })
  const dependencies = { events, documents, clock: createClock(now), log, signal, after }
  /** The store may be away at this very moment: that is no reason for a process to end that people are at. They have their turn. */
  async function begin<Work>(reaction: Reaction<Work>) {
    await turn()
    return retryWhileUnavailable(() => react(reaction, dependencies), signal)
  }
  const all = [
    await begin(mailReaction({ ...parts, notificationOf, directory, agency, order })),
    await begin(
      pushReaction({ ...parts, notificationOf, directory, subscriptions, forget: createForgetDevice(handler) }),
    ),
    await begin(purgeReaction({ files })),
    await begin(eraseReaction(parts)),
    await begin(numbersReaction(numbers)),
    await begin(receiptReaction({ numbers, handler, now })),
    await begin(reminderReaction({ ...parts, on: settings.paymentReminders ?? true, account, timeZone, load })),
    await begin(expiryReaction({ load, timeZone, handler, now })),
    await begin(headReaction({ ...parts, to: settings.dailyHeadTo })),
    await begin(
      webhookReaction({
        ...parts,
        ...openWebhooks({ ...parts, sending: settings.webhooks }),
        ...{ model: projections.webhooks, account, timeZone, admins: () => adminIds(accounts), signal },
      }),
    ),
  ]
  return {
    /** Resolves when all that follows from the events up to a position, and is due, was tried. */
    async settled(position: bigint): Promise<void> {
      await Promise.all(all.map((each) => each.settled(position)))
    },
    async close(): Promise<void> {
      ending.abort()
      await Promise.all(all.map(({ stopped }) => stopped))
    },
  }
}

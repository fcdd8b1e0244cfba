import { setTimeout as pause } from 'node:timers/promises'
import { openAddressBook } from '#infra/address-book.ts'
import { createEventClock } from '#infra/clock.ts'
import type { Document } from '#infra/documents/store.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { createDependencyCheck } from '#infra/health.ts'
import { nameOfProcess, takeLease } from '#infra/lease.ts'
import type { Log } from '#infra/log.ts'
import { createNumbered } from '#infra/numbered.ts'
import { openMetrics, openStores } from '#infra/open.ts'
import { openServerSecrets } from '#infra/server-secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { storeEpoch } from '#infra/store-epoch.ts'
import { startProjections } from '#projections/all.ts'
import { openSending } from '#projections/background.ts'
import type { ReadModel } from '#projections/projection.ts'
import { readProjections } from '#projections/reader.ts'
import { notingReceived } from '#projections/sweep.ts'
import type { AppContext } from './app-context.ts'
import { refuseDemo } from './demo/demo-store.ts'
import { createApiKeyring } from './http/api-keys.ts'
import { createLimiter } from './http/limits.ts'
import { createSecurityEntries } from './http/security-entries.ts'
import { createSessions } from './http/session.ts'
import { setUpFirstAdmin } from './routes/account/first-admin.ts'
import { createTimelines } from './routes/history/timelines.ts'
import { unsetLines } from './routes/settings/settings.ts'
import { createAllowances } from './uploads/allowance.ts'

/** Opens the stores, the command handler and the sessions. */
async function openData(settings: Settings, now: () => number, log: Log) {
  const stores = await openStores(settings)
  try {
    if (!settings.demo) await refuseDemo(stores.events, settings)
  } catch (error) {
    await stores.close()
    throw error
  }
  const lease = settings.role === 'api' ? undefined : await takeLease(stores.documents, { name: nameOfProcess(), log })
  const metrics = await openMetrics(settings).catch(async (error) => {
    await lease?.release()
    throw error
  })
  const documents = lease?.documents ?? stores.documents
  const events = metrics?.measured(stores.events) ?? stores.events
  const clock = createEventClock(now, log)
  const handler = createCommandHandler(events, { now, clock })
  const newest = await events.at(await events.end()).catch(() => undefined)
  if (newest) clock.note(newest.at)
  const secrets = await openServerSecrets(settings, { ...stores, documents })
  const sessions = createSessions(handler, secrets.session, settings.production, now, {
    deviceSecret: secrets.installation,
    formerSecret: secrets.sessionBefore,
  })
  const addresses = await openAddressBook({ keys: stores.keys, handler, now })
  const { files, received } = notingReceived(stores.files)
  return { stores, lease, metrics, events, documents, files, received, clock, handler, secrets, sessions, addresses }
}

/**
 * Opens all that the calls need, and sees to the first admin. Of the processes on one store the one with the lease keeps
 * the read models. Throws `Misconfigured` when it cannot be had with these settings.
 */
export async function openContext(settings: Settings, now: () => number, log: Log, signal: AbortSignal) {
  const { stores, lease, received, clock, secrets, ...data } = await openData(settings, now, log)
  const { events, documents, files, handler, addresses } = data
  const demo = settings.demo
    ? await (await import('./demo/demo.ts')).openDemo({ events, files, addresses }, settings)
    : []
  const projections = lease
    ? await startProjections(events, documents, (error) => log.fatal({ err: error }, 'a read model stopped'), { log })
    : readProjections(events, documents, { log })
  const epoch = await storeEpoch(documents)
  const isDemo = demo.length > 0
  const firstAdmin = setUpFirstAdmin({ admin: settings.admin, isDemo, handler, projections, addresses, signal })
  const setUp = (await catchesUpSoon(projections.accounts)) ? await firstAdmin.lines : undefined
  const sending = await openSending({ settings, events, documents, handler, secrets, log, now })
  const { mailer, warnings } = sending
  const { accountQuota: quota } = settings.files
  const eventsFolder = settings.eventStoreUrl ? undefined : settings.dataDir
  const context: AppContext = {
    ...data,
    ...sending,
    ...{ projections, epoch, log, now },
    secret: secrets.installation,
    settings: { ...settings, demo: isDemo },
    isSetUp: firstAdmin.isDone,
    keys: stores.keys,
    allowances: createAllowances({ files, model: projections.files, latest: handler.latest, quota, now }),
    numbers: createNumbered({ events, handler, now }),
    keyring: createApiKeyring({ handler, projections, documents, log, now }),
    limiter: createLimiter(settings.limits),
    securityEntries: createSecurityEntries(documents, log, now),
    timelines: createTimelines(events),
    unavailableDependencies: createDependencyCheck({
      ...{ events, eventsFolder, documents, files, mailer, log, now, signal },
    }),
    warnings: () => [...warnings, ...clock.warnings()],
  }
  /** The lines that are printed at the start. */
  const lines = async (url: string) => [
    ...stores.lines,
    ...sending.lines,
    ...(data.metrics?.lines ?? []),
    ...(await unsetLines(handler, url, isDemo)),
    ...demo,
    ...(setUp ? setUp(url) : ['The lists are being prepared. Pages show the progress until they are ready.']),
  ]
  return { context, documents, stores, lease, received, sending, lines, firstAdmin, setUp }
}

/** How long a read model may take that is made in many steps, in milliseconds. */
const soonMs = 400

/**
 * Waits for a read model, for a short time only. Answers whether it has caught up. Throws when it stopped
 * before.
 */
async function catchesUpSoon(model: Pick<ReadModel<Document>, 'caughtUp' | 'progress'>): Promise<boolean> {
  const made = model.caughtUp.then(() => true)
  const until = performance.now() + soonMs
  while (!(await Promise.race([made, pause(20, false)]))) {
    // What is few is folded in one step: then it is waited for, however busy the machine is.
    if (performance.now() > until && model.progress > 0) return false
  }
  return true
}

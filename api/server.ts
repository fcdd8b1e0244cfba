import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { accounts } from '#domain/account/actions.ts'
import { agencies, agencyId } from '#domain/settings/agency.ts'
import { openAddressBook } from '#infra/address-book.ts'
import { createEventClock } from '#infra/clock.ts'
import { createDependencyCheck } from '#infra/dependencies.ts'
import { createCommandHandler, isUnusable } from '#infra/events/command-handler.ts'
import { serving } from '#infra/guard.ts'
import { keyFolderOf } from '#infra/keys/open.ts'
import { nameOfProcess, takeLease } from '#infra/lease.ts'
import { endingGently, listen, nameOf } from '#infra/listen.ts'
import { type Log, openLog } from '#infra/log.ts'
import { agencyMail } from '#infra/mail/agency-mail.ts'
import { outboxIn } from '#infra/mail/outbox.ts'
import { createServer } from '#infra/node-http.ts'
import { openMetrics, openOutboundChannels, openStores } from '#infra/open.ts'
import { makeDataPrivate } from '#infra/private-files.ts'
import { startDailyHeads } from '#infra/proof/daily-heads.ts'
import { createSigner } from '#infra/proof/signature.ts'
import { openServerSecrets, pushKeyWarnings } from '#infra/server-secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { storeEpoch, watchEpoch } from '#infra/store-epoch.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import { startProjections } from '#projections/all.ts'
import { replayErasures } from '#projections/erasure/replay.ts'
import { startReactions } from '#projections/reactions/all.ts'
import { createForgetDevice } from '#projections/reactions/forget-device.ts'
import { readProjections } from '#projections/reader.ts'
import { notingReceived, startSweeping } from '#projections/sweep.ts'
import { startVerifying } from '#projections/verify-events.ts'
import { openWebhooks } from '#projections/webhooks/open.ts'
import { createApp } from './app.ts'
import { administer, adminRequest } from './control/admin-commands.ts'
import { backUpAs, backupRequest } from './control/backup-command.ts'
import { serveControl } from './control/serve.ts'
import { refuseDemo } from './demo-store.ts'
import { createDrafts } from './drafts.ts'
import { ensureAdmin, offerFirstAdmin } from './first-admin.ts'
import { createForgetErased } from './forget-erased.ts'
import { createApiKeyring } from './http/api-keys.ts'
import { createLimiter } from './http/limits.ts'
import { answerUnparsed } from './http/problems.ts'
import { addressOf } from './http/request-headers.ts'
import { createSecurityEntries } from './http/security-entries.ts'
import { createSessions } from './http/session.ts'
import { isSoonMade } from './is-soon-made.ts'
import { startLive } from './live/live.ts'
import { unsetLines } from './routes/agency.ts'
import { createTimelines } from './timelines.ts'
import { createAllowances } from './uploads/allowance.ts'

/** Of settings that are damaged the store tells itself, and a store that is away now is no reason not to open. */
function linesOfUnusable(error: unknown): string[] {
  if (!isUnusable(error) && !(error instanceof Unavailable)) throw error
  return []
}

/** What is damaged of an admin's account the store tells itself: all others are served. */
function unlessUnusable(error: unknown): void {
  if (!isUnusable(error)) throw error
}

export type RunningServer = {
  /** Where it answers, without a trailing slash. */
  url: string
  /** What to tell the person who started it. */
  lines: string[]
  /** Resolves when it cannot do its work any more, and only a new process can. */
  broken: Promise<void>
  /** Resolves with what is damaged of the documents, once that is found: a new start makes them again. */
  damaged: Promise<string>
  /** Resolves when all mails and pushes are sent that are due by now. */
  settled(): Promise<void>
  /** Ends; calls `onAnswered` once nobody waits for an answer any more. */
  close(onAnswered?: () => void): Promise<void>
}

/**
 * Opens the stores, follows them, and listens. `now` is the time in milliseconds since 1970. Throws `Misconfigured` when
 * it cannot start with these settings.
 */
export async function startServer(
  settings: Settings,
  now: () => number = Date.now,
  log: Log = openLog(),
): Promise<RunningServer> {
  const stores = await openStores(settings)
  try {
    if (!settings.demo) await refuseDemo(stores.events, settings)
  } catch (error) {
    await stores.close()
    throw error
  }
  const lease = settings.role === 'api' ? undefined : await takeLease(stores.documents, { name: nameOfProcess(), log })
  const documents = lease?.documents ?? stores.documents
  const { files, received } = notingReceived(stores.files)
  const metrics = await openMetrics(settings)
  const events = metrics?.measured(stores.events) ?? stores.events
  const clock = createEventClock(now, log)
  const handler = createCommandHandler(events, { now, clock })
  const newest = await events.at(await events.end()).catch(() => undefined)
  if (newest) clock.note(newest.at)
  const { session, installation: secret, ...opened } = await openServerSecrets(settings, { ...stores, documents })
  const sessions = createSessions(handler, session, settings.production, now, {
    deviceSecret: secret,
    formerSecret: opened.sessionBefore,
  })
  const addresses = await openAddressBook({ keys: stores.keys, handler: () => handler, now })
  const demo = settings.demo ? await (await import('./demo.ts')).openDemo({ events, files, addresses }, settings) : []
  const alone = lease !== undefined
  const projections = alone
    ? await startProjections(events, documents, (error) => log.fatal({ err: error }, 'a read model stopped'), {
        log,
      })
    : readProjections(events, documents, { log })
  const epoch = await storeEpoch(documents)
  const ending = new AbortController()
  /** What to tell of the first admin, once the accounts can say whether there is one. */
  async function firstAdmin(): Promise<(url: string) => string[]> {
    if (settings.admin) await ensureAdmin(settings.admin, handler, projections, addresses).catch(unlessUnusable)
    const setUp = settings.admin || demo.length > 0 ? undefined : await offerFirstAdmin(handler, projections)
    return setUp ?? (() => [])
  }
  let isListening = false
  const settingUp = firstAdmin().catch((error) => {
    if (!isListening || !(error instanceof Unavailable)) throw error
    return retryWhileUnavailable(firstAdmin, ending.signal)
  })
  settingUp.catch(() => {}) // it is awaited, here or once it listens
  let isSetUp = false
  void settingUp.then(
    () => (isSetUp = true),
    () => {},
  )
  const setUp = (await isSoonMade(projections.accounts)) ? await settingUp : undefined
  const channels = await openOutboundChannels(settings)
  const { pusher, pushKey, webhookSender } = channels
  const warnings = [...opened.warnings, ...(await pushKeyWarnings(documents, pushKey))]
  for (const warning of warnings) log.warn(warning)
  const webhooks = openWebhooks({ events, documents, webhookSender, secret, handler: () => handler, now })
  const { compose, mailer } = agencyMail(channels.mailer, () => handler)

  const limiter = createLimiter(settings.limits)
  const { accountQuota: quota } = settings.files
  const { latest } = handler
  const allowances = createAllowances({ files, model: projections.files, latest, quota, now })
  const drafts = createDrafts(documents)
  const securityEntries = createSecurityEntries(documents, log, now)
  const keyring = createApiKeyring({ handler, projections, documents, log, now })
  const eventsFolder = settings.eventStoreUrl ? undefined : settings.dataDir
  const unavailableDependencies = createDependencyCheck({ events, eventsFolder, documents, files, mailer, log, now })
  const context = {
    settings: { ...settings, demo: demo.length > 0 },
    isSetUp: () => isSetUp,
    ...{
      secret,
      events,
      keys: stores.keys,
      addresses,
      epoch,
      files,
      allowances,
      drafts,
      projections,
      handler,
      sessions,
      keyring,
      limiter,
      mailer,
      compose,
      pusher,
      webhooks,
      securityEntries,
      timelines: createTimelines(events),
      log,
      now,
      unavailableDependencies,
      warnings: () => [...warnings, ...clock.warnings()],
      metrics,
    },
  }
  const app = createApp(context)
  const shouldUpgradeCallback = ({ url }: IncomingMessage) => url!.startsWith('/socket.io/')
  const http = createServer({ shouldUpgradeCallback }, app).on('clientError', answerUnparsed)
  http.prependListener('connection', serving)
  const endHttp = endingGently(http)
  const broken = Promise.withResolvers<void>()
  const onBroken = (error: Error) => {
    if (ending.signal.aborted) return // what waits for lists waits for them no more
    log.fatal({ err: error }, 'this process cannot go on')
    broken.resolve()
  }
  // Of another process, that has found that the events are not what they were: what is in memory here is of before.
  const onOtherPast = () => onBroken(new Error('the event store has another past'))
  const stopWatching = alone ? undefined : watchEpoch(documents, epoch, onOtherPast)
  void lease?.lost.then(() => onBroken(new Error('another process keeps the read models')))
  const live = await startLive(http, {
    ...{ ...context, models: projections.all, publicUrl: settings.publicUrl, bounds: settings.live, onBroken },
    addressOf: (request) => addressOf(app, request),
    onEvent: createForgetErased({ ...context, keys: stores.keys }),
  })
  // How far read models are that another process keeps, that process says.
  const models = alone ? projections.all : []
  metrics?.watch({ models, damaged: events.damaged, unavailableDependencies, sockets: live.connected })
  const handlerFor = () => handler
  const outbox = settings.mail?.smtpUrl ? undefined : outboxIn(resolve(settings.dataDir))
  const { keys } = stores
  const erasing = { events, documents, files, projections, keys, addresses, outbox, handler: handlerFor }
  // Whom a restored backup has brought back nobody is to see.
  if (alone) await retryWhileUnavailable(() => replayErasures(erasing), ending.signal)
  const port = await listen(http, settings.port, settings.host)
  isListening = true
  const { rest: madePrivate } = await makeDataPrivate(resolve(settings.dataDir), keyFolderOf(settings), ending.signal)
  events.started()
  documents.started()
  const endSweeping = alone
    ? await startSweeping({ events, documents, files, model: projections.files, received, log, now }, log)
    : undefined
  const verifying = alone ? startVerifying(events, documents, stores.keys, log) : undefined
  const dailyHeads = alone
    ? startDailyHeads({ events, handler: () => handler, signer: createSigner(secret), log, now })
    : undefined

  const url = settings.publicUrl ?? `http://${nameOf(settings.host)}:${port}`
  if (!setUp) settingUp.then((lines) => lines(url).length > 0 && log.warn(lines(url).join('\n')), onBroken)
  const account = async (id: string) => (await handler.load(accounts, id)).state
  const reacting = {
    ...context,
    documents,
    url,
    account,
    lastSeen: live.lastSeen,
    forget: createForgetDevice(handler),
    dailyHeadTo: settings.dailyHeadTo,
    ...{ handlerFor, keys, outbox },
  }
  const reactions = alone ? await startReactions(reacting) : undefined
  const control = await serveControl(
    settings.dataDir,
    {
      backup: (input, say) => backUpAs(settings, backupRequest.parse(input), say),
      admin: (input, say) => administer({ ...context, origin: url }, adminRequest.parse(input), say),
    },
    log,
  )
  return {
    url,
    broken: broken.promise,
    damaged: stores.documents.damaged,
    lines: [
      ...stores.lines,
      ...channels.lines,
      ...(metrics?.lines ?? []),
      ...(await handler.load(agencies, agencyId).then(({ state }) => unsetLines(state, url), linesOfUnusable)),
      ...demo,
      ...(setUp ? setUp(url) : ['The lists are being made: until they are there, they say how far they are.']),
      '',
      `Atelier is open at ${url}`,
    ],
    async settled() {
      await reactions?.settled(await events.end())
    },
    async close(onAnswered = () => {}) {
      ending.abort()
      await control.close()
      stopWatching?.()
      const answered = Promise.all([endHttp(), live.close()]).then(onAnswered)
      // At once, and none after another one: what waits for lists that are being made would wait until they are.
      await Promise.all([
        ...[reactions?.close(), endSweeping?.(), verifying?.close(), dailyHeads?.close(), madePrivate],
        answered.then(() => Promise.all([projections.close(), securityEntries.close()])),
      ])
      await channels.close()
      await lease?.release()
      await metrics?.close()
      await stores.close()
    },
  }
}

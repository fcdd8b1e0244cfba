import { once } from 'node:events'
import { resolve } from 'node:path'
import { accounts } from '#domain/account/actions.ts'
import { openAddressBook } from '#infra/address-book.ts'
import { createDependencyCheck } from '#infra/dependencies.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { nameOfProcess, takeLease } from '#infra/lease.ts'
import { listen } from '#infra/listen.ts'
import { openLog } from '#infra/log.ts'
import { agencyMail } from '#infra/mail/agency-mail.ts'
import { outboxIn } from '#infra/mail/outbox.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { createServer } from '#infra/node-http.ts'
import { openMetrics, openOutboundChannels, openStores } from '#infra/open.ts'
import { crashed, endInOrder, runProgram } from '#infra/program.ts'
import { startDailyHeads } from '#infra/proof/daily-heads.ts'
import { createSigner } from '#infra/proof/signature.ts'
import { openServerSecrets, pushKeyWarnings } from '#infra/server-secrets.ts'
import { readSettings } from '#infra/settings.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import { settingWarnings } from '#infra/warnings.ts'
import { startProjections } from './all.ts'
import { replayErasures } from './erasure/replay.ts'
import { answerLiveness, answerReadiness, answerStarting } from './health.ts'
import { startReactions } from './reactions/all.ts'
import { createForgetDevice } from './reactions/forget-device.ts'
import type { ForgetDevice } from './reactions/push.ts'
import { startSweeping } from './sweep.ts'
import { startVerifying } from './verify-events.ts'
import { openWebhooks } from './webhooks/open.ts'

// The worker beside several api processes: keeps the read models, sends mails and pushes, removes what is to go. Who
// has a page open it cannot know: what a person has read, it can.

await runProgram(async (env) => {
  const settings = readSettings({ ...env, DEMO: 'false' }) // the demo is one process
  if (!settings.push?.keys) {
    throw new Misconfigured('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed: those of the api processes.')
  }
  const log = openLog()
  let close = async () => {}
  endInOrder(log, (answered) => {
    answered() // there is nobody it answers
    return close()
  })
  const stores = await openStores(settings)
  const { files } = stores
  let ready = answerStarting
  const health = createServer((request, response) => {
    if (request.url === '/healthz') return answerLiveness(request, response)
    if (request.url === '/readyz') return void ready(request, response)
    response.writeHead(404).end()
  })
  await listen(health, settings.port, settings.host)
  const lease = await takeLease(stores.documents, { name: nameOfProcess(), log })
  const { documents } = lease
  void lease.lost.then(() => {
    log.fatal('another process keeps the read models and sends')
    process.exit(crashed) // for a supervisor to start it again: it waits, then
  })
  const metrics = await openMetrics(settings)
  const events = metrics?.measured(stores.events) ?? stores.events
  const projections = await startProjections(
    events,
    documents,
    (error) => {
      log.fatal({ err: error }, 'a read model stopped')
      process.exit(crashed) // for a supervisor to start it again
    },
    { saveAfter: 1, log },
  )
  const post = await openOutboundChannels(settings)
  // A handler for one use: one that stayed would not hear of what the api processes write.
  const handler = () => createCommandHandler(events)
  const account = async (id: string) => (await handler().load(accounts, id)).state
  const { compose, mailer } = agencyMail(post.mailer, handler)
  const url = settings.publicUrl ?? `http://localhost:${settings.port}`
  const { installation: secret, ...opened } = await openServerSecrets(settings, { ...stores, documents })
  const warnings = [...opened.warnings, ...(await pushKeyWarnings(documents, post.pushKey))]
  for (const warning of warnings) log.warn(warning)
  const { webhookSender } = post
  const webhooks = openWebhooks({ events, documents, webhookSender, secret, handler, now: Date.now })
  const parts = { events, documents, files, projections, ...post, mailer, webhooks, log, now: Date.now }
  const forget: ForgetDevice = (...which) => createForgetDevice(handler())(...which)
  const { keys } = stores
  const outbox = settings.mail?.smtpUrl ? undefined : outboxIn(resolve(settings.dataDir))
  // Whom a restored backup has brought back nobody is to see.
  const addresses = await retryWhileUnavailable(() => openAddressBook({ keys, handler }), new AbortController().signal)
  const erasing = { events, documents, files, projections, keys, addresses, outbox, handler }
  await retryWhileUnavailable(() => replayErasures(erasing), new AbortController().signal)
  const reactions = await startReactions({
    ...parts,
    url,
    account,
    compose,
    forget,
    secret,
    lastSeen: () => 0,
    dailyHeadTo: settings.dailyHeadTo,
    ...{ handlerFor: handler, keys, addresses, outbox },
  })

  const model = projections.files
  const sweepingParts = { events, documents, files, model, received: new Set<string>(), log, now: Date.now }
  const endSweeping = await startSweeping(sweepingParts, log)
  const verifying = startVerifying(events, documents, keys, log)
  const dailyHeads = startDailyHeads({ events, handler, signer: createSigner(secret), log, now: Date.now })
  const whatIsDown = createDependencyCheck(parts)
  metrics?.watch({ models: projections.all, damaged: events.damaged, unavailableDependencies: whatIsDown })
  events.started()
  documents.started()
  ready = answerReadiness(projections.all, { events, keys }, whatIsDown, () => warnings)
  for (const warning of settingWarnings(settings)) console.error(warning)
  const lines = [...stores.lines, ...post.lines, ...(metrics?.lines ?? [])]
  close = async () => {
    const endHealth = once(health, 'close')
    health.close()
    health.closeAllConnections()
    // At once, and none after another one: what waits for lists that are being made would wait until they are.
    await Promise.all([
      ...[reactions.close(), endSweeping(), verifying.close(), dailyHeads.close(), metrics?.close(), endHealth],
      projections.close(),
    ])
    await post.close()
    await lease.release()
    await stores.close()
  }
  for (const line of [...lines, '', 'The read models are followed.']) console.log(line)
})

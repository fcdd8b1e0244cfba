import { once } from 'node:events'
import { openAddressBook } from '#infra/address-book.ts'
import { createCurrentHandler } from '#infra/events/command-handler.ts'
import { createDependencyCheck } from '#infra/health.ts'
import { createServer, listen } from '#infra/http.ts'
import { nameOfProcess, takeLease } from '#infra/lease.ts'
import { openLog } from '#infra/log.ts'
import { openMetrics, openStores } from '#infra/open.ts'
import { crashed, endInOrder, runProgram } from '#infra/program.ts'
import { openServerSecrets } from '#infra/server-secrets.ts'
import { readSettings } from '#infra/settings.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import { settingWarnings } from '#infra/warnings.ts'
import { startProjections } from './all.ts'
import { createBackground, openSending } from './background.ts'
import { answerLiveness, answerReadiness, answerStarting } from './health.ts'

// The worker beside several api processes: keeps the read models, sends mails and pushes, removes what is to go. Who
// has a page open it cannot know: what a person has read, it can.

await runProgram(async (env) => {
  const ROLE = env.ROLE || 'api' // it needs what those need
  const settings = readSettings({ ...env, ROLE, DEMO: 'false' }) // the demo is one process
  const log = openLog()
  let close = async () => {}
  endInOrder(log, (answered) => {
    answered() // it has no clients to answer
    return close()
  })
  const stores = await openStores(settings)
  const { files, keys } = stores
  let ready = answerStarting
  const health = createServer((request, response) => {
    if (request.url === '/healthz') return answerLiveness(request, response)
    if (request.url === '/readyz') return void ready(request, response)
    response.writeHead(404).end()
  })
  await listen(health, settings.port, settings.host)
  const lease = await takeLease(stores.documents, { name: nameOfProcess(), log })
  const metrics = await openMetrics(settings).catch(async (error) => {
    await lease.release()
    throw error
  })
  const { documents } = lease
  void lease.lost.then(() => {
    log.fatal('another process maintains the read models and sends')
    process.exit(crashed) // for a supervisor to start it again: it waits, then
  })
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
  const handler = createCurrentHandler(events) // it does not hear of what the api processes write
  const secrets = await openServerSecrets(settings, { ...stores, documents })
  const sources = { settings, events, documents, handler, log, now: Date.now }
  const sending = await openSending({ ...sources, secrets })
  const forEver = new AbortController().signal
  const addresses = await retryWhileUnavailable(() => openAddressBook({ keys, handler }), forEver)
  const background = createBackground({
    ...sources,
    ...sending,
    ...{ files, projections, keys, addresses },
    secret: secrets.installation,
    received: new Set<string>(), // an api process receives them
  })
  await background.prepare(forEver)
  const work = await background.start(settings.publicUrl ?? `http://localhost:${settings.port}`, () => 0)
  const unavailableDependencies = createDependencyCheck({ ...sources, files, mailer: sending.mailer })
  metrics?.watch({ models: projections.all, damaged: events.damaged, unavailableDependencies })
  events.started()
  documents.started()
  ready = answerReadiness(projections.all, { events, keys }, unavailableDependencies, () => sending.warnings)
  for (const warning of settingWarnings(settings)) console.error(warning)
  const lines = [...stores.lines, ...sending.lines, ...(metrics?.lines ?? [])]
  close = async () => {
    const endHealth = once(health, 'close')
    health.close()
    health.closeAllConnections()
    await Promise.all([work.close(), metrics?.close(), endHealth, projections.close()])
    await sending.close()
    await lease.release()
    await stores.close()
  }
  for (const line of [...lines, '', 'The read models are kept up to date.']) console.log(line)
})

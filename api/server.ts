import { endingGently, listen, nameOf, openHttp } from '#infra/http.ts'
import { type Log, openLog } from '#infra/log.ts'
import type { Settings } from '#infra/settings.ts'
import { watchEpoch } from '#infra/store-epoch.ts'
import { createBackground } from '#projections/background.ts'
import { createApp } from './app.ts'
import { serveOperator } from './control/serve.ts'
import { answerUnparsed } from './http/problems.ts'
import { addressOf } from './http/request-headers.ts'
import { startLive } from './live/live.ts'
import { openContext } from './open-context.ts'
import { createForgetErased } from './routes/account/personal-data.ts'

/**
 * Opens the stores, follows them, and listens. `now` is the time in milliseconds since 1970. Throws `Misconfigured` when
 * it cannot start with these settings.
 */
export async function startServer(settings: Settings, now: () => number = Date.now, log: Log = openLog()) {
  const ending = new AbortController()
  const { context, lease, stores, ...opened } = await openContext(settings, now, log, ending.signal)
  const { sending, firstAdmin, setUp } = opened
  const { events, projections, metrics, unavailableDependencies } = context
  const app = createApp(context)
  const http = openHttp(app, answerUnparsed)
  const endHttp = endingGently(http)
  const broken = Promise.withResolvers<void>()
  const onBroken = (error: Error) => {
    if (ending.signal.aborted) return // what waits for lists waits for them no more
    log.fatal({ err: error }, 'this process must stop')
    broken.resolve()
  }
  // Another process has found that the event store has another past: what is in memory here is out of date.
  const onOtherPast = () => onBroken(new Error('the event store contains different events'))
  const stopWatching = lease ? undefined : watchEpoch(opened.documents, context.epoch, onOtherPast)
  void lease?.lost.then(() => onBroken(new Error('another process maintains the read models')))
  const live = await startLive(http, {
    ...{ ...context, models: projections.all, publicUrl: settings.publicUrl, bounds: settings.live, onBroken },
    addressOf: (request) => addressOf(app, request),
    onEvent: createForgetErased(context),
  })
  // The process that keeps the read models reports their progress.
  const models = lease ? projections.all : []
  metrics?.watch({ models, damaged: events.damaged, unavailableDependencies, sockets: live.connected })
  const background = lease && createBackground({ ...context, ...opened })
  await background?.prepare(ending.signal)
  const port = await listen(http, settings.port, settings.host)
  firstAdmin.listening()
  const { rest: madePrivate } = await stores.makePrivate(ending.signal)
  events.started()
  opened.documents.started()
  const url = settings.publicUrl ?? `http://${nameOf(settings.host)}:${port}`
  if (!setUp) firstAdmin.lines.then((lines) => lines(url).length > 0 && log.warn(lines(url).join('\n')), onBroken)
  const work = await background?.start(url, live.lastSeen)
  const control = await serveOperator(settings, { ...context, origin: url })
  return {
    /** Where it answers, without a trailing slash. */
    url,
    /** Resolves when it cannot do its work any more, and only a new process can. */
    broken: broken.promise,
    /** Resolves with what is damaged of the documents, once that is found: a new start makes them again. */
    damaged: stores.documents.damaged,
    /** Lines for the person who started the server. */
    lines: [...(await opened.lines(url)), '', `Atelier is running at ${url}`],
    /** Resolves when all mails and pushes are sent that are due by now. */
    async settled() {
      await work?.settled(await events.end())
    },
    /** Closes the server; calls `onAnswered` once no one waits for an answer any more. */
    async close(onAnswered = () => {}) {
      ending.abort()
      await control.close()
      stopWatching?.()
      const answered = Promise.all([endHttp(), live.close()]).then(onAnswered)
      // At once, and none after another one: what waits for lists that are being made would wait until they are.
      await Promise.all([
        ...[work?.close(), madePrivate],
        answered.then(() => Promise.all([projections.close(), context.securityEntries.close()])),
      ])
      await sending.close()
      await lease?.release()
      await metrics?.close()
      await stores.close()
    },
  }
}

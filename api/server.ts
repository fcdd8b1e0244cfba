import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openStores } from '#infra/open.ts'
import { keptSecret } from '#infra/secret.ts'
import type { Settings } from '#infra/settings.ts'
import { startProjections } from '#projections/all.ts'
import { createApp } from './app.ts'
import { ensureAdmin } from './first-admin.ts'
import { createHandler } from './handle.ts'
import { startLive } from './live.ts'
import { createSessions } from './session.ts'
import { sweepFiles } from './uploads.ts'

export type RunningServer = {
  /** Where it answers, without a trailing slash. */
  url: string
  /** What to tell the person who started it. */
  lines: string[]
  close(): Promise<void>
}

/** How long a request under way may take to end when the server closes, in milliseconds. */
const grace = 5_000

/** A file in a bucket may have come in by another process, a moment ago, by a clock that differs: it has a day's grace. */
const day = 24 * 60 * 60 * 1_000

/** Opens the stores, follows them, and listens. Throws `Misconfigured` when it cannot start as it was told to. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const began = Date.now()
  const log = pino({ level: 'warn' })
  const stores = await openStores(settings)
  const { events, documents, files } = stores
  const handler = createHandler(events)
  const secret = settings.sessionSecret ?? (await keptSecret(settings.dataDir, 'session.secret'))
  const sessions = createSessions(handler, secret, settings.production)
  const demo = settings.demo ? await (await import('./demo.ts')).openDemo(events) : []
  const projections = await startProjections(events, documents, (error) =>
    log.fatal({ err: error }, 'a read model stopped'),
  )
  if (settings.admin) await ensureAdmin(settings.admin, handler, projections)

  const parts = { settings: { ...settings, demo: demo.length > 0 }, events, files, projections, handler, sessions, log }
  const http = createServer(createApp(parts))
  const live = await startLive(http, { ...parts, publicUrl: settings.publicUrl })
  await listen(http, settings)
  const sweeping = sweepFiles(parts, new Date(began - (settings.s3 ? day : 0)).toISOString()).catch((error) =>
    log.error({ err: error }, 'files could not be swept'),
  )

  const url = settings.publicUrl ?? `http://${nameOf(settings.host)}:${(http.address() as AddressInfo).port}`
  return {
    url,
    lines: [...stores.lines, ...demo, '', `Atelier is open at ${url}`],
    async close() {
      const late = setTimeout(() => http.closeAllConnections(), grace)
      await live.close() // and with it the http server
      clearTimeout(late)
      await sweeping
      await projections.close()
      await stores.close()
    },
  }
}

const nameOf = (host: string): string => (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host)

async function listen(http: Server, { port, host }: Settings): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  http.once('error', reject).listen(port, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Misconfigured(`PORT ${port} is in use by another program.`)
    throw new Misconfigured(`HOST ${host}, PORT ${port} cannot be listened on: ${error.message}.`)
  })
}

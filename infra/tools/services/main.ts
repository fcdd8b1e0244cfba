// npm run services: the servers that this machine can give, on loopback, until Ctrl-C.
// npm run services -- npm run test:all: the same while a command runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { watchForStall } from '#infra/program.ts'
import { startFerretdb } from './ferretdb.ts'
import type { ServiceContext } from './install.ts'
import { isAlive } from './is-alive.ts'
import { startMinio } from './minio.ts'
import { Missing } from './missing.ts'
import type { Service } from './service.ts'

/** How long all of it may take, in minutes, the first time included. */
const timeoutMinutes = 14

watchForStall() // to its end, which it says itself

const folder = resolve('.services')
const statusFile = join(folder, 'running.json')
const command = process.argv.slice(2)

const already = await readFile(statusFile, 'utf8').then(JSON.parse, () => undefined)
if (already && isAlive(already.pid)) {
  console.error(`The services run already, as process ${already.pid}.`)
  process.exit(1)
}
await mkdir(folder, { recursive: true, mode: 0o700 })

const ending = new AbortController()
const stopRequested = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    ending.abort()
    stopRequested.resolve()
  })
}

const timeout = AbortSignal.timeout(timeoutMinutes * 60_000)
const context: ServiceContext = { folder, signal: AbortSignal.any([ending.signal, timeout]), log: console.log }
const elsewhere = '`docker compose up` brings it where there is a Docker engine'

type Attempt = { name: string; service: Service } | { name: string; missing: string }

/** Starts a server, or says why there is none. */
async function attempt(name: string, start: (context: ServiceContext) => Promise<Service>): Promise<Attempt> {
  try {
    return { name, service: await start(context) }
  } catch (error) {
    if (timeout.aborted) return { name, missing: `it was not there within ${timeoutMinutes} minutes; ${elsewhere}` }
    if (!(error instanceof Missing) && !ending.signal.aborted) console.error(error)
    return { name, missing: `${(error as Error).message}; ${elsewhere}` }
  }
}

const all: Attempt[] = await Promise.all([
  attempt('MongoDB', startFerretdb),
  attempt('S3', startMinio),
  { name: 'EventStoreDB', missing: `no package registry has a server of it; ${elsewhere}` },
])
const running = all.flatMap((each) => ('service' in each ? [each] : []))
const missing = all.flatMap((each) => ('missing' in each ? [each] : []))
const settings = Object.assign({}, ...running.map(({ service }) => service.settings))
const against = Object.fromEntries(running.map(({ name, service }) => [name, service.against]))
const reasons = Object.fromEntries(missing.map((each) => [each.name, each.missing]))

let code = 0
if (!ending.signal.aborted) {
  for (const { name, service } of running) console.log(`${name}: ${service.against}`)
  for (const { name, missing: why } of missing) console.log(`${name}: none here: ${why}.`)
  await writeFile(statusFile, JSON.stringify({ pid: process.pid, settings, against, missing: reasons }), {
    mode: 0o600,
  })
  if (command.length > 0) {
    const child = spawn(command[0]!, command.slice(1), { stdio: 'inherit' })
    ending.signal.addEventListener('abort', () => child.kill())
    code = await once(child, 'exit').then(
      ([exit]) => exit ?? 1,
      ({ message }: Error) => {
        console.error(message)
        return 127
      },
    )
  } else if (running.length > 0) {
    console.log(`\nSettings to use them (\`npm run test:all\` finds them by itself):\n`)
    for (const [name, value] of Object.entries(settings)) console.log(`export ${name}=${value}`)
    console.log('\nCtrl-C stops them.')
    const alive = setInterval(() => {}, 60_000)
    await stopRequested.promise
    clearInterval(alive)
  }
}
await Promise.all(running.map(({ service }) => service.stop()))
await rm(statusFile, { force: true })
process.exit(code)

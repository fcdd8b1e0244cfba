import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import webPush from 'web-push'
import { openConnections, send, type Target, until } from '#infra/tools/bench/load.ts'
import { freePort, type Running, run, temporaryFolder } from '#infra/tools/bench/processes.ts'
import { seedProduct } from '#infra/tools/bench/seed.ts'
import type { Stores } from '#infra/tools/bench/stores.ts'
import { seedClients } from './clients.ts'
import { diskUsage, processorTime } from './usage.ts'

const admin = { email: 'scale@studio.example', password: 'measured with care' }
const sessionSecret = 'measured with care, by one secret for all of them'
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const masterKey = randomBytes(32).toString('base64')

/** The product started on so many orders: in one process, or in several that answer people with a worker beside them. */
export type Server = {
  /** Where people come in, with an admin's session: one for each process that answers them. */
  targets: Target[]
  /** The orders whose pages are opened, each with the cookies of its client. */
  watched: Map<string, string>
  /** Milliseconds from the spawn until everything seeded was in the lists. */
  listsMade: number
  /** Resident memory of all its processes together, in bytes. */
  memory(): number
  /** Processor time of all threads since the start, in ms: of what answers people, of the worker, of a double of its own. */
  processorTimes(): Record<string, number>
  /** Bytes of the data folder of the first process. */
  disk(): number
  stop(): Promise<void>
}

type Size = { orders: number; watched: number; processes: number }

/** Starts it. The clients of as many orders as are `watched` have accounts, and are logged in. */
export async function startServer(stores: Stores, { orders, watched, processes }: Size): Promise<Server> {
  const place = await stores.prepare()
  const folder = temporaryFolder()
  const last = await seedProduct(await place.openEvents(folder), { orders }, place.together)
  const clients = await seedClients(await place.openEvents(folder), { orders, watched, sessionSecret })
  const began = performance.now()
  const start = async (program: string, env: Record<string, string>) => {
    const port = await freePort()
    const shared = {
      ...{ DEMO: 'false', RATE_LIMITS: 'off', SESSION_SECRET: sessionSecret },
      ...{ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, MASTER_KEY: masterKey },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    }
    const running = run(program, { ...place.env, ...shared, ...env, PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    return { running, visitor: { url, headers: { origin: url }, agent: openConnections() } }
  }
  const starting =
    processes === 1
      ? [start('api/main.ts', { DATA_DIR: folder })]
      : Array.from({ length: processes }, () => start('api/main.ts', { DATA_DIR: temporaryFolder(), ROLE: 'api' }))
  const worker = processes === 1 ? [] : [await start('projections/main.ts', { DATA_DIR: temporaryFolder() })]
  const answering = await Promise.all(starting)
  const all = [...answering, ...worker]

  const isReady = async () => (await Promise.all(all.map(ready))).every(Boolean)
  await until(600_000, isReady, 50)
  const cookie = await logIn(answering[0]!.visitor)
  const targets = answering.map(({ visitor }) => ({ ...visitor, headers: { ...visitor.headers, cookie } }))
  await until(600_000, () => isListed(targets[0]!, last))
  const listsMade = performance.now() - began
  // What the start left to do is not what is measured.
  await pause(3_000)

  const computed = (those: typeof all) => those.reduce((sum, { running }) => sum + processorTime(running.pid), 0)
  return {
    targets,
    watched: clients,
    listsMade,
    memory: () => all.reduce((sum, { running }) => sum + running.memory(), 0),
    processorTimes: () => ({
      api: computed(answering),
      ...(worker.length > 0 ? { worker: computed(worker) } : {}),
      ...(place.double ? { 'the double': processorTime(place.double) } : {}),
    }),
    disk: () => diskUsage(folder),
    async stop() {
      for (const { visitor } of answering) visitor.agent.destroy()
      await Promise.all(all.map(({ running }) => running.stop()))
      await place.remove()
    },
  }
}

/** Whether the lists have the event at a position. */
export async function isListed(target: Target, position: number): Promise<boolean> {
  const { status, body } = await send(target, 'GET', '/api/get-orders?limit=1')
  return status === 200 && Number(JSON.parse(body).position) >= position
}

async function ready({ visitor, running }: { visitor: Target; running: Running }): Promise<boolean> {
  running.check()
  const answer = await send(visitor, 'GET', '/readyz').catch(() => undefined)
  return answer?.status === 200
}

/** An admin's session, once the first admin has been made: that comes after the lists. */
async function logIn(target: Target): Promise<string> {
  let cookies: string[] = []
  await until(120_000, async () => {
    const { status, headers } = await send(target, 'POST', '/api/login', admin)
    cookies = [headers['set-cookie'] ?? []].flat()
    return status === 200
  })
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

import { setTimeout as pause } from 'node:timers/promises'
import { openConnections, send, type Target, until } from '../bench/load.ts'
import { freePort, type Running, run, temporaryFolder } from '../bench/processes.ts'
import { seedProduct } from '../bench/seed.ts'
import type { Stores } from '../bench/stores.ts'
import { seedClients } from './clients.ts'
import { diskUsage, processorTime } from './usage.ts'

const admin = { email: 'scale@studio.example', password: 'measured with care' }

/** The product, started on so many orders. */
export type Fleet = {
  orders: number
  /** Where people come in, with an admin's session: one for each process that answers them. */
  targets: Target[]
  /** The orders whose pages are opened, each with the cookies of its client. */
  watched: Map<string, string>
  /** Milliseconds from the spawn until everything seeded was in the lists. */
  listsMade: number
  /** Resident memory in bytes. */
  memory(): number
  /** Processor time since the start, in ms, by role. */
  processorTimes(): Record<string, number>
  /** Bytes of the data folder. */
  disk(): number
  stop(): Promise<void>
}

const sessionSecret = 'measured with care, by one secret for all of them'

/** Starts one process for everything. The clients of as many orders as are `watched` have accounts, and are logged in. */
export async function startFleet(
  stores: Stores,
  { orders, watched }: { orders: number; watched: number },
): Promise<Fleet> {
  const place = await stores.prepare()
  const folder = temporaryFolder()
  const last = await seedProduct(await place.openEvents(folder), { orders }, place.together)
  const clients = await seedClients(await place.openEvents(folder), { orders, watched, sessionSecret })
  const began = performance.now()
  const shared = {
    ...place.env,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    SESSION_SECRET: sessionSecret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const start = async (env: Record<string, string>) => {
    const port = await freePort()
    const running = run('api/main.ts', { ...shared, ...env, PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    return { running, target: { url, headers: { origin: url }, agent: openConnections() } }
  }
  const answering = [await start({ DATA_DIR: folder })]
  const targets: Target[] = []
  for (const { target, running } of answering) {
    await until(1_800_000, () => ready(target, running), 50)
    targets.push({ ...target, headers: { ...target.headers, cookie: await logIn(target) } })
  }
  await until(1_800_000, async () => {
    const { status, body } = await send(targets[0]!, 'GET', '/api/get-orders?limit=1')
    return status === 200 && Number(JSON.parse(body).position) >= last
  })
  const listsMade = performance.now() - began
  // What the start left to do is not what is measured.
  await pause(3_000)

  return {
    orders,
    targets,
    watched: clients,
    listsMade,
    memory: () => answering.reduce((sum, { running }) => sum + running.memory(), 0),
    processorTimes: () => ({
      api: answering.reduce((sum, { running }) => sum + processorTime(running.pid), 0),
    }),
    disk: () => diskUsage(folder),
    async stop() {
      for (const { target } of answering) target.agent.destroy()
      for (const { running } of answering) await running.stop()
      await place.remove()
    },
  }
}

async function ready(target: Target, running: Running): Promise<boolean> {
  running.check()
  const answer = await send(target, 'GET', '/readyz').catch(() => undefined)
  return answer?.status === 200
}

/** An admin's session, once the first admin has been made: that comes after the lists. */
async function logIn(target: Target): Promise<string> {
  let cookies: string[] = []
  await until(60_000, async () => {
    const { status, headers } = await send(target, 'POST', '/api/login', admin)
    cookies = [headers['set-cookie'] ?? []].flat()
    return status === 200
  })
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

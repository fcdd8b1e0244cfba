import { setTimeout as pause } from 'node:timers/promises'
import { openConnections, send, type Target, until } from '../bench/load.ts'
import { freePort, type Running, run, temporaryFolder } from '../bench/processes.ts'
import { seedProduct } from '../bench/seed.ts'
import type { Stores } from '../bench/stores.ts'
import { seedClients } from './clients.ts'
import { diskUsage, processorTime } from './usage.ts'

const admin = { email: 'scale@studio.example', password: 'measured with care' }
const sessionSecret = 'measured with care, by one secret for all of them'

/** The product in one process, started on so many orders. */
export type Server = {
  /** Where people come in, with an admin's session. */
  target: Target
  /** The orders whose pages are opened, each with the cookies of its client. */
  watched: Map<string, string>
  /** Milliseconds from the spawn until everything seeded was in the lists. */
  listsMade: number
  /** Resident memory in bytes. */
  memory(): number
  /** Processor time of all its threads since the start, in ms. */
  processorTime(): number
  /** Bytes of the data folder. */
  disk(): number
  stop(): Promise<void>
}

/** Starts it. The clients of as many orders as are `watched` have accounts, and are logged in. */
export async function startServer(
  stores: Stores,
  { orders, watched }: { orders: number; watched: number },
): Promise<Server> {
  const place = await stores.prepare()
  const folder = temporaryFolder()
  const last = await seedProduct(await place.openEvents(folder), { orders }, place.together)
  const clients = await seedClients(await place.openEvents(folder), { orders, watched, sessionSecret })
  const began = performance.now()
  const port = await freePort()
  const running = run('api/main.ts', {
    ...place.env,
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    SESSION_SECRET: sessionSecret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const url = `http://127.0.0.1:${port}`
  const visitor = { url, headers: { origin: url }, agent: openConnections() }
  await until(1_800_000, () => ready(visitor, running), 50)
  const target = { ...visitor, headers: { ...visitor.headers, cookie: await logIn(visitor) } }
  await until(1_800_000, async () => {
    const { status, body } = await send(target, 'GET', '/api/get-orders?limit=1')
    return status === 200 && Number(JSON.parse(body).position) >= last
  })
  const listsMade = performance.now() - began
  // What the start left to do is not what is measured.
  await pause(3_000)

  return {
    target,
    watched: clients,
    listsMade,
    memory: running.memory,
    processorTime: () => processorTime(running.pid),
    disk: () => diskUsage(folder),
    async stop() {
      target.agent.destroy()
      await running.stop()
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

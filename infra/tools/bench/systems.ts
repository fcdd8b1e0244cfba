import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ask, openConnections, send, type Target, until } from './load.ts'
import { freePort, type Running, run, temporaryFolder } from './processes.ts'
import { type Seeded, seedFloor, seedProduct } from './seed.ts'
import type { StorePlace, Stores } from './stores.ts'

/** A measured deployment, and its seeded data. `unsealed`: personal data is stored as it is, as the product never does. */
export type Deployment = Seeded & { name: Side['name']; unsealed?: true }

/** A program under measurement, with so many orders in a data folder of its own. */
export type Side = Target & {
  name: 'product' | 'floor'
  orders: number
  /** Stops it and starts it again on what it has kept: milliseconds from spawning to the first list. */
  restart(): Promise<number>
  /** Stops it and starts it again without its documents; resolves when it answers. Throws where they are on a server. */
  restartWithoutLists(): Promise<void>
  memory(): number
  /** How long its main thread has been computing, in ms. */
  processorTime(): number
  /** How many bytes it has had written to the disk. */
  written(): number
  /** How many bytes its databases have by now, without what waits to be sent: that goes again. */
  storedBytes(): number
  stop(): Promise<void>
}

type Kind = {
  program: string
  /** Returns the position of the last event. */
  seed(folder: string, deployment: Deployment, place?: StorePlace): Promise<number>
  signIn(target: Target): Promise<string>
}

const admin = { email: 'bench@studio.example', password: 'measured with care' }

const kinds: Record<Side['name'], Kind> = {
  product: {
    program: 'api/main.ts',
    seed: async (folder, deployment, place) =>
      seedProduct(await place!.openEvents(folder), deployment, place!.together),
    async signIn(target) {
      // It listens before its lists are made, and the first admin is made after them.
      // While it makes those of a million events a request may wait longer than it does.
      const isReady = () =>
        send(target, 'GET', '/readyz').then(
          ({ status }) => status === 200,
          () => false,
        )
      await until(3_600_000, isReady, 200)
      const logIn = () => send(target, 'POST', '/api/login', admin)
      await until(60_000, async () => (await logIn()).status === 200, 200)
      const { headers } = await logIn()
      return [headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    },
  },
  floor: {
    program: 'infra/tools/bench/floor.ts',
    seed: (folder, { orders }) => seedFloor(folder, orders),
    signIn: async () => 'session=none',
  },
}

/**
 * Seeds a program's data folder, or a place in the stores, starts it, and waits until its list shows everything. The
 * floor keeps to its folder whatever the stores are.
 */
export async function start(deployment: Deployment, stores: Stores, flags: readonly string[] = []): Promise<Side> {
  const { name, orders } = deployment
  const { program, seed, signIn } = kinds[name]
  const folder = temporaryFolder()
  const place = name === 'product' ? await stores.prepare() : undefined
  const last = await seed(folder, deployment, place)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...place?.env,
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const allFlags = deployment.unsealed ? [...flags, '--import', withoutSealing] : flags
  let running = run(program, env, allFlags)
  const target = { url, headers: { origin: url }, agent: openConnections() }
  await until(900_000, async () => (await statusOf(target, '/', running)) !== undefined)

  const side: Side = {
    ...target,
    headers: { origin: url, cookie: await signIn(target) },
    name,
    orders,
    async restart() {
      await running.stop()
      const began = performance.now()
      running = run(program, env, allFlags)
      await until(60_000, async () => (await statusOf(side, list, running)) === 200, 2)
      return performance.now() - began
    },
    async restartWithoutLists() {
      if (!stores.embedded) throw new Error('the documents of a server are not thrown away')
      await running.stop()
      for (const end of ['', '-wal', '-shm']) await rm(join(folder, `documents.db${end}`), { force: true })
      running = run(program, env, allFlags)
      await until(60_000, async () => (await statusOf(side, '/healthz', running)) === 200, 2)
    },
    memory: () => running.memory(),
    processorTime: () => running.processorTime(),
    written: () => running.written(),
    storedBytes: () => bytesIn(folder),
    async stop() {
      target.agent.destroy()
      await running.stop()
      await place?.remove()
    },
  }
  await caughtUp(side, last)
  return side
}

function bytesIn(folder: string): number {
  const all = readdirSync(folder).filter((name) => name.endsWith('.db'))
  return all.reduce((sum, name) => {
    const database = new DatabaseSync(join(folder, name), { readOnly: true })
    const sizes = database.prepare(`select sum(pgsize) as bytes from dbstat where name not glob '*tasks_*'`)
    const { bytes } = sizes.get()!
    database.close()
    return sum + Number(bytes ?? 0)
  }, 0)
}

const withoutSealing = new URL('without-sealing.ts', import.meta.url).href

/** How a request is answered, undefined while it is not. Throws when the program has ended. */
async function statusOf(target: Target, path: string, running: Running): Promise<number | undefined> {
  running.check()
  const answer = await send(target, 'GET', path).catch(() => undefined)
  return answer?.status
}

/** Waits until a side's list has taken in everything up to a position. */
export const caughtUp = (side: Side, position: number): Promise<void> =>
  until(900_000, async () => {
    const { data, position: reached } = JSON.parse(await readList(side))
    if (data.length > 50) throw new Error(`${side.name} lists ${data.length} orders instead of 50`)
    return data.length === 50 && Number(reached) >= position
  })

const list = '/api/get-orders?limit=50'

/** The list as the side answers it. */
export const readList = (side: Side): Promise<string> => ask(side, 'GET', list)

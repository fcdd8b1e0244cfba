import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openVerifiedEventStoreDb } from '#infra/events/eventstoredb-verification.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import type { EventStore } from '#infra/events/store.ts'
import { removeBucket, removeDatabase } from '#infra/testing/servers.ts'
import { until } from './load.ts'
import { freePort, run } from './processes.ts'

/** A place of its own in the stores for one product under measurement. */
export type StorePlace = {
  /** The settings that name it, beside the data folder. */
  env: Record<string, string>
  openEvents(folder: string): Promise<EventStore>
  /** How many streams may be appended to at once. */
  together: number
  /** The process id of the double of EventStoreDB, where it is that. */
  double?: number | undefined
  /** Leaves nothing behind, but in an EventStoreDB of EVENTSTORE_URL. A bench that is stopped does not get here. */
  remove(): Promise<void>
}

/** The stores of the product while it is measured. */
export type Stores = {
  /** Their description, in a line. */
  line: string
  /** Whether it is what the goals are stated for. */
  embedded: boolean
  prepare(): Promise<StorePlace>
}

/** The servers that `npm run bench` found (infra/tools/run/servers.mjs). */
type Known = { against: Record<string, string>; missing: Record<string, string> }

const embedded: Stores = {
  line: 'the embedded stores (SQLite and the disk)',
  embedded: true,
  prepare: async () => ({
    env: {},
    openEvents: async (folder) => openSqliteEvents(join(folder, 'events.db')),
    together: 1_000, // they share commits
    remove: async () => {},
  }),
}

/** The stores by the name they are asked for: `embedded`, or `servers`. Throws, in a sentence, when one is missing. */
export function storesNamed(name: string, env: NodeJS.ProcessEnv): Stores {
  if (name === 'embedded') return embedded
  if (name !== 'servers') throw new Error(`There are no stores ${name}. There are embedded, servers.`)
  const { against, missing }: Known = JSON.parse(env.BENCH_SERVERS ?? '{"against":{},"missing":{}}')
  for (const server of ['MongoDB', 'S3']) {
    if (against[server]) continue
    throw new Error(`--stores=servers needs ${server}: ${missing[server] ?? 'npm run bench finds it'}.`)
  }
  const events = against.EventStoreDB
    ? `${against.EventStoreDB}, where what is measured stays, in streams atelier-bench-*`
    : 'the double, which tells little of what a real one costs'
  return {
    line: `servers: EventStoreDB (${events}), MongoDB (${against.MongoDB}), S3 (${against.S3})`,
    embedded: false,
    prepare: () => prepareServers(env),
  }
}

/** Streams, a database and a bucket of its own. */
async function prepareServers({
  EVENTSTORE_URL,
  MONGODB_URL,
  S3_ENDPOINT,
  ...env
}: NodeJS.ProcessEnv): Promise<StorePlace> {
  const name = `atelier-bench-${randomUUID()}`
  const database = name.replaceAll('-', '_')
  const mongodb = Object.assign(new URL(MONGODB_URL!), { pathname: `/${database}` }).href
  const double = EVENTSTORE_URL ? undefined : await startDouble()
  const url = EVENTSTORE_URL ?? double!.url
  const keys = Object.entries(env).filter(([setting]) => setting.startsWith('AWS_'))
  return {
    env: {
      ...(Object.fromEntries(keys) as Record<string, string>),
      EVENTSTORE_URL: url,
      EVENTSTORE_PREFIX: name,
      MONGODB_URL: mongodb,
      S3_ENDPOINT: S3_ENDPOINT!,
      S3_BUCKET: name,
    },
    openEvents: async () => (await openVerifiedEventStoreDb(url, name))[0],
    together: 16, // an append has about a second
    double: double?.pid,
    async remove() {
      await double?.stop()
      await removeDatabase(MONGODB_URL!, database)
      await removeBucket(S3_ENDPOINT!, name)
    },
  }
}

async function startDouble() {
  const port = await freePort()
  const running = run('infra/tools/bench/double.ts', { PORT: String(port) })
  const url = `esdb://127.0.0.1:${port}?tls=false`
  await until(30_000, async () => {
    running.check()
    return openVerifiedEventStoreDb(url).then(
      ([store]) => store.close().then(() => true),
      () => false,
    )
  })
  return { url, pid: running.pid, stop: running.stop }
}

import { setTimeout as pause } from 'node:timers/promises'
import { AccessDeniedError } from '@eventstore/db-client'
import type { NewEvent } from '#domain/event.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { answerWithin, TimedOut } from '#infra/timeout.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { defaultTimeouts, readAddress } from './eventstoredb-connection.ts'
import type { EventStore } from './store.ts'

/** How long a subscription may take to say that it has caught up once it is confirmed, in milliseconds. */
const caughtUpMs = 5_000

/** How long a start waits for each answer of a store, in milliseconds: on one machine they start at the same time. */
const defaultStartMs = 30_000

/** Always the same, so that it is recorded once however often it is appended. */
const proof: NewEvent = {
  id: '5a0e6c1c-4c0b-4d0e-9d1f-0b7a3c1e2f60',
  type: 'Proven',
  data: {},
  by: { id: 'atelier', name: 'Atelier', role: 'admin' },
  at: '2026-01-01T00:00:00.000Z',
}

/**
 * Opens the event store that EVENTSTORE_URL names once it has shown that it takes, reads and follows events; with what
 * to tell the person who starts it. Until `started` is called each call waits for it as long as `startMs` says, in
 * milliseconds. The names of all our streams begin with the prefix and a dot: stored for ever.
 * Throws `Misconfigured`.
 */
export async function openVerifiedEventStoreDb(
  url: string,
  prefix = 'atelier',
  startMs = defaultStartMs,
): Promise<[EventStore, string]> {
  const address = readAddress(url)
  const timeouts = { ...defaultTimeouts, startMs }
  const confirmed = Promise.withResolvers<void>()
  const trial = openEventStoreDb(address, 'atelier-proof.', timeouts, undefined, confirmed.resolve)
  try {
    await verify(trial, address.hosts, { confirmed: confirmed.promise, startMs })
  } finally {
    await trial.close()
  }
  const [own, streams] = [`${prefix}.`, prefix === 'atelier' ? '' : `, streams ${prefix}.*`]
  return [openEventStoreDb(address, own, timeouts), `EventStoreDB, ${address.hosts}${streams}`]
}

/** When the server has confirmed that it is followed, and how long that is waited for. */
type Waiting = { confirmed: Promise<void>; startMs: number }

async function verify(store: EventStore, hosts: string, waiting: Waiting): Promise<void> {
  try {
    await store.append('start', -1, [proof])
    if (await reportsCaughtUp(store, waiting)) return
  } catch (error) {
    if (error instanceof Unavailable || error instanceof TimedOut)
      throw new Misconfigured(`EVENTSTORE_URL: no response from EventStoreDB at ${hosts}.`)
    if (error instanceof AccessDeniedError) {
      throw new Misconfigured('EVENTSTORE_URL: this user may not append, or may not read $all.')
    }
    throw error
  }
  throw new Misconfigured(`EVENTSTORE_URL: needs EventStoreDB 23.10 or newer. The one at ${hosts} seems to be older.`)
}

/** Whether the store says in time that all was handed out. Throws `TimedOut` where it does not even confirm to be followed. */
async function reportsCaughtUp(store: EventStore, { confirmed, startMs }: Waiting): Promise<boolean> {
  const ending = new AbortController()
  const caughtUp = async () => {
    for await (const { caughtUp } of store.follow('end', ending.signal)) if (caughtUp) return true
    return false
  }
  const first = caughtUp()
  try {
    await answerWithin(startMs, () => Promise.race([first, confirmed]))
    return await Promise.race([first, pause(caughtUpMs, false, { signal: ending.signal })])
  } finally {
    ending.abort()
  }
}

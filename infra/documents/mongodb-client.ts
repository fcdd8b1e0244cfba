import { MongoClient, type MongoClientOptions } from 'mongodb'
import { Misconfigured } from '#infra/misconfigured.ts'
import { answerWithin } from '#infra/timeout.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { databaseNameIn } from './mongodb-database-name.ts'
import { isTransient } from './mongodb-errors.ts'

/** How long a query may take, in milliseconds, so that the caller is answered in time that the store is unavailable. */
const usualLimitMs = 1_100
/** At the start, before any request is answered: a machine on which everything starts at the same time is slow. */
const startLimitMs = 30_000

const timeoutMs = 5_000
const heartbeatMs = 2_000

/** When a heartbeat is given up: connecting and asking have `timeoutMs` each, and it should end by itself in that time. */
const stuckMs = 2 * timeoutMs + heartbeatMs + 1_000

const options: MongoClientOptions = {
  appName: 'atelier',
  readPreference: 'primary', // a reader must see its own writes at once
  serverSelectionTimeoutMS: timeoutMs,
  connectTimeoutMS: timeoutMs,
  heartbeatFrequencyMS: heartbeatMs,
}

/**
 * Connects to the database that the URL names, or to another one on the same server; `what` is said to be unavailable.
 * Throws `Misconfigured` when the server cannot be used. A heartbeat of the driver (7.9 and before) waits for ever where
 * its connection is destroyed and has not yet said so. The driver takes the server for lost from then on. Such a client
 * is replaced by a new one.
 */
export async function connect(url: string, what: string, name = databaseNameIn(url)) {
  let client = await firstClient(url, name)
  let [limitMs, closed] = [startLimitMs, false]
  let stopWatching = watchHeartbeats(client, replace)

  function replace() {
    const old = client
    stopWatching()
    client = new MongoClient(url, options) // it connects at its first use
    stopWatching = watchHeartbeats(client, replace)
    void old.close().catch(() => {})
  }

  return {
    /** The database as it can be reached now: another object after a heartbeat got stuck. */
    get database() {
      return client.db(name)
    },
    /** Runs a request, with the server’s errors in the words of the port, and in time: `timeoutMs`, 0 for no limit. */
    async reach<T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs = limitMs): Promise<T> {
      if (closed) throw new Unavailable(what)
      try {
        // The driver has no deadline of its own that would hold while a server hangs.
        return await answerWithin(timeoutMs, work)
      } catch (error) {
        throw isTransient(error) ? new Unavailable(what, error) : error
      }
    },
    /** Ends the start: from here on a server is waited for no longer than callers may wait. */
    started() {
      limitMs = usualLimitMs
    },
    async close() {
      closed = true
      stopWatching()
      await client.close()
    },
  }
}

/** Calls `onStuck` when a heartbeat to one of the servers neither succeeds nor fails in time. Returns how to stop it. */
function watchHeartbeats(client: MongoClient, onStuck: () => void): () => void {
  const timers = new Map<string, NodeJS.Timeout>()
  const end = (server: string) => clearTimeout(timers.get(server))
  client.on('serverHeartbeatStarted', ({ connectionId: server }) => {
    end(server)
    timers.set(server, setTimeout(onStuck, stuckMs).unref())
  })
  client.on('serverHeartbeatSucceeded', ({ connectionId: server }) => end(server))
  client.on('serverHeartbeatFailed', ({ connectionId: server }) => end(server))
  client.on('serverClosed', ({ address: server }) => end(server))
  return () => {
    client.removeAllListeners('serverHeartbeatStarted')
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

async function firstClient(url: string, name: string): Promise<MongoClient> {
  try {
    const client = new MongoClient(url, options)
    await client
      .connect()
      .then(() => client.db(name).command({ ping: 1 }))
      .catch(async (error) => {
        await client.close()
        throw error
      })
    return client
  } catch (error) {
    // Whatever the driver repeats of the URL, the password must not be shown.
    const { message } = error as Error
    throw new Misconfigured(`Cannot use MONGODB_URL: ${message.replaceAll(/\/\/[^@/\s]*@/g, '//…@')}.`)
  }
}

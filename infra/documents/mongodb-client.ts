import {
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  type MongoClientOptions,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb'
import { Misconfigured } from '#infra/misconfigured.ts'
import { answerWithin, TimedOut } from '#infra/timeout.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { databaseNameIn } from './mongodb-database-name.ts'

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

/** The code of a write that is refused since there is such a document already. */
export const duplicateKey = 11_000

/** Whether an index is refused since the collection has as many as the server allows: 64. */
export const hasTooManyIndexes = (error: unknown): boolean => error instanceof MongoServerError && error.code === 67

/** The errors of a server that stops, changes roles, is too slow or has a full disk; 1: FerretDB without its PostgreSQL. */
const transientCodes = new Set<unknown>([
  1, 6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
])

/** Transient: no connection, no answer, or one that says to come back later; nothing wrong with the query. */
const isTransient = (error: unknown): boolean =>
  error instanceof TimedOut ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoServerClosedError ||
  error instanceof MongoClientClosedError ||
  error instanceof MongoTopologyClosedError ||
  isOfTheSocket(error) ||
  (error instanceof MongoServerError && transientCodes.has(error.code)) ||
  (error instanceof MongoBulkWriteError && isTransient(error.errorResponse)) // a line that broke in the middle

/** The errors of Node for a line that broke as a request was being written: the driver does not put them in its own words. */
const isOfTheSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(E[A-Z]+|ERR_(STREAM|SOCKET)_\w+)$/.test(String(error.code))

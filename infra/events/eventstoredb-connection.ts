import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import {
  AccessDeniedError,
  EventStoreDBClient,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { Misconfigured } from '#infra/misconfigured.ts'
import { answerWithin, TimedOut, waitAtMost } from '#infra/timeout.ts'
import { Unavailable } from '#infra/unavailable.ts'

/**
 * How long things may take, in milliseconds: a call in all, and one attempt of it. `gatheringMs`: how long old events,
 * which come one by one, are gathered. `heartbeatMs`: how often a subscription is checked to have what is recorded.
 * Until the start is over (`EventStore.started`) a call may take another time in all.
 */
export type Timeouts = {
  callMs: number
  attemptMs: number
  gatheringMs: number
  heartbeatMs: number
  startMs?: number | undefined
}

/** A caller is answered within two seconds, and an attempt leaves time enough for another. */
export const defaultTimeouts: Timeouts = { callMs: 1_250, attemptMs: 600, gatheringMs: 5, heartbeatMs: 2_000 }

/** The limits at the start: a server that starts at the same time, or on a busy machine, takes longer to answer. */
export const startLimits = (startMs: number) => ({ callMs: startMs, attemptMs: Math.min(startMs, 3_000) })

/** How often it is said that the store is waited for, and how soon at first, in milliseconds. */
const sayEveryMs = 5_000
const saySoonestMs = 1_000

/** The deadline of a call, in milliseconds, and the signal that it is not awaited any longer. */
export type CallOptions = { deadline: number; signal: AbortSignal }

/** The errors that stay the same however often one asks. */
const permanentErrors = [
  WrongExpectedVersionError,
  StreamNotFoundError,
  StreamDeletedError,
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
]

/**
 * The codes of gRPC for answers of that kind: INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, OUT_OF_RANGE,
 * UNIMPLEMENTED, UNAUTHENTICATED.
 */
const permanentCodes = new Set<unknown>([3, 5, 7, 11, 12, 16])

/** Whether asking again may help. What is neither an answer nor the line's fault is a mistake of ours. */
export function isTransient(error: unknown): boolean {
  if (permanentErrors.some((kind) => error instanceof kind)) return false
  if (!(error instanceof Error) || ('code' in error && permanentCodes.has(error.code))) return false
  if (error instanceof TimedOut || error instanceof Unavailable || isCommandError(error)) return true
  // Not everything that gRPC throws is put into the client's own words, above all while the server is down.
  const hasCode = 'code' in error && typeof error.code === 'number'
  return hasCode || /^(Channel has been shut down|Failed to discover)/.test(error.message)
}

let connectionCount = 0

/**
 * A client with a connection of its own. gRPC lets equal channels of a process share one, with its pause before it connects
 * again. That grows to two minutes while many try. So each waits for a ping a millisecond longer than the one before.
 * Throws `Misconfigured`, without the address that the client’s own error has, for a wrong option.
 */
export function createClient({ url }: Address): EventStoreDBClient {
  const pingTimeout = 5_000 + (connectionCount++ % 5_000)
  try {
    return EventStoreDBClient.connectionString(`${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${pingTimeout}`)
  } catch (error) {
    throw new Misconfigured(`EVENTSTORE_URL: ${(error as Error).message.replace(/\.$/, '')}.`)
  }
}

/** How long ending a connection may take, in milliseconds. */
const disconnectTimeoutMs = 100

/** Ends what a client has under way, and its connection: soon, if not at once. */
export async function disconnect(client: EventStoreDBClient): Promise<void> {
  async function end() {
    // It waits for streams to end that are not read to their end any more, and so for ever.
    await waitAtMost(disconnectTimeoutMs, client.dispose())
    // The client itself cannot be closed; its channel can. Where it never connected it would do so now, to be closed.
    const { getChannel } = client as unknown as { getChannel(): Promise<{ close(): void }> }
    const channel = await getChannel()
    channel.close()
  }
  await waitAtMost(disconnectTimeoutMs, end())
}

/**
 * The line over which a store is asked: what fails in passing is asked again, over a new connection. The limits may be
 * changed. While they are those of a start, `say` is told in a line what is waited for.
 */
export function connect(address: Address, limits: Timeouts, say: (line: string) => void = () => {}) {
  let client = createClient(address)
  let closed = false
  let sayNext = 0

  function renew() {
    const old = client
    client = createClient(address)
    // Others may be waiting for an answer on the old one.
    setTimeout(() => void disconnect(old), limits.attemptMs).unref()
  }

  function warnOfWaiting(since: number, until: number) {
    const now = Date.now()
    if (limits.startMs === undefined || now < since + saySoonestMs || now < sayNext) return
    sayNext = now + sayEveryMs
    say(`Waiting for the event store, up to ${Math.ceil((until - now) / 1_000)} s more.`)
  }

  return {
    /**
     * Asks until it is answered or the time is over: then it rejects with `Unavailable`. So what is asked must do no
     * harm when it is done twice.
     */
    async call<T>(
      ask: (client: EventStoreDBClient, limit: CallOptions) => Promise<T>,
      until = Date.now() + limits.callMs,
    ): Promise<T> {
      const since = Date.now()
      for (let failures = 0; ; failures++) {
        // A turn of its own: a connection that breaks in the midst of the client's first steps would throw where no one
        // can catch it.
        await turn()
        if (closed) throw new Unavailable('The event store')
        const current = client
        try {
          // Not every call of the client minds a deadline: whatever comes later than this is not waited for.
          const deadline = Math.max(1, Math.min(limits.attemptMs, until - Date.now()))
          return await answerWithin(deadline, (signal) => ask(current, { deadline, signal }))
        } catch (error) {
          if (!isTransient(error)) throw error
          // The error names the leader: the client goes there by itself.
          if (current === client && !(error instanceof NotLeaderError)) renew()
          const wait = Math.min(25 * 2 ** failures, 200)
          if (Date.now() + wait >= until) throw new Unavailable('The event store', error)
          warnOfWaiting(since, until)
          await pause(wait)
        }
      }
    },

    async close() {
      closed = true
      await disconnect(client)
    },
  }
}

export type Address = {
  /** The address as the client understands it; it may have a password. */
  url: string
  /** Where the servers are, for people to read. */
  hosts: string
  credentials: { username: string; password: string }
}

/** The options allowed behind the question mark. */
const known = new Set([
  'tls',
  'tlscafile',
  'connectionname',
  'nodepreference',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
])

const shape = /^esdb(?:\+discover)?:\/\/(?:([^:@/?]+):([^@/?]+)@)?([\w.,:[\]-]+)\/?(?:\?(.*))?$/

/**
 * Parses EVENTSTORE_URL. Throws `Misconfigured`, in words that give no password away: the client's own would, and what it does
 * not know it only warns of.
 */
export function readAddress(text: string): Address {
  const [, username, password, hosts, search] = shape.exec(text.trim()) ?? []
  if (!hosts) {
    throw new Misconfigured('EVENTSTORE_URL must be a URL like esdb://user:password@host:2113.')
  }
  const options = new URLSearchParams(search)
  for (const name of options.keys()) {
    if (known.has(name.toLowerCase())) continue
    throw new Misconfigured(`EVENTSTORE_URL has an unknown option: ${name}.`)
  }
  if (!username && options.get('tls') !== 'false') {
    throw new Misconfigured('EVENTSTORE_URL needs a user and a password, unless tls=false.')
  }
  return {
    url: text.trim(),
    hosts,
    credentials: { username: decoded(username), password: decoded(password) },
  }
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Misconfigured('EVENTSTORE_URL has a percent sign that encodes nothing. Write it as %25.')
  }
}

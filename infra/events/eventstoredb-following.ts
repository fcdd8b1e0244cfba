import { setTimeout as pause } from 'node:timers/promises'
import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { Unavailable, waitBeforeRetry } from '#infra/unavailable.ts'
import {
  type Address,
  type connect,
  createClient,
  disconnect,
  isTransient,
  type Timeouts,
} from './eventstoredb-connection.ts'
import type { readingOf } from './eventstoredb-reading.ts'
import type { StoredEvent } from './stored-event.ts'

const later = (from: From, position?: Position): From =>
  position && (from === START || position.commit > from.commit) ? position : from

type Options = Pick<Timeouts, 'gatheringMs' | 'heartbeatMs'> & {
  address: Address
  prefix: string
  connection: ReturnType<typeof connect>
  reading: ReturnType<typeof readingOf>
  /** How many events of others are passed over to find the last of ours. */
  pageSize: number
  closing: AbortSignal
  /** Called once the server has confirmed a subscription. */
  onConfirmed(): void
}

/** Follows the streams with a prefix; a broken subscription begins again where it was. */
export function createFollowing(options: Options) {
  const { address, prefix, connection, reading, pageSize, gatheringMs, heartbeatMs, closing, onConfirmed } = options
  const { credentials } = address
  let newest: { at: number; answer: Promise<bigint> } | undefined

  /** The position of our last event, as of a moment ago: asked once for all who follow. 0 when it is not known. */
  function newestOfOurs(): Promise<bigint> {
    const now = performance.now()
    if (!newest || now - newest.at >= heartbeatMs / 2) {
      const answer = connection
        .call((client, limit) => reading.lookBack(client, limit, pageSize))
        .then(({ ours }) => ours?.commit ?? 0n)
      newest = { at: now, answer: answer.catch(() => 0n) }
    }
    return newest.answer
  }

  /**
   * Looks again and again whether something is recorded that a subscription has not handed on, although it is waited
   * for. Its connection may be dead without knowing it. `handedOn`: undefined while what it handed on is being dealt with.
   */
  function watchForSilence(handedOn: () => bigint | undefined): { stuck: AbortSignal; end(): void } {
    const stuck = new AbortController()
    let [before, known]: [bigint | undefined, bigint] = [undefined, 0n]
    const timer = setInterval(async () => {
      const recorded = await newestOfOurs()
      const position = handedOn()
      // What has been recorded since it was last looked may still be on its way.
      if (position !== undefined && known > position && position === before) stuck.abort()
      before = position
      known = recorded
    }, heartbeatMs).unref()
    return { stuck: stuck.signal, end: () => clearInterval(timer) }
  }

  /** All events after a position, as they are stored, until the signal is aborted. */
  return async function* following(
    after: bigint | 'end',
    signal: AbortSignal,
  ): AsyncGenerator<{ events: StoredEvent[]; caughtUp: boolean }> {
    const stopped = AbortSignal.any([signal, closing])
    let from: From | undefined
    if (after !== 'end') from = after === 0n ? START : { commit: after, prepare: after }
    let last = after === 'end' ? -1n : after
    let caughtUp = false
    for (let failures = 0; !stopped.aborted; failures++) {
      const client = createClient(address)
      let waiting = true
      const silence = watchForSilence(() => (waiting ? last : undefined))
      try {
        if (from === undefined) {
          const { newest } = await connection.call((client, limit) => reading.lookBack(client, limit, 1))
          from = newest ?? START
          last = newest?.commit ?? last
        }
        const ends = { signal: stopped, stuck: silence.stuck }
        const subscribed = { from, prefix, credentials, gatheringMs, onConfirmed, ...ends }
        for await (const batch of subscribe(client, subscribed)) {
          failures = 0
          // A subscription that begins again may hand out again what was there before.
          const events = batch.events.filter(({ position }) => position.commit > last).map(reading.toStored)
          last = events.at(-1)?.position ?? last
          from = later(later(from, batch.events.at(-1)?.position), batch.reached)
          if (events.length > 0 || batch.caughtUp !== caughtUp) {
            caughtUp = batch.caughtUp
            waiting = false
            yield { events, caughtUp }
            waiting = true
          }
        }
        return
      } catch (error) {
        if (!isTransient(error)) throw error
        if (caughtUp) yield { events: [], caughtUp: false }
        caughtUp = false
      } finally {
        silence.end()
        void disconnect(client)
      }
      await waitBeforeRetry(failures, 50, 1_000, stopped)
    }
  }
}

/** How many events are handed on at once, and how many events of others are passed over before a checkpoint. */
const batchSize = 500

/** How long the server may take to confirm a subscription, in milliseconds. */
const confirmMs = 10_000

type From = Position | typeof START

/** A batch of a subscription. `reached` is how far the whole store has been looked through, events of others included. */
type SubscriptionBatch = { events: AllStreamRecordedEvent[]; caughtUp: boolean; reached?: Position }

type SubscriptionOptions = {
  from: From
  prefix: string
  credentials: Address['credentials']
  /** How long what was recorded long ago gathers before it is handed on, in milliseconds: it comes one by one. */
  gatheringMs: number
  signal: AbortSignal
  /** Aborted when nothing comes of what is recorded. */
  stuck: AbortSignal
  onConfirmed(): void
}

/**
 * The events of the streams with a prefix, after a position: those recorded, then each as it is recorded, until the
 * signal is aborted. Throws when the line breaks: it does not connect again by itself.
 */
async function* subscribe(
  client: EventStoreDBClient,
  { from, prefix, credentials, gatheringMs, signal, stuck, onConfirmed }: SubscriptionOptions,
): AsyncGenerator<SubscriptionBatch> {
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  let live = false
  let reported = false
  let reached: Position | undefined
  let broken: unknown
  const breakOff = (error: unknown) => {
    broken ??= error
    ring()
  }

  const subscription = client.subscribeToAll(
    {
      fromPosition: from,
      requiresLeader: true,
      credentials,
      filter: streamNameFilter({
        prefixes: [prefix],
        maxSearchWindow: batchSize,
        checkpointReached: (_, position) => {
          reached = position
          ring()
        },
      }),
    },
    { highWaterMark: batchSize },
  )
  const unconfirmed = setTimeout(() => breakOff(new Unavailable('The event store')), confirmMs)
  subscription.once('confirmation', () => {
    clearTimeout(unconfirmed)
    onConfirmed()
  })
  subscription.on('readable', ring)
  subscription.on('error', breakOff)
  subscription.on('end', () => breakOff(new Unavailable('The event store')))
  subscription.on('caughtUp', () => {
    live = true
    ring()
  })
  subscription.on('fellBehind', () => {
    live = false
  })
  signal.addEventListener('abort', ring)
  stuck.addEventListener('abort', () => breakOff(new Unavailable('The event store')))

  try {
    while (!signal.aborted) {
      bell = Promise.withResolvers()
      if (broken) throw broken
      const events: AllStreamRecordedEvent[] = []
      while (events.length < batchSize) {
        const resolved = subscription.read()
        if (resolved === null) break
        if (resolved.event) events.push(resolved.event)
      }
      // The signs overtake the events that wait here: they are only true once all of those are taken.
      const taken = subscription.readableLength === 0
      const caughtUp = taken && live
      if (events.length > 0 || caughtUp !== reported || (taken && reached)) {
        yield { events, caughtUp, ...(taken && reached ? { reached } : {}) }
        reported = caughtUp
        if (taken) reached = undefined
      }
      if (!taken || signal.aborted) continue
      await bell.promise
      if (!live) await pause(gatheringMs)
    }
  } finally {
    clearTimeout(unconfirmed)
    signal.removeEventListener('abort', ring)
    // Before it is cancelled: an error that comes late must find a listener.
    subscription.unsubscribe().catch(() => {})
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  type Position,
  type START,
  streamNameFilter,
} from '@eventstore/db-client'
import { Unavailable } from '#infra/unavailable.ts'

/** How many events are handed on at once, and how many events of others are passed over before a checkpoint. */
const pageSize = 500

/** How long the server may take to confirm a subscription, in milliseconds. */
const timeoutMs = 10_000

export type From = Position | typeof START

/** A batch of a subscription. `reached` is how far the whole store has been looked through, events of others included. */
type SubscriptionBatch = { events: AllStreamRecordedEvent[]; caughtUp: boolean; reached?: Position }

type Options = {
  from: From
  prefix: string
  credentials: { username: string; password: string }
  /** How long what was recorded long ago gathers before it is handed on, in milliseconds: it comes one by one. */
  gatheringMs: number
  signal: AbortSignal
  /** Aborted when nothing comes of what is recorded. */
  stuck: AbortSignal
}

/**
 * The events of the streams with a prefix, after a position: those recorded, then each as it is recorded, until the
 * signal is aborted. Throws when the line breaks: it does not connect again by itself.
 */
export async function* subscribe(
  client: EventStoreDBClient,
  { from, prefix, credentials, gatheringMs, signal, stuck }: Options,
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
        maxSearchWindow: pageSize,
        checkpointReached: (_, position) => {
          reached = position
          ring()
        },
      }),
    },
    { highWaterMark: pageSize },
  )
  const unconfirmed = setTimeout(() => breakOff(new Unavailable('The event store')), timeoutMs)
  subscription.once('confirmation', () => clearTimeout(unconfirmed))
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
      while (events.length < pageSize) {
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

import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type Position,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import type { Address, CallOptions } from './eventstoredb-connection.ts'
import type { StoredEvent } from './stored-event.ts'

type Stored = {
  streamId: string
  revision: bigint
  id: string
  type: string
  data: unknown
  metadata?: unknown
  position?: Position
}

/** The hashes of an event, in its metadata: none in one from before there were hashes. */
function hashesIn(metadata: unknown): { hash: string; previous: string } | undefined {
  const { hash, previous } = (metadata ?? {}) as { hash?: unknown; previous?: unknown }
  return typeof hash === 'string' && typeof previous === 'string' ? { hash, previous } : undefined
}

/** Yields what is read, until the signal is aborted. */
async function* untilAborted<Read>(reading: StreamingRead<Read>, signal: AbortSignal): AsyncGenerator<Read> {
  const stop = () => void reading.cancel().catch(() => {})
  reading.on('error', () => {}) // one that comes when it is not awaited any longer
  signal.addEventListener('abort', stop)
  try {
    yield* reading as AsyncIterable<Read>
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Reads what is stored in streams whose names begin with a prefix: each call once, on the client it is given. */
export function readingOf(prefix: string, credentials: Address['credentials']) {
  const options = { credentials, requiresLeader: true }

  function toStored({ streamId, revision, id, type, data, metadata, position }: Stored): StoredEvent {
    const content = Buffer.from(data as Uint8Array).toString('utf8')
    const place = { stream: streamId.slice(prefix.length), revision: Number(revision), position: position!.commit }
    return { id, type, content, ...place, ...hashesIn(metadata) }
  }

  return {
    toStored,

    /** Reads at most `count` events of a stream, from a revision on. */
    async page(client: EventStoreDBClient, stream: string, from: number, count: number, { signal }: CallOptions) {
      const fromRevision = BigInt(from)
      const reading = client.readStream(prefix + stream, { ...options, fromRevision, maxCount: count })
      const events: StoredEvent[] = []
      try {
        for await (const { event } of untilAborted(reading, signal)) if (event) events.push(toStored(event as Stored))
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      return events
    },

    /**
     * Looks at up to `most` events backwards from a place, the end unless given, for one of ours. Stops at the position
     * `until`. `newest` and `oldest` are the first and the last that it looked at; undefined where there is nothing.
     */
    async lookBack(
      client: EventStoreDBClient,
      { signal }: CallOptions,
      most: number,
      { from, until = 0n }: { from?: Position | undefined; until?: bigint } = {},
    ): Promise<{ ours?: Position; newest?: Position; oldest?: Position }> {
      const reading = client.readAll({ ...options, direction: BACKWARDS, fromPosition: from ?? END, maxCount: most })
      const seen: { newest?: Position; oldest?: Position } = {}
      for await (const { event } of untilAborted(reading, signal)) {
        if (!event) continue
        const { position, streamId } = event
        seen.newest ??= position
        seen.oldest = position
        if (streamId.startsWith(prefix)) return { ...seen, ours: position }
        if (position.commit <= until) break
      }
      return seen
    },

    /** The event at a position, if one of ours is there. */
    async eventAt(client: EventStoreDBClient, commit: bigint, { signal }: CallOptions) {
      const reading = client.readAll({ ...options, fromPosition: { commit, prepare: commit }, maxCount: 1 })
      for await (const { event } of untilAborted(reading, signal)) {
        // What is read begins at the position or after it, and may be another's.
        const isIt = event?.position.commit === commit && event.streamId.startsWith(prefix)
        return isIt ? toStored(event as Stored) : undefined
      }
      return undefined
    },
  }
}

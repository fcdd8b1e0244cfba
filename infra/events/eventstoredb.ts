import { binaryEvent, NO_STREAM, type Position, WrongExpectedVersionError } from '@eventstore/db-client'
import { LRUCache } from 'lru-cache'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { type Address, connect, defaultTimeouts, startLimits, type Timeouts } from './eventstoredb-connection.ts'
import { createFollowing } from './eventstoredb-following.ts'
import { readingOf } from './eventstoredb-reading.ts'
import { type EventStore, WrongRevision } from './store.ts'
import {
  beginning,
  decode,
  type EncodedEvent,
  encoded,
  hashOf,
  type Link,
  noHash,
  openDamagedStreams,
  type StoredEvent,
} from './stored-event.ts'

const pageSize = 500
/** How many streams’ last hashes are remembered, so that an append need not read them. */
const rememberedStreams = 10_000

/** How long a stream is, and by which hash it ends: read as it is needed, and remembered. */
function createChains(
  connection: ReturnType<typeof connect>,
  reading: ReturnType<typeof readingOf>,
  damage: ReturnType<typeof openDamagedStreams>,
) {
  const links = new LRUCache<string, Link>({ max: rememberedStreams })

  /** Remembers where a stream ends, unless a later end is known. */
  function remember(stream: string, link: Link): void {
    if (link.hash !== undefined && link.revision >= (links.peek(stream)?.revision ?? -1)) links.set(stream, link)
  }

  /** A stream's events after a revision, up to the `last`, page by page. */
  async function* pagesOf(stream: string, after: number, last = Infinity): AsyncGenerator<StoredEvent[]> {
    for (let from = after + 1; from <= last; from += pageSize) {
      const count = Math.min(pageSize, last - from + 1)
      const events = await connection.call((client, limit) => reading.page(client, stream, from, count, limit))
      yield events
      if (events.length < count) return
    }
  }

  /** Verifies what was read of a stream, and answers the link behind it. */
  function verified(events: readonly StoredEvent[], before: Link): Link {
    const link = events.reduce((link, event) => damage.verify(event, link), before)
    if (events.length > 0) remember(events[0]!.stream, link)
    return link
  }

  /** The hash of the event at a revision. What is not remembered is read: all of a stream when there is no hash in it yet. */
  async function hashAt(stream: string, revision: number, until: number): Promise<string> {
    if (revision < 0) return noHash
    const known = links.get(stream)
    if (known?.revision === revision) return known.hash!
    const [event] = await connection.call((client, limit) => reading.page(client, stream, revision, 1, limit), until)
    if (event) {
      const { hash } = verified([event], { revision: revision - 1, hash: undefined })
      if (hash !== undefined) return hash
    }
    let link = beginning
    for await (const events of pagesOf(stream, -1)) link = verified(events.slice(0, revision - link.revision), link)
    if (link.revision < revision) throw new WrongRevision(stream, revision, link.revision)
    return link.hash!
  }

  return { remember, pagesOf, verified, hashAt }
}

/**
 * Events in EventStoreDB 23.10 or newer, in streams whose names begin with a prefix, so that the server may serve
 * others too. A position is the event's commit position. Following survives the server: it goes on where it was, by
 * itself. `say` is told which events are damaged, `onConfirmed` each time that the server confirms that it is followed.
 */
export function openEventStoreDb(
  address: Address,
  prefix: string,
  timeouts: Timeouts = defaultTimeouts,
  say: (line: string) => void = console.error,
  onConfirmed: () => void = () => {},
): EventStore {
  const { gatheringMs, heartbeatMs, startMs } = timeouts
  const limits = startMs === undefined ? { ...timeouts } : { ...timeouts, ...startLimits(startMs) }
  const connection = connect(address, limits, say)
  const closing = new AbortController()
  const { credentials } = address
  // Credentials in the call itself make the client append by a call of its own. Otherwise it puts all appends of the
  // process on one, where each shares the fate of the others, and none has a deadline.
  const options = { credentials, requiresLeader: true }
  const damage = openDamagedStreams(false, say)
  const reading = readingOf(prefix, credentials)
  const { remember, pagesOf, verified, hashAt } = createChains(connection, reading, damage)
  const common = { address, prefix, connection, reading, pageSize }
  const following = createFollowing({ ...common, gatheringMs, heartbeatMs, closing: closing.signal, onConfirmed })

  async function append(
    stream: string,
    expected: number,
    events: readonly (NewEvent | EncodedEvent)[],
  ): Promise<Recorded[]> {
    if (events.length === 0) return []
    damage.check(stream)
    const contents = events.map(encoded)
    const until = Date.now() + limits.callMs
    let previous = await hashAt(stream, expected, until)
    const proposed = contents.map(({ id, type, content }, at) => {
      const hash = hashOf(previous, { stream, revision: expected + 1 + at, id, type, content })
      const metadata = { previous, hash }
      previous = hash
      return binaryEvent({ id, type, data: Buffer.from(content, 'utf8'), metadata })
    })
    const expectedRevision = expected < 0 ? NO_STREAM : BigInt(expected)
    await connection
      .call(
        (client, { deadline }) =>
          client.appendToStream(prefix + stream, proposed, { ...options, expectedRevision, deadline }),
        until,
      )
      .catch((error) => {
        if (!(error instanceof WrongExpectedVersionError)) throw error
        const { actualVersion } = error
        throw new WrongRevision(stream, expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1)
      })
    // The answer tells one position for all of them, and none for what was there before: so they are read.
    const recorded = await connection.call(
      (client, limit) => reading.page(client, stream, expected + 1, events.length, limit),
      until,
    )
    verified(recorded, { revision: expected, hash: undefined })
    return recorded.map(damage.decoded)
  }

  /** The position of our last event, as of an end of the store: what others recorded before that is passed over once. */
  let known = { last: 0n, asOf: 0n }

  async function end(): Promise<bigint> {
    const { last, asOf } = known
    let newest: Position | undefined
    for (let from: Position | undefined; ; ) {
      const seen = await connection.call((client, limit) =>
        reading.lookBack(client, limit, pageSize, { from, until: asOf }),
      )
      newest ??= seen.newest
      from = seen.oldest
      if (!seen.ours && from && from.commit > asOf) continue
      const found = seen.ours?.commit ?? last
      if (newest && newest.commit > known.asOf) known = { last: found, asOf: newest.commit }
      return found
    }
  }

  const appending = new Set<Promise<unknown>>()

  return {
    soleWriter: false,

    append(stream, expected, events) {
      const appended = append(stream, expected, events)
      const settled = Promise.allSettled([appended])
      appending.add(settled)
      void settled.then(() => appending.delete(settled))
      return appended
    },

    async *read(stream, after = -1, last?) {
      let link: Link = after < 0 ? beginning : { revision: after, hash: undefined }
      for await (const events of pagesOf(stream, after, last)) {
        damage.check(stream)
        for (const event of events) {
          link = damage.verify(event, link)
          yield damage.decoded(event)
        }
        remember(stream, link)
      }
    },

    async at(position) {
      const event = await connection.call((client, limit) => reading.eventAt(client, position, limit))
      return event && decode(event)
    },

    async *follow(after, signal) {
      for await (const { events, caughtUp } of following(after, signal)) {
        const { sound, damaged } = damage.sort(events)
        for (const { stream, revision, hash, previous } of events) remember(stream, { revision, hash, previous })
        yield { events: sound, caughtUp, ...(damaged.length > 0 ? { damaged } : {}) }
      }
    },

    async *readStored(stream) {
      for await (const events of pagesOf(stream, -1)) yield* events
    },

    async *everyStored(after = 0n) {
      const ending = new AbortController()
      try {
        for await (const { events, caughtUp } of following(after, ending.signal)) {
          yield* events
          if (caughtUp) return
        }
      } finally {
        ending.abort()
      }
    },

    // It cannot lose the end of a stream, and older versions may still append to it.
    sealed: false,
    damaged: damage.all,
    sealings: () => [], // it is not rewritten: those without a hash are counted
    async *heads() {},

    end,

    started: () => void Object.assign(limits, timeouts, { startMs: undefined }),

    async close() {
      closing.abort()
      await Promise.all(appending) // what was begun is answered
      await connection.close()
    },
  }
}

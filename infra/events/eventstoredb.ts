import {
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  NO_STREAM,
  type Position,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { LRUCache } from 'lru-cache'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { waitBeforeRetry } from '../unavailable.ts'
import type { Address } from './eventstoredb-address.ts'
import {
  type CallOptions,
  connect,
  createClient,
  defaultTimeouts,
  disconnect,
  isTransient,
  startLimits,
  type Timeouts,
} from './eventstoredb-connection.ts'
import { type From, subscribe } from './eventstoredb-subscription.ts'
import { type EventStore, WrongRevision } from './store.ts'
import type { EncodedEvent, StoredEvent } from './stored-event.ts'
import { beginning, decode, encoded, hashOf, type Link, noHash, openDamagedStreams } from './stored-event.ts'

const pageSize = 500
/** Of how many streams the last hash is remembered, so that an append need not read it. */
const rememberedStreams = 10_000

const later = (from: From, position?: Position): From =>
  position && (from === START || position.commit > from.commit) ? position : from

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

/**
 * Events in EventStoreDB 23.10 or newer, in streams whose names begin with a prefix, so that the server may serve
 * others too. A position is the event's commit position. Following survives the server: it goes on where it was, by
 * itself. `say` is told which events are damaged.
 */
export function openEventStoreDb(
  address: Address,
  prefix: string,
  timeouts: Timeouts = defaultTimeouts,
  say: (line: string) => void = console.error,
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
  const links = new LRUCache<string, Link>({ max: rememberedStreams })

  function toStored({ streamId, revision, id, type, data, metadata, position }: Stored): StoredEvent {
    const content = Buffer.from(data as Uint8Array).toString('utf8')
    const place = { stream: streamId.slice(prefix.length), revision: Number(revision), position: position!.commit }
    return { id, type, content, ...place, ...hashesIn(metadata) }
  }

  /** Remembers where a stream ends, unless a later end is known. */
  function remember(stream: string, link: Link): void {
    if (link.hash !== undefined && link.revision >= (links.peek(stream)?.revision ?? -1)) links.set(stream, link)
  }

  async function page(
    client: EventStoreDBClient,
    stream: string,
    from: number,
    count: number,
    { signal }: CallOptions,
  ) {
    const fromRevision = BigInt(from)
    const reading = client.readStream(prefix + stream, { ...options, fromRevision, maxCount: count })
    const stop = () => void reading.cancel().catch(() => {})
    reading.on('error', () => {}) // one that comes when it is not awaited any longer
    signal.addEventListener('abort', stop)
    const events: StoredEvent[] = []
    try {
      for await (const { event } of reading) if (event) events.push(toStored(event as Stored))
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
    return events
  }

  /**
   * The place of the last event there is, backwards from the end: of any event, or of one of ours. Where `most` others
   * came after ours, it is the place of the last of those; none with `onlyOurs`.
   */
  async function lastOf(
    client: EventStoreDBClient,
    { signal }: CallOptions,
    most: number,
    onlyOurs = false,
  ): Promise<Position | undefined> {
    const reading = client.readAll({ ...options, direction: BACKWARDS, fromPosition: END, maxCount: most })
    const stop = () => void reading.cancel().catch(() => {})
    reading.on('error', () => {})
    signal.addEventListener('abort', stop)
    let position: Position | undefined
    let read = 0
    try {
      for await (const { event } of reading) {
        read++
        if (event?.streamId.startsWith(prefix)) return event.position
        if (!onlyOurs) position ??= event?.position
      }
      return read < most ? undefined : position
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async function eventAt(client: EventStoreDBClient, commit: bigint, { signal }: CallOptions) {
    const reading = client.readAll({ ...options, fromPosition: { commit, prepare: commit }, maxCount: 1 })
    const stop = () => void reading.cancel().catch(() => {})
    reading.on('error', () => {})
    signal.addEventListener('abort', stop)
    try {
      for await (const { event } of reading) {
        // What is read begins at the position or after it, and may be another's.
        const isIt = event?.position.commit === commit && event.streamId.startsWith(prefix)
        return isIt ? decode(toStored(event as Stored)) : undefined
      }
      return undefined
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** A stream's events after a revision, page by page. */
  async function* pagesOf(stream: string, after: number): AsyncGenerator<StoredEvent[]> {
    for (let from = after + 1; ; from += pageSize) {
      const events = await connection.call((client, limit) => page(client, stream, from, pageSize, limit))
      yield events
      if (events.length < pageSize) return
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
    const [event] = await connection.call((client, limit) => page(client, stream, revision, 1, limit), until)
    if (event) {
      const { hash } = verified([event], { revision: revision - 1, hash: undefined })
      if (hash !== undefined) return hash
    }
    let link = beginning
    for await (const events of pagesOf(stream, -1)) link = verified(events.slice(0, revision - link.revision), link)
    if (link.revision < revision) throw new WrongRevision(stream, revision, link.revision)
    return link.hash!
  }

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
      (client, limit) => page(client, stream, expected + 1, events.length, limit),
      until,
    )
    verified(recorded, { revision: expected, hash: undefined })
    return recorded.map(damage.decoded)
  }

  /** All events after a position, as they are stored, until the signal is aborted. */
  async function* following(
    after: bigint | 'end',
    signal: AbortSignal,
  ): AsyncGenerator<{ events: StoredEvent[]; caughtUp: boolean }> {
    const stopped = AbortSignal.any([signal, closing.signal])
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
          const position = await connection.call((client, limit) => lastOf(client, limit, 1))
          from = position ?? START
          last = position?.commit ?? last
        }
        const { stuck } = silence
        const options = { from, prefix, credentials, gatheringMs, signal: stopped, stuck }
        for await (const batch of subscribe(client, options)) {
          failures = 0
          // A subscription that begins again may hand out again what was there before.
          const events = batch.events.filter(({ position }) => position.commit > last).map((each) => toStored(each))
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

  let newest: { at: number; answer: Promise<bigint> } | undefined

  /** The position of our last event, as of a moment ago: asked once for all who follow. 0 when it is not known. */
  function newestOfOurs(): Promise<bigint> {
    const now = performance.now()
    if (!newest || now - newest.at >= heartbeatMs / 2) {
      const asked = connection.call((client, limit) => lastOf(client, limit, pageSize, true))
      newest = {
        at: now,
        answer: asked.then(
          (position) => position?.commit ?? 0n,
          () => 0n,
        ),
      }
    }
    return newest.answer
  }

  /**
   * Looks again and again whether something is recorded that a subscription has not handed on, although it is waited
   * for. Its connection may be dead without knowing it. `handedOn`: undefined while what it handed on is being dealt with.
   */
  function watchForSilence(handedOn: () => bigint | undefined): { stuck: AbortSignal; end(): void } {
    const stuck = new AbortController()
    let before: bigint | undefined
    const timer = setInterval(async () => {
      const recorded = await newestOfOurs()
      const position = handedOn()
      if (position !== undefined && recorded > position && position === before) stuck.abort()
      before = position
    }, heartbeatMs).unref()
    return { stuck: stuck.signal, end: () => clearInterval(timer) }
  }

  const appending = new Set<Promise<unknown>>()

  return {
    soleWriter: false,

    append(stream, expected, events) {
      const appended = append(stream, expected, events)
      const settled = appended.then(
        () => {},
        () => {},
      )
      appending.add(settled)
      void settled.then(() => appending.delete(settled))
      return appended
    },

    async *read(stream, after = -1) {
      let link: Link = after < 0 ? beginning : { revision: after, hash: undefined }
      for await (const events of pagesOf(stream, after)) {
        damage.check(stream)
        for (const event of events) {
          link = damage.verify(event, link)
          yield damage.decoded(event)
        }
        remember(stream, link)
      }
    },

    at: (position) => connection.call((client, limit) => eventAt(client, position, limit)),

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

    end: async () => (await connection.call((client, limit) => lastOf(client, limit, pageSize)))?.commit ?? 0n,

    started: () => void Object.assign(limits, timeouts, { startMs: undefined }),

    async close() {
      closing.abort()
      await Promise.all(appending) // what was begun is answered
      await connection.close()
    },
  }
}

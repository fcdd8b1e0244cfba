import { randomUUID } from 'node:crypto'
import { type Command, perform } from '#domain/command.ts'
import {
  type Aggregate,
  type CommandResult,
  type Event,
  type IdempotencyRecord,
  type Origin,
  ownedLists,
  type Person,
  type Recorded,
  streamOf,
  toWire,
} from '#domain/event.ts'
import { createEventClock, type EventClock } from '#infra/clock.ts'
import { DamagedKey } from '#infra/keys/person-keys.ts'
import { insteadOf, Unavailable } from '#infra/unavailable.ts'
import { type CachedAggregate, createAggregateCache, type LoadedAggregate } from './aggregate-cache.ts'
import { type EventStore, readRange, WrongRevision } from './store.ts'
import { DamagedEvent } from './stored-event.ts'

/** The stream has moved on from the revision the caller expects. The api answers it with 412. */
export class Stale extends Error {
  override name = 'Stale'
  readonly revision: number
  constructor(revision: number) {
    super('Someone else changed this. Reload the page and try again.')
    this.revision = revision
  }
}

/** An `Idempotency-Key` that was used for another request. The api answers it with 409. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

/**
 * The stream has events of types that this version does not know: a newer one, that runs beside it or ran before it, has
 * written them. They are skipped when reading, but no command is decided on what is known by half. The api answers it with 503.
 */
export class NewerEvents extends Error {
  override name = 'NewerEvents'
  constructor(cause: Error) {
    super(
      'This was saved by a newer version of the site. You can read it, but not change it until that version runs again.',
      { cause },
    )
  }
}

/**
 * An event that cannot be folded, though it is what was recorded: its stream cannot be used by this version; all others
 * can. The api answers it with 500.
 */
class UnfoldableEvent extends Error {
  override name = 'UnfoldableEvent'
  constructor({ stream, revision, type, position }: Recorded, cause: unknown) {
    super(`${stream}, revision ${revision}, ${type}, position ${position}: it can’t be applied`, { cause })
  }
}

/** Whether a stream cannot be used, because one of its events or the key of its person is damaged. */
export const isUnusable = (error: unknown): error is DamagedEvent | UnfoldableEvent | DamagedKey =>
  error instanceof DamagedEvent || error instanceof UnfoldableEvent || error instanceof DamagedKey

/** Whether a stream cannot be changed, by itself: it cannot be used, or a newer version has written in it. */
export const isUnchangeable = (error: unknown): boolean => isUnusable(error) || error instanceof NewerEvents

export type CommandMetadata = {
  by: Person
  /** When it arrived: ISO 8601, UTC; now unless given. */
  at?: string
  /** The idempotency record, by which a repeated request is recognised. */
  cause?: IdempotencyRecord
  /** The origin of the request. */
  origin?: Origin
  /** The revision the caller has seen; anything else is `Stale`. */
  expectedRevision?: number
}

/** How long a request is remembered, in milliseconds: a day. What it costs does not grow with a stream's history. */
const idempotencyWindowMs = 24 * 60 * 60 * 1000

/** Answers a repeated request as it was answered. Throws `KeyReused` where the digest of its body is another one. */
type RecordedResult<E extends Event> = (body: string) => Promise<CommandResult<E>>

export type CommandHandler = ReturnType<typeof createCommandHandler>

type Options = {
  now?: () => number
  /** The clock of events; one by `now` unless given. */
  clock?: EventClock
  /** How many bytes of folded streams stay in memory, about. */
  maxCachedBytes?: number
}

/**
 * Makes the changes of a stream one after the other, so that none is decided on what another one is changing. When the
 * store cannot be reached for one, those that wait for it fail too: no request waits for several timeouts.
 */
function createStreamTurns() {
  /** The latest change that was requested of each stream, until it is made. */
  const changing = new Map<string, Promise<unknown>>()

  return function inTurn<T>(stream: string, change: () => Promise<T>): Promise<T> {
    const isFailing = (error: unknown) => (error instanceof Unavailable ? Promise.reject(error) : change())
    const turn = changing.get(stream)?.then(change, isFailing) ?? change()
    changing.set(stream, turn)
    const done = () => void (changing.get(stream) === turn && changing.delete(stream))
    turn.then(done, done)
    return turn
  }
}

/** The folded state of streams, in memory as far as there is room. */
function createAggregates(store: EventStore, now: () => number, maxCachedBytes: number | undefined) {
  const cache = createAggregateCache(maxCachedBytes)
  /** What began to be folded before the last erasure is not cached: a name that is gone may stand in it. */
  let folds = new WeakSet<CachedAggregate>()
  const keep = (stream: string, cached: CachedAggregate) => folds.has(cached) && cache.keep(stream, cached)
  const loading = new Map<string, { cached: CachedAggregate; loaded: Promise<CachedAggregate> }>()

  async function loadCached(aggregate: Aggregate<unknown, Event>, stream: string): Promise<CachedAggregate> {
    const pending = loading.get(stream)
    if (pending) return pending.loaded
    const found = cache.get(stream)
    if (found && !found.behind) return found
    const cached: CachedAggregate = found ?? {
      ...{ aggregate, state: aggregate.initial, revision: -1 },
      behind: false,
      idempotencyRecords: new Map(),
    }
    folds.add(cached)
    const loaded = catchUp(cached, stream).then(() => cached)
    loading.set(stream, { cached, loaded })
    return loaded.finally(() => loading.get(stream)?.cached === cached && loading.delete(stream))
  }

  /**
   * Reads what is not known of the stream yet, and again while more becomes known than was read. Others see it as it was
   * until all of that is folded.
   */
  async function catchUp(cached: CachedAggregate, stream: string): Promise<void> {
    do {
      cached.behind = false
      const { revision } = cached
      const read = await foldFrom(cached, stream).catch((error) => {
        cached.behind = true
        throw error
      })
      const { behind } = cached
      if (read.revision > cached.revision) Object.assign(cached, read, { behind })
      if (cached.revision === revision) cached.behind = false // the store has nothing of what became known: it is not read for ever
    } while (cached.behind)
    keep(stream, cached)
  }

  async function foldFrom(cached: CachedAggregate, stream: string): Promise<CachedAggregate> {
    const read = { ...cached, state: handedOut(cached), lists: undefined }
    for await (const event of store.read(stream, cached.revision)) advance(read, event, now())
    return read
  }

  /** Whether another process has added to the stream; what it added is known then. */
  async function hasMoved(cached: CachedAggregate, stream: string): Promise<boolean> {
    if (store.soleWriter) return false
    const { revision } = cached
    await catchUp(cached, stream)
    return cached.revision !== revision
  }

  /** Applies a committed event to what is in memory. */
  function apply(event: Recorded): void {
    const cached = cache.peek(event.stream) ?? loading.get(event.stream)?.cached
    try {
      if (cached) advance(cached, event, now())
      if (cached && !loading.has(event.stream)) keep(event.stream, cached)
    } catch {
      cache.delete(event.stream) // the next load of it throws this, and no other
    }
  }

  function clear(): void {
    folds = new WeakSet()
    loading.clear()
    cache.clear()
  }

  return { cache, keep, clear, loadCached, catchUp, hasMoved, apply }
}

/** Executes commands on the streams of a store, and loads the state of a stream. */
export function createCommandHandler(
  store: EventStore,
  { now = Date.now, clock = createEventClock(now), maxCachedBytes }: Options = {},
) {
  const { cache, keep, clear, loadCached, catchUp, hasMoved, apply } = createAggregates(store, now, maxCachedBytes)
  const inTurn = createStreamTurns()
  let latest = 0n

  function recordedResult<State, E extends Event, Input>(
    { success }: Command<State, E, Input>,
    stream: string,
    { idempotencyRecords }: CachedAggregate,
    key: string,
  ): RecordedResult<E> | undefined {
    const record = idempotencyRecords.get(key)
    if (!record || record.at < now() - idempotencyWindowMs) return undefined
    const { body, first, last } = record
    return async (ofRequest) => {
      if (body !== ofRequest) throw new KeyReused('This Idempotency-Key was used for another request')
      return commandResult(success, last, await readRange<E>(store, stream, first, last))
    }
  }

  async function decideAndAppend<State, E extends Event, Input>(
    command: Command<State, E, Input>,
    id: string,
    input: Input,
    { by, at, cause, origin, expectedRevision }: CommandMetadata & { at: string },
  ): Promise<CommandResult<E>> {
    const stream = streamOf(command.aggregate, id)
    const aggregate = command.aggregate as unknown as Aggregate<unknown, Event>
    let cached = await loadCached(aggregate, stream)
    for (;;) {
      const recorded = cause && recordedResult(command, stream, cached, cause.key)
      if (recorded) return recorded(cause.body)
      const { state, revision, unknown } = cached
      if (unknown && !command.aggregate.decidesOnUnknown) throw new NewerEvents(new Error(unknown))
      let decided: E[]
      try {
        decided = perform(command, state as State, input, { by, at })
        if (expectedRevision !== undefined && expectedRevision !== revision) throw new Stale(revision)
      } catch (error) {
        // No one is refused because this process has not heard of the latest.
        if (await hasMoved(cached, stream)) continue
        throw error
      }
      if (decided.length === 0) {
        if (await hasMoved(cached, stream)) continue
        return commandResult<E>(command.success, revision, [])
      }
      const envelope = { by, at, ...(cause ? { cause } : {}), ...(origin ? { origin } : {}) }
      const events = decided.map((event) => ({ ...event, id: randomUUID(), ...envelope }))
      try {
        const recorded = (await store.append(stream, revision, events)) as Recorded<E>[]
        for (const event of recorded) advance(cached, event, now())
        clock.note(at)
        keep(stream, cached)
        latest = max(latest, recorded.at(-1)!.position)
        return commandResult(command.success, recorded.at(-1)!.revision, recorded)
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error
        await catchUp(cached, stream)
        if (cached.revision !== revision) continue
        if (error.actual >= revision) throw new Error(`${error.message}, and has nothing to show for it`)
        // The store has lost what is remembered here.
        cache.delete(stream)
        cached = await loadCached(aggregate, stream)
      }
    }
  }

  return {
    /**
     * Decides and appends, one after the other in a stream; decides again on an append of another process. Throws what
     * `perform` throws, `Stale`, `KeyReused`, `Unavailable` when the store cannot be reached, and of a stream that cannot be
     * used `DamagedEvent`, `UnfoldableEvent` and `NewerEvents`.
     */
    handle<State, E extends Event, Input>(
      command: Command<State, E, Input>,
      id: string,
      input: Input,
      metadata: CommandMetadata,
    ): Promise<CommandResult<E>> {
      const { at = clock.stamp() } = metadata
      return inTurn(streamOf(command.aggregate, id), () => decideAndAppend(command, id, input, { ...metadata, at }))
    },

    /**
     * The state of a stream, as far as this process knows it; with `current` as it is, which costs a question where other
     * processes write too. Throws `DamagedEvent`, `UnfoldableEvent`, and `Unavailable`.
     */
    async load<State, E extends Event>(
      aggregate: Aggregate<State, E>,
      id: string,
      { current = false } = {},
    ): Promise<LoadedAggregate<State>> {
      const stream = streamOf(aggregate, id)
      const cached = await loadCached(aggregate as unknown as Aggregate<unknown, Event>, stream)
      if (current) await hasMoved(cached, stream)
      return { state: handedOut(cached) as State, revision: cached.revision }
    },

    /**
     * Returns `look`’s view of a stream’s state, as far as this process knows it. It keeps none of the state's lists: they
     * go on growing where they are. A loaded state makes the next change copy them. Throws as `load`.
     */
    async lookAt<State, E extends Event, Seen>(
      aggregate: Aggregate<State, E>,
      id: string,
      look: (state: State) => Seen,
    ): Promise<Seen> {
      const cached = await loadCached(aggregate as unknown as Aggregate<unknown, Event>, streamOf(aggregate, id))
      return look(cached.state as State)
    },

    /** What a stream has of a request, by its idempotency key; undefined where it has nothing. Throws as `load`. */
    async recorded<State, E extends Event, Input>(
      command: Command<State, E, Input>,
      id: string,
      key: string,
    ): Promise<RecordedResult<E> | undefined> {
      const stream = streamOf(command.aggregate, id)
      const cached = await loadCached(command.aggregate as unknown as Aggregate<unknown, Event>, stream)
      if (!cached.idempotencyRecords.has(key)) await hasMoved(cached, stream)
      return recordedResult(command, stream, cached, key)
    },

    /** Applies a committed event, of this process or another, to the cached aggregate. */
    applyCommitted(event: Recorded): void {
      clock.note(event.at)
      apply(event)
      latest = max(latest, event.position)
    },

    /** Forgets what was folded: a person was erased, whose name may stand in any of it. */
    clear,

    /** The latest position this process knows of. */
    latest: () => latest,
  }
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)

/** The state of an aggregate, for a caller that may keep it: its lists stay as they are from now on. */
function handedOut(cached: CachedAggregate): unknown {
  cached.lists = undefined
  return cached.state
}

/** Folds an event if it is the next; an older one is known already, and a later one will be read with those before it. */
function advance(cached: CachedAggregate, event: Recorded, now: number): void {
  if (event.revision > cached.revision + 1) cached.behind = true
  if (event.revision !== cached.revision + 1) return
  try {
    cached.lists ??= ownedLists()
    const next: unknown = cached.aggregate.evolve(cached.state, event, cached.lists)
    if (next === undefined) cached.unknown = `${event.type} at revision ${event.revision} of ${event.stream}`
    else cached.state = next
  } catch (error) {
    cached.behind = true // the next load of it throws this again
    throw new UnfoldableEvent(event, error)
  }
  cached.revision = event.revision
  const { cause, revision } = event
  const at = Date.parse(event.at)
  if (!cause || at < now - idempotencyWindowMs) return
  for (const [key, cause] of cached.idempotencyRecords) {
    if (cause.at >= now - idempotencyWindowMs) break // the oldest come first
    cached.idempotencyRecords.delete(key)
  }
  const { first, last } = cached.idempotencyRecords.get(cause.key) ?? { first: revision, last: revision }
  cached.idempotencyRecords.set(cause.key, { body: cause.body, first, last: Math.max(last, revision), at })
}

/** A command handler for a process that hears of no other’s events: each look asks the store for them. */
export function createCurrentHandler(...of: Parameters<typeof createCommandHandler>): CommandHandler {
  const handler = createCommandHandler(...of)
  return { ...handler, load: (aggregate, id) => handler.load(aggregate, id, { current: true }) }
}

const commandResult = <E extends Event>(
  message: string,
  revision: number,
  events: Recorded<E>[],
): CommandResult<E> => ({
  message,
  revision,
  position: String(events.at(-1)?.position ?? 0n),
  events: events.map(toWire),
})

/**
 * The stored state of an aggregate, or its initial state at revision −1 where its stream can’t be used. It is for
 * what a caller goes on without, such as settings, which have defaults. Throws `Unavailable`.
 */
export async function loadUsable<State, E extends Event>(
  handler: Pick<CommandHandler, 'load'>,
  aggregate: Aggregate<State, E>,
  id: string,
): Promise<LoadedAggregate<State>> {
  return handler.load(aggregate, id).catch(insteadOf(isUnusable, { state: aggregate.initial, revision: -1 }))
}

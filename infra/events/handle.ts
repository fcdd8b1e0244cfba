import { randomUUID } from 'node:crypto'
import { type Action, perform } from '#domain/action.ts'
import { type Aggregate, type Cause, type Event, type Person, type Recorded, streamOf } from '#domain/event.ts'
import { type Changed, toWire } from '#domain/wire.ts'
import { between } from './between.ts'
import { type EventStore, WrongRevision } from './store.ts'

/** What was decided on is not what the caller has seen. The api answers it with 412. */
export class Stale extends Error {
  override name = 'Stale'
  readonly revision: number
  constructor(revision: number) {
    super('Somebody changed this in the meantime. Please look at it again.')
    this.revision = revision
  }
}

/** A key that stood on another request before. The api answers it with 409. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

export type Request = {
  by: Person
  /** When it arrived: ISO 8601, UTC; now unless given. */
  at?: string
  /** What a repetition of the request is recognised by. */
  cause?: Cause
  /** The revision the caller has seen; anything else is `Stale`. */
  expected?: number
}

/** A folded stream. Advanced in place as events become known; its states are never changed. */
export type Folded<State> = { state: State; revision: number }

type Kept = Folded<unknown> & {
  aggregate: Aggregate<unknown, Event>
  /** The latest day's requests that changed the stream, by key: what they were, and which revisions came of them. */
  causes: Map<string, { body: string; first: number; last: number; at: number }>
}

/** How many folded streams are kept: the cost of a command must not grow with the length of the history. */
const keptStreams = 2_000
/** How long a request is remembered, in milliseconds: a day. What it costs does not grow with a stream's history. */
const causesKeptFor = 24 * 60 * 60 * 1000

export type Handler = ReturnType<typeof createHandler>

/** Performs actions on the streams of a store, and answers what a stream is folded to. */
export function createHandler(store: EventStore, now: () => number = Date.now) {
  // A Map keeps its keys in the order of insertion: the first one is the one not used for longest.
  const kept = new Map<string, Kept>()
  const loading = new Map<string, Promise<Kept>>()
  let latest = 0n

  async function load(aggregate: Aggregate<unknown, Event>, stream: string): Promise<Kept> {
    const found = kept.get(stream)
    if (found) {
      kept.delete(stream)
      kept.set(stream, found)
      return found
    }
    const underWay = loading.get(stream)
    if (underWay) return underWay
    const fresh: Kept = { aggregate, state: aggregate.initial, revision: -1, causes: new Map() }
    const loaded = catchUp(fresh, stream).then(() => {
      kept.set(stream, fresh)
      if (kept.size > keptStreams) kept.delete(kept.keys().next().value!)
      return fresh
    })
    loading.set(stream, loaded)
    return loaded.finally(() => loading.delete(stream))
  }

  async function catchUp(folded: Kept, stream: string): Promise<void> {
    for await (const event of store.read(stream, folded.revision)) advance(folded, event, now())
  }

  return {
    /**
     * Decides and appends; decides again when somebody was faster. Throws what `perform` throws, `Stale`, `KeyReused`,
     * and `Unavailable` when the store cannot be reached.
     */
    async handle<State, E extends Event, Input>(
      action: Action<State, E, Input>,
      id: string,
      input: Input,
      { by, at = new Date(now()).toISOString(), cause, expected }: Request,
    ): Promise<Changed<E>> {
      const stream = streamOf(action.aggregate, id)
      const folded = await load(action.aggregate as unknown as Aggregate<unknown, Event>, stream)
      for (;;) {
        const before = cause && folded.causes.get(cause.key)
        if (before) {
          if (before.body !== cause.body) throw new KeyReused('This Idempotency-Key belongs to another request')
          return answer(action.done, before.last, await between<E>(store, stream, before.first, before.last))
        }
        const { state, revision } = folded
        const decided = perform(action, state as State, input, { by, at })
        if (expected !== undefined && expected !== revision) throw new Stale(revision)
        if (decided.length === 0) return answer<E>(action.done, revision, [])
        const events = decided.map((event) => ({ ...event, id: randomUUID(), by, at, ...(cause ? { cause } : {}) }))
        try {
          const recorded = (await store.append(stream, revision, events)) as Recorded<E>[]
          for (const event of recorded) advance(folded, event, now())
          latest = max(latest, recorded.at(-1)!.position)
          return answer(action.done, recorded.at(-1)!.revision, recorded)
        } catch (error) {
          if (!(error instanceof WrongRevision)) throw error
          await catchUp(folded, stream)
          if (folded.revision === revision) throw new Error(`${error.message}, and has nothing to show for it`)
        }
      }
    },

    /** What a stream is folded to, by this process's latest knowledge. */
    async folded<State, E extends Event>(aggregate: Aggregate<State, E>, id: string): Promise<Folded<State>> {
      const { state, revision } = await load(aggregate as unknown as Aggregate<unknown, Event>, streamOf(aggregate, id))
      return { state: state as State, revision }
    },

    /** Takes note of an event that was recorded, here or by another process. */
    observe(event: Recorded): void {
      const folded = kept.get(event.stream)
      if (folded) advance(folded, event, now())
      latest = max(latest, event.position)
    },

    /** The latest position this process knows of. */
    latest: () => latest,
  }
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)

/** Folds an event if it is the next; an older one is known already, and a later one will be read with those before it. */
function advance(folded: Kept, event: Recorded, now: number): void {
  if (event.revision !== folded.revision + 1) return
  folded.state = folded.aggregate.evolve(folded.state, event)
  folded.revision = event.revision
  const { cause, revision } = event
  const at = Date.parse(event.at)
  if (!cause || at < now - causesKeptFor) return
  const { first } = folded.causes.get(cause.key) ?? { first: revision }
  folded.causes.set(cause.key, { body: cause.body, first, last: revision, at })
  for (const [key, cause] of folded.causes) {
    if (cause.at >= now - causesKeptFor) break // the oldest come first
    folded.causes.delete(key)
  }
}

const answer = <E extends Event>(message: string, revision: number, events: Recorded<E>[]): Changed<E> => ({
  message,
  revision,
  position: String(events.at(-1)?.position ?? 0n),
  events: events.map(toWire),
})

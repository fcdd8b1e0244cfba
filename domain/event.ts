import type { ZodType, z } from 'zod'

/** An event, in the past tense. Stored for ever: types are never renamed, added fields are optional. */
export type Event<Type extends string = string, Data = unknown> = { type: Type; data: Data }

/** The events of a table that has a schema of the data for each type. */
export type EventOf<Schemas extends Record<string, ZodType>> = {
  [Type in keyof Schemas & string]: Event<Type, z.infer<Schemas[Type]>>
}[keyof Schemas & string]

export type Role = 'client' | 'admin'

/**
 * The author, as they were called when they did it. `via` is the name of the API key that a program did it with, in their
 * name.
 */
export type Person = { id: string; name: string; role: Role; via?: string }

/** The author of something by name, and the API key that a program did it with for them. */
export const authorName = ({ name, via }: Pick<Person, 'name' | 'via'>): string =>
  via === undefined ? name : `${name} (API key “${via}”)`

/** The request that caused an event: what a repeated `Idempotency-Key` is recognised by. Both fields are digests. */
export type IdempotencyRecord = { key: string; body: string }

/**
 * The origin of an action: the address of the person’s connection, and their browser in a few words. Personal data: for the
 * eyes of admins, and here alone.
 */
export type Origin = { address: string; browser?: string }

/** The envelope around every event. */
export type Envelope = {
  /** A UUID. Appending the same ids again to the same stream records nothing twice. */
  id: string
  by: Person
  /** When it was decided: ISO 8601, UTC. */
  at: string
  cause?: IdempotencyRecord
  /** The origin of a logged-in person’s action; events from before it was recorded have none. */
  origin?: Origin
}

/** An event on its way into a stream. */
export type NewEvent<E extends Event = Event> = E & Envelope

/** The position of a stored event. */
export type StreamPosition = {
  stream: string
  /** Its index in its stream: 0, 1, 2 … without gaps. */
  revision: number
  /** Its position among all events of the store: ordered, opaque, not necessarily dense. */
  position: bigint
}

/** A stored event. */
export type Recorded<E extends Event = Event> = E & Envelope & StreamPosition

/** How the streams of one aggregate type are folded. */
export type Aggregate<State, E extends Event> = {
  /** The name of its streams: `<name>-<id>`. */
  name: string
  initial: State
  /**
   * The state after an event: undefined, whatever the compiler says, after one of a type that this version does not
   * know, which a newer one wrote. Who folds calls `evolved`. The state given is not changed, but for its lists that
   * grow with the history: `lists` changes them, in copies unless given.
   */
  evolve(state: State, event: Recorded<E>, lists?: Lists): State
  /**
   * Whether commands are decided although the stream has events that this version does not know. Not unless it says so: what
   * is decided on half of what is known may be wrong.
   */
  decidesOnUnknown?: true
  /** Whose pages are sent its events as they happen, and as what; none are unless it says so. */
  live?: { to: 'everyone' | 'admins'; as: ZodType }
}

/** The state after an event. One of a type that this version does not know leaves it as it is. */
export const evolved = <State, E extends Event>(
  aggregate: Pick<Aggregate<State, E>, 'evolve'>,
  state: State,
  event: Recorded<E>,
  lists?: Lists,
): State => (aggregate.evolve(state, event, lists) as State | undefined) ?? state

/** The name of one aggregate's stream. */
export const streamOf = (aggregate: { name: string }, id: string): string => `${aggregate.name}-${id}`

/** The id behind a stream name, or undefined when the stream is of another kind. */
export const idIn = (aggregate: { name: string }, stream: string): string | undefined =>
  stream.startsWith(`${aggregate.name}-`) ? stream.slice(aggregate.name.length + 1) : undefined

/** Folds events onto a state, oldest first. It takes as long as there are events; the state it begins with stays as it was. */
export const fold = <State, E extends Event>(
  aggregate: Aggregate<State, E>,
  events: Iterable<Recorded<E>>,
  from: State = aggregate.initial,
): State => {
  const lists = ownedLists()
  let state = from
  for (const event of events) state = evolved(aggregate, state, event, lists)
  return state
}

/** An entry of a list that is in the order of its entries' revisions. */
type Entry = { id: string; revision: number }

/** How a fold makes the next list out of one in its state, which is not used any more afterwards. */
export type Lists = {
  /** The list with one item more. */
  append<T>(list: readonly T[], item: T): T[]
  /** The list with what `change` makes of the entry of this id; without it where that is undefined. */
  change<T extends Entry>(list: readonly T[], id: string, change: (entry: T) => T | undefined): T[]
}

/** Leaves every list as it is and answers another: what a fold of one event does, whose state others still look at. */
export const copiedLists: Lists = {
  append: (list, item) => [...list, item],
  change: (list, id, change) =>
    list.flatMap((entry) => {
      const changed = entry.id === id ? change(entry) : entry
      return changed ? [changed] : []
    }),
}

/**
 * For a fold over many events in linear time: copies a list at its first change, and changes that copy in place from
 * then on. The caller must not use the states between; once this is dropped, the last state never changes.
 */
export function ownedLists(): Lists {
  const owned = new WeakSet<readonly unknown[]>()
  /** The revisions of entries by their ids. An entry keeps its revision, and its place in the list does not stay the same. */
  const revisions = new WeakMap<readonly unknown[], Map<string, number>>()

  function own<T>(list: readonly T[]): T[] {
    if (owned.has(list)) return list as T[]
    const copy = [...list]
    owned.add(copy)
    return copy
  }

  function revisionsIn(list: readonly Entry[]): Map<string, number> {
    const known = revisions.get(list) ?? new Map(list.map(({ id, revision }) => [id, revision]))
    revisions.set(list, known)
    return known
  }

  return {
    append(before, item) {
      const list = own(before)
      list.push(item)
      if (revisions.has(list)) {
        const { id, revision } = item as Entry
        revisions.get(list)!.set(id, revision)
      }
      return list
    },
    change(before, id, change) {
      const list = own(before)
      const revision = revisionsIn(list).get(id)
      const at = revision === undefined ? -1 : placeOf(list, revision)
      if (list[at]?.id !== id) return list
      const changed = change(list[at])
      if (changed) list[at] = changed
      else list.splice(at, 1)
      return list
    },
  }
}

/** Where the entry of a revision is in a list, or would be. */
export function placeOf(list: readonly { revision: number }[], revision: number): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (list[middle]!.revision < revision) from = middle + 1
    else to = middle
  }
  return from
}

/** A stored event as JSON: the position is a decimal string, and an order's event says which order. */
export type WireEvent<E extends Event = Event> = E extends Event
  ? Omit<Recorded<E>, 'position' | 'cause' | 'origin'> & { position: string; orderId?: string }
  : never

/** The event as it goes over HTTP and Socket.IO. Its cause and its origin stay in the store. */
export function toWire<E extends Event>({ cause: _, origin: __, position, ...event }: Recorded<E>): WireEvent<E> {
  const sent: Record<string, unknown> = event
  sent.position = String(position)
  const orderId = idIn({ name: 'order' }, event.stream)
  if (orderId !== undefined) sent.orderId = orderId
  return sent as WireEvent<E>
}

/** The way back, for the fold in the browser. */
export function fromWire<E extends Event = Event>({ orderId: _, ...event }: WireEvent): Recorded<E> {
  return { ...event, position: BigInt(event.position) } as unknown as Recorded<E>
}

/** The answer to every change: what to tell the person, and the events recorded (none when nothing changed). */
export type CommandResult<E extends Event = Event> = {
  message: string
  revision: number
  /** The position to wait for when reading a list next; '0' when nothing was recorded. */
  position: string
  events: WireEvent<E>[]
}

/** Every failed call, over HTTP. */
export type Problem = { message: string; fields?: Record<string, string> | undefined; confirm?: 'password' | undefined }

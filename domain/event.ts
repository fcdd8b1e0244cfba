import type { ZodType, z } from 'zod'
import { type Lists, ownedLists } from './lists.ts'

/** An event, in the past tense. Stored for ever: types are never renamed, added fields are optional. */
export type Event<Type extends string = string, Data = unknown> = { type: Type; data: Data }

/** The events of a table that has a schema of the data for each type. */
export type EventOf<Schemas extends Record<string, ZodType>> = {
  [Type in keyof Schemas & string]: Event<Type, z.infer<Schemas[Type]>>
}[keyof Schemas & string]

export type Role = 'client' | 'admin'

/**
 * Who did it, as they were called when they did it. `via` is the name of the API key that a program did it with, in their
 * name.
 */
export type Person = { id: string; name: string; role: Role; via?: string }

/** The request that caused an event: what a repeated `Idempotency-Key` is recognised by. Both fields are digests. */
export type IdempotencyRecord = { key: string; body: string }

/**
 * From where a person did it: the address of their connection, and their browser in a few words. Personal data: for the
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
  /** Of what a person did who was logged in; events from before it was recorded have none. */
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
  /** What its streams are called: `<name>-<id>`. */
  name: string
  initial: State
  /**
   * The state after an event: undefined, whatever the compiler says, after one of a type that this version does not know,
   * which a newer one wrote. Who folds calls `evolved`. The state given is not changed, but for what `lists` say, by
   * which it changes those of its lists that grow with the history: copies of them unless given.
   */
  evolve(state: State, event: Recorded<E>, lists?: Lists): State
  /**
   * Whether commands are decided although the stream has events that this version does not know. Not unless it says so: what
   * is decided on half of what is known may be wrong.
   */
  decidesOnUnknown?: true
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

import type { Event, NewEvent, Recorded } from '#domain/event.ts'
import { insteadOf } from '#infra/unavailable.ts'
import { DamagedEvent, type EncodedEvent, type Head, type Sealing, type StoredEvent } from './stored-event.ts'

/** The stream has moved on: what was decided has to be decided again on what it says now. */
export class WrongRevision extends Error {
  override name = 'WrongRevision'
  readonly actual: number
  constructor(stream: string, expected: number, actual: number) {
    super(`${stream} is at revision ${actual}, not at ${expected}`)
    this.actual = actual
  }
}

/**
 * Events in the order of the store. `caughtUp` is true when nothing later was recorded as the batch was read. An empty
 * batch that is not caught up says that the store cannot be reached at the moment, so that this is unknown. `damaged`
 * has one error for each stream of which events are left out here. Damaged events are not handed out, nor is what comes
 * after them in their streams.
 */
export type Batch = { events: Recorded[]; caughtUp: boolean; damaged?: readonly DamagedEvent[] }

/**
 * Stores events. An append is acknowledged when it is durable, never before.
 * Appending and reading reject with `Unavailable` while the store cannot be reached, within two seconds; an append that
 * did may have been recorded all the same.
 */
export interface EventStore {
  /** Whether no other process can append while it is open: what this one knows of a stream is then all there is. */
  readonly soleWriter: boolean
  /**
   * Appends all of the events or none. `expected` is the stream's last revision, -1 when it must not exist yet.
   * Ids that already are the stream's next events are answered with what was recorded then, and record nothing twice.
   * One that is encoded already is stored byte for byte. Throws `WrongRevision`, and `DamagedEvent` when the stream is known
   * to be damaged.
   */
  append(stream: string, expected: number, events: readonly (NewEvent | EncodedEvent)[]): Promise<Recorded[]>
  /**
   * A stream's events after a revision, up to and with the `last`, oldest first; all of them without these, none when
   * there is no stream. Each is verified: throws `DamagedEvent` in place of one that is not what was recorded.
   */
  read(stream: string, after?: number, last?: number): AsyncIterable<Recorded>
  /** The event at a position, not verified; undefined when there is none of ours: so it is known whether a store still has its past. */
  at(position: bigint): Promise<Recorded | undefined>
  /**
   * All events after a position, in order: first those recorded, then each as it is recorded, until the signal is aborted.
   * `'end'` begins with what is recorded from now on, and gets it first where no other process can append. The first batch that
   * is caught up may be empty. A store that goes away does not end it: it goes on where it was as soon as the store is back.
   */
  follow(after: bigint | 'end', signal: AbortSignal): AsyncIterable<Batch>
  /** The position of our last event, 0 when there is none: what is recorded from now on comes after it. */
  end(): Promise<bigint>
  /** A stream's events as they are stored, to verify, prove or move them. */
  readStored(stream: string): AsyncIterable<StoredEvent>
  /** All events there are at the moment after a position, in order, as they are stored. */
  everyStored(after?: bigint): AsyncIterable<StoredEvent>
  /** Whether every event has a hash, every stream a head that is stored beside the events, and positions have no gaps. */
  readonly sealed: boolean
  /** The first damage of each stream that was found to be damaged since it was opened: such a stream is neither read nor written. */
  damaged(): readonly DamagedEvent[]
  /** The events that were given their hashes later than they were recorded. */
  sealings(): readonly Sealing[]
  /** The heads stored beside the events: of one stream, or of all; none where the store cannot lose the end of a stream. */
  heads(stream?: string): AsyncIterable<Head>
  /** Ends the start: a store that does not answer is waited for no longer than callers may wait. */
  started(): void
  close(): Promise<void>
}

type Readable = Pick<EventStore, 'read'>

/** The events of a stream from one revision to another, both included. */
export const readRange = <E extends Event>(store: Readable, stream: string, first: number, last: number) =>
  Array.fromAsync(store.read(stream, first - 1, last) as AsyncIterable<Recorded<E>>)

/** The event of a stream at a revision; undefined where it has none. */
export const readEvent = async <E extends Event>(store: Readable, stream: string, revision: number) =>
  (await readRange<E>(store, stream, revision, revision)).at(0)

/** The event at a position; undefined where there is none, or none that can be read. */
export const eventAt = (store: Pick<EventStore, 'at'>, position: bigint): Promise<Recorded | undefined> =>
  store.at(position).catch(insteadOf((error) => error instanceof DamagedEvent, undefined))

type Page = { revision: number; before?: number; limit: number }

/**
 * A page of a stream that stands at `revision`: the events before a revision, newest first, and the revision that the
 * page begins with. Nothing is older when that is 0.
 */
export async function readBackwards<E extends Event>(
  store: EventStore,
  stream: string,
  { revision, before = revision + 1, limit }: Page,
): Promise<{ events: Recorded<E>[]; first: number }> {
  // Revisions have no gaps: the page is read by its place, and nothing before it is touched.
  const end = Math.min(before, revision + 1)
  const first = Math.max(0, end - limit)
  const events = end > first ? await readRange<E>(store, stream, first, end - 1) : []
  return { events: events.reverse(), first }
}

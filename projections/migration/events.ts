import { isDeepStrictEqual } from 'node:util'
import type { Recorded } from '#domain/event.ts'
import { type EventStore, WrongRevision } from '#infra/events/store.ts'
import { DiffError } from './diff-error.ts'
import { type Progress, pluralize } from './progress.ts'
import { retry } from './retry.ts'

/** How many events of a stream are appended in one go, when they stand one after the other in the whole store too. */
const batchSize = 20

/** How much of the source is in the target: so many events, up to this position of the source. */
export type CopiedSoFar = { count: number; after: bigint }

/** How much of the source an earlier move has brought. Throws `DiffError` when the target holds anything else. */
export async function countCopied(source: EventStore, target: EventStore): Promise<CopiedSoFar> {
  let [count, after] = [0, 0n]
  const ours = everyEvent(source)
  try {
    for await (const theirs of everyEvent(target)) {
      const { value } = await ours.next()
      if (!value || !isSame(value, theirs)) {
        const instead = value ? `stands where the source has ${nameOf(value)}` : 'is not in the source'
        throw new DiffError(
          `The target holds something else: ${nameOf(theirs)} ${instead}. Nothing was written. Name an empty target.`,
        )
      }
      count++
      after = value.position
    }
  } finally {
    await ours.return(undefined)
  }
  return { count, after }
}

/** Appends the rest of the source, in its order. Answers how many events that were. */
export async function copyEvents(
  source: EventStore,
  target: EventStore,
  { count, after }: CopiedSoFar,
  progress: Progress,
) {
  let copied = 0
  for await (const run of runsOf(everyEvent(source, after))) {
    const { stream, revision } = run[0]!
    const events = run.map(({ stream: _, revision: __, position: ___, ...event }) => event)
    await retry(() => target.append(stream, revision - 1, events)).catch((error) => {
      if (!(error instanceof WrongRevision)) throw error
      throw new DiffError(`Somebody else writes to the target: ${error.message}. Nothing was overwritten.`)
    })
    copied += run.length
    progress.status(() => `${pluralize(count + copied, 'event')} …`)
  }
  return copied
}

export type Compared = {
  events: number
  streams: number
  /** Which position of the target each of the positions that were asked for has become. */
  positions: ReadonlyMap<bigint, bigint>
}

/**
 * Reads both sides from beginning to end. Throws `DiffError` unless they hold the same, in the same order. `wanted`:
 * the positions of the source, of events or not, that are to be found again in the target.
 */
export async function compareEvents(
  source: EventStore,
  target: EventStore,
  wanted: Iterable<bigint>,
  progress: Progress,
): Promise<Compared> {
  const positions = new Map<bigint, bigint>()
  const sought = [...new Set(wanted)].sort((a, b) => Number(a - b))
  let [events, streams, reached] = [0, 0, 0n]
  for await (const [ours, theirs] of sideBySide(source, target)) {
    if (!ours || !theirs || !isSame(ours, theirs)) throw new DiffError(differenceOf(ours, theirs))
    while (sought[0] !== undefined && sought[0] < ours.position) positions.set(sought.shift()!, reached)
    reached = theirs.position
    events++
    if (ours.revision === 0) streams++
    progress.status(() => `${pluralize(events, 'event')} compared …`)
  }
  for (const position of sought) positions.set(position, reached)
  return { events, streams, positions }
}

/** Every event there is at the moment, after a position. */
async function* everyEvent(store: EventStore, after = 0n): AsyncGenerator<Recorded, undefined> {
  const ending = new AbortController()
  try {
    for await (const { events, caughtUp } of store.follow(after, ending.signal)) {
      yield* events
      if (caughtUp) return
    }
  } finally {
    ending.abort()
  }
}

async function* sideBySide(source: EventStore, target: EventStore) {
  const sides = [everyEvent(source), everyEvent(target)] as const
  try {
    for (;;) {
      const [ours, theirs] = await Promise.all([sides[0].next(), sides[1].next()])
      if (ours.done && theirs.done) return
      yield [ours.value, theirs.value] as const
    }
  } finally {
    await Promise.all(sides.map((side) => side.return(undefined)))
  }
}

/** Events of one stream that stand one after the other in the store, in one go. */
async function* runsOf(events: AsyncIterable<Recorded>): AsyncGenerator<Recorded[]> {
  let run: Recorded[] = []
  for await (const event of events) {
    if (run.length === batchSize || (run[0] && run[0].stream !== event.stream)) {
      yield run
      run = []
    }
    run.push(event)
  }
  if (run.length > 0) yield run
}

function isSame({ position: _, ...ours }: Recorded, { position: __, ...theirs }: Recorded): boolean {
  return isDeepStrictEqual(ours, theirs)
}

const nameOf = ({ type, stream, revision, id }: Recorded) => `${type} ${id} (${stream}, revision ${revision})`

function differenceOf(ours: Recorded | undefined, theirs: Recorded | undefined): string {
  if (!theirs) return `The target lacks ${nameOf(ours!)}. Is the source in use? Stop it, and move again.`
  if (!ours) return `The target has more than the source: ${nameOf(theirs)}. Is it in use already?`
  return `The two sides are not the same: ${nameOf(ours)} in the source, ${nameOf(theirs)} in the target.`
}

import { isDeepStrictEqual } from 'node:util'
import { counted } from '#domain/count.ts'
import type { NewEvent, Person } from '#domain/event.ts'
import { storeCommands, storeId } from '#domain/store/store.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { type EventStore, WrongRevision } from '#infra/events/store.ts'
import { DamagedEvent, decode, isSealed, linkBefore, type StoredEvent, verifyNext } from '#infra/events/stored-event.ts'
import { signedSealing } from '#infra/proof/daily-heads.ts'
import type { Signer } from '#infra/proof/signature.ts'
import type { Progress } from './progress.ts'
import { DiffError, retry } from './retry.ts'

/** How many events of a stream are appended in one go, when they stand one after the other in the whole store too. */
const batchSize = 20

/** How much of the source is in the target: so many events, up to this position of the source. */
type CopiedSoFar = { count: number; after: bigint }

/** How much of the source an earlier move has brought. Throws `DiffError` when the target holds anything else. */
export async function countCopied(source: EventStore, target: EventStore): Promise<CopiedSoFar> {
  let [count, after] = [0, 0n]
  for await (const [ours, theirs] of sideBySide(source, target)) {
    if (!theirs) break
    if (!ours || !(await isMoved(source, ours, target, theirs))) {
      const instead = ours ? `is where the source has ${nameOf(ours)}` : 'is not in the source'
      throw new DiffError(
        `The target already contains other data: ${nameOf(theirs)} ${instead}. Nothing was written. Choose an empty target.`,
      )
    }
    count++
    after = ours.position
  }
  return { count, after }
}

/**
 * Appends the rest of the source, in its order. What is sealed goes byte for byte, so that the hashes stay the same;
 * the keys of the target seal the rest. Answers how many events that were. Throws `DiffError` at an event that is not
 * what was recorded.
 */
export async function copyEvents(
  source: EventStore,
  target: EventStore,
  { count, after }: CopiedSoFar,
  progress: Progress,
) {
  let copied = 0
  for await (const run of runsOf(source.everyStored(after))) {
    const { stream, revision } = run[0]!
    const events = run.map((event) => {
      verifySource(event, source.sealed)
      return toBeSealed(event) ?? { id: event.id, type: event.type, content: event.content }
    })
    await retry(() => target.append(stream, revision - 1, events)).catch((error) => {
      if (!(error instanceof WrongRevision)) throw error
      throw new DiffError(`Something else is writing to the target: ${error.message}. Nothing was overwritten.`)
    })
    copied += run.length
    progress.status(() => `${counted(count + copied, 'event')} …`)
  }
  return copied
}

/** An event whose personal data is not sealed yet; undefined where it is, or where this version does not know the event. */
function toBeSealed(event: StoredEvent): NewEvent | undefined {
  const decoded = decode(event)
  if (isSealed(decoded) || decoded.type !== event.type) return undefined
  const { stream: _, revision: __, position: ___, ...given } = decoded
  return given
}

/**
 * Records in the target how many of its events were sealed during the migration, if any. Their hashes differ, and
 * earlier heads of days are the source's. Once, however often it is done.
 */
export async function noteSealing(
  source: EventStore,
  target: EventStore,
  { by, signer }: { by: Person; signer: Signer },
): Promise<number> {
  let [events, recorded] = [0, 0]
  for await (const event of source.everyStored()) if (toBeSealed(event)) events++
  if (events === 0) return 0
  for await (const event of target.everyStored()) {
    if (isSealing(event)) return events
    recorded++
  }
  await createCommandHandler(target).handle(
    storeCommands.recordSealing,
    storeId,
    signedSealing(events, recorded, signer),
    { by },
  )
  return events
}

/** Whether an event says of the target alone that it was sealed. */
const isSealing = ({ type }: StoredEvent) => type === 'StoreSealed'

/** Refuses a damaged event: it must not be given hashes that fit. */
function verifySource(event: StoredEvent, sealed: boolean): void {
  try {
    verifyNext(event, linkBefore(event), sealed)
  } catch (error) {
    if (!(error instanceof DamagedEvent)) throw error
    throw new DiffError(
      `The source is damaged: ${error.message}. Restore it first; \`npm run audit\` lists all damage.`,
    )
  }
}

type Compared = {
  events: number
  streams: number
  /** The position in the target of each requested position. */
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
    if (!ours || !theirs || !(await isMoved(source, ours, target, theirs)))
      throw new DiffError(differenceOf(ours, theirs))
    while (sought[0] !== undefined && sought[0] < ours.position) positions.set(sought.shift()!, reached)
    reached = theirs.position
    events++
    if (ours.revision === 0) streams++
    progress.status(() => `${counted(events, 'event')} compared …`)
  }
  for (const position of sought) positions.set(position, reached)
  return { events, streams, positions }
}

/** The events of both in turn, undefined where one has no more. Left out is what the target alone has at its end: that it was sealed. */
async function* sideBySide(source: EventStore, target: EventStore) {
  const sides = [source, target].map((store) => store.everyStored()[Symbol.asyncIterator]())
  let sealing = false
  try {
    for (;;) {
      const pair = await Promise.all(sides.map((side) => side.next()))
      const [ours, theirs] = pair.map(({ value }): StoredEvent | undefined => value)
      if (!ours && !theirs) return
      if (!ours && theirs && !sealing && isSealing(theirs)) sealing = true
      else yield [ours, theirs] as const
    }
  } finally {
    await Promise.all(sides.map((side) => side.return?.()))
  }
}

/** Events of one stream that stand one after the other in the store, in one go. */
async function* runsOf(events: AsyncIterable<StoredEvent>): AsyncGenerator<StoredEvent[]> {
  let run: StoredEvent[] = []
  for await (const event of events) {
    if (run.length === batchSize || (run[0] && run[0].stream !== event.stream)) {
      yield run
      run = []
    }
    run.push(event)
  }
  if (run.length > 0) yield run
}

/** Whether one was moved to the other: the same byte for byte, or where it was sealed on the way the same once it is opened. */
async function isMoved(
  source: EventStore,
  ours: StoredEvent,
  target: EventStore,
  theirs: StoredEvent,
): Promise<boolean> {
  if (isSame(ours, theirs)) return true
  if (ours.id !== theirs.id || !toBeSealed(ours) || toBeSealed(theirs)) return false
  const [before, after] = await Promise.all([source.at(ours.position), target.at(theirs.position)])
  const place = { position: 0n }
  return isDeepStrictEqual({ ...before, ...place }, { ...after, ...place })
}

/** Whether they are the same, byte for byte, wherever they stand; by their hashes too, where both have one. */
const isSame = (ours: StoredEvent, theirs: StoredEvent): boolean =>
  identity.every((field) => ours[field] === theirs[field]) &&
  (ours.hash === undefined || theirs.hash === undefined || ours.hash === theirs.hash)

const identity = ['stream', 'revision', 'id', 'type', 'content'] as const

const nameOf = ({ type, stream, revision, id }: StoredEvent) => `${type} ${id} (${stream}, revision ${revision})`

function differenceOf(ours: StoredEvent | undefined, theirs: StoredEvent | undefined): string {
  if (!theirs) return `The target lacks ${nameOf(ours!)}. Is the source in use? Stop it and migrate again.`
  if (!ours) return `The target has more than the source: ${nameOf(theirs)}. Is it already in use?`
  return `Source and target differ: ${nameOf(ours)} in the source, ${nameOf(theirs)} in the target.`
}

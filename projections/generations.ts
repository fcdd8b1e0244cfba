import { aggregates } from '#domain/aggregates.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import { latestVersion } from '#infra/events/stored-event.ts'
import { forgetSetAside } from './fold-batch.ts'
import type { Projection } from './projection.ts'

/** The generation of a projection's documents that is read: the pointer's revision. Its id is the projection's name. */
type Pointer = Document & { version: number }

/**
 * How far a collection is folded, as a decimal string, and the id of the event there; `making` until it has caught up
 * once. `unknown` are the types of events that it was folded without. Its id is the collection's name, its revision counts
 * the savings.
 */
type Checkpoint = Document & {
  version: number
  position: string
  event?: string
  making?: true
  unknown?: readonly string[]
}

/** One making of a projection's documents: their collection, and how far it is folded. */
type Generation = {
  number: number
  collection: string
  saved: number
  position: bigint
  /** The id of the event at that position; undefined at the beginning. */
  event: string | undefined
  /** Whether it has never caught up: what is not in it may be in the events all the same. */
  making: boolean
  /** The types of the events that were not known to who folded it. */
  unknown: readonly string[]
}

const knownTypes: ReadonlySet<string> = new Set(Object.values(aggregates).flatMap(({ events }) => Object.keys(events)))

/** Whether a type is known, also one that an older program had in a version later than it knew: `StepToggled.v3`. */
function isKnown(type: string): boolean {
  if (knownTypes.has(type)) return true
  const [, name = type, version = '1'] = /^(.+)\.v(\d+)$/.exec(type) ?? []
  return knownTypes.has(name) && Number(version) <= latestVersion(name)
}

/** The types that are not known, with those of some more events. */
export function withUnknown(unknown: readonly string[], events: readonly { type: string }[]): readonly string[] {
  const more = new Set(events.flatMap(({ type }) => (isKnown(type) || unknown.includes(type) ? [] : [type])))
  return more.size === 0 ? unknown : [...unknown, ...more]
}

/** Whether an older program has folded it, and passed over what this one knows. */
const lacksKnown = ({ unknown = [] }: Pick<Checkpoint, 'unknown'>) => unknown.some(isKnown)

type Made = Omit<Projection<Document>, 'ids' | 'evolve'>

/**
 * The documents that are read, and those to be folded next: the same, unless the projection's version has changed, or
 * `rebuild` is set. They also differ where an older program has passed over events that this one knows. What a
 * crash left of an earlier or an abandoned rebuild is dropped.
 */
export async function openGenerations(
  made: Made,
  documents: DocumentStore,
  rebuild = false,
): Promise<{ live: Generation; next: Generation }> {
  const { name, version } = made
  const pointers = documents.collection<Pointer>('projections')
  const known = await pointers.get(name)
  const number = known?.revision ?? 1
  if (!known) await documents.write([pointTo(name, number, version)])

  const live = await generation(documents, name, number)
  const current = !rebuild && (known?.version ?? version) === version && !lacksKnown(live)
  const begun = await checkpointOf(documents, nameOf(name, number + 1))
  if (number > 1) await dropGeneration(documents, nameOf(name, number - 1))
  if (current || rebuild || begun?.version !== version || lacksKnown(begun))
    await dropGeneration(documents, nameOf(name, number + 1))

  const next = current ? live : await generation(documents, name, number + 1)
  return { live, next: await withIndexes(made, documents, next) }
}

/**
 * Forgets a generation, and has an empty one read from now on. What was made from events that are not in the store is
 * not read until it is made again.
 */
export async function beginAgain(made: Made, documents: DocumentStore, { number, collection }: Generation) {
  const { name, version } = made
  await dropGeneration(documents, nameOf(name, number + 1))
  await documents.write([pointTo(name, number + 1, version)])
  await dropGeneration(documents, collection)
  return withIndexes(made, documents, await generation(documents, name, number + 1))
}

/** Begins a generation beside the one that is read, from the first event on. One that was begun before is dropped. */
export async function beginBeside(made: Made, documents: DocumentStore, { number }: Generation): Promise<Generation> {
  await dropGeneration(documents, nameOf(made.name, number + 1))
  return withIndexes(made, documents, await generation(documents, made.name, number + 1))
}

async function withIndexes({ indexes, counts = [], search }: Made, documents: DocumentStore, next: Generation) {
  const collection = documents.collection(next.collection)
  for (const fields of indexes) await collection.ensureIndex(fields)
  for (const fields of counts) await collection.ensureCounts(fields)
  if (search) await collection.ensureSearch(search)
  return next
}

/** The generation that is read, or undefined when there never was one. */
export async function liveGeneration(name: string, documents: DocumentStore): Promise<Generation | undefined> {
  const pointer = await documents.collection<Pointer>('projections').get(name)
  return pointer && generation(documents, name, pointer.revision)
}

/** The collection that is read, or undefined when there never was one. */
export async function liveCollection(name: string, documents: DocumentStore): Promise<string | undefined> {
  const pointer = await documents.collection<Pointer>('projections').get(name)
  return pointer && nameOf(name, pointer.revision)
}

/** Makes this generation the one that is read from now on. */
export function pointTo(id: string, revision: number, version: number): Change {
  const put: Pointer = { id, revision, version }
  return { collection: 'projections', put }
}

/**
 * The generation is folded up to a position and its event, by a projection of this version. Each checkpoint has a revision
 * of its own: one that failed may be stored all the same, and would hide the next.
 */
export function checkpoint(
  generation: Generation,
  { position, event, making, unknown }: Pick<Generation, 'position' | 'event' | 'making' | 'unknown'>,
  version: number,
): Change {
  const put: Checkpoint = {
    ...{ id: generation.collection, revision: ++generation.saved },
    ...{ version, position: String(position) },
  }
  if (event !== undefined) put.event = event
  if (making) put.making = true
  if (unknown.length > 0) put.unknown = unknown
  return { collection: 'checkpoints', put }
}

/** Drops a generation. The checkpoint goes first: without one, whatever is left of the documents is never built upon. */
export async function dropGeneration(documents: DocumentStore, collection: string): Promise<void> {
  await documents.write([
    { collection: 'checkpoints', remove: collection },
    ...(await forgetSetAside(collection, documents)),
  ])
  await documents.drop(collection)
}

const nameOf = (name: string, generation: number) => `${name}_${generation}`

const checkpointOf = (documents: DocumentStore, collection: string) =>
  documents.collection<Checkpoint>('checkpoints').get(collection)

async function generation(documents: DocumentStore, name: string, number: number): Promise<Generation> {
  const collection = nameOf(name, number)
  const found = await checkpointOf(documents, collection)
  const { revision: saved = 0, position = 0, event, unknown = [] } = found ?? {}
  const making = !found || found.making === true
  return { number, collection, saved, position: BigInt(position), event, making, unknown }
}

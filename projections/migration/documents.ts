import { isDeepStrictEqual } from 'node:util'
import { type Document, type DocumentStore, everyDocument, everyPage } from '#infra/documents/store.ts'
import { draftsCollection as drafts, primaryDocuments } from '#projections/primary-documents.ts'
import { checkpointCollection } from '#projections/reactions/reaction.ts'
import { tasksOf } from '#projections/reactions/tasks.ts'
import { DiffError } from './retry.ts'

/** A document that says to which position of the event store something has come, and of tasks each item of theirs. */
type Positioned = Document & { position?: string; items?: { position?: string }[] }

type PositionMap = ReadonlyMap<bigint, bigint>

/** Throws `DiffError` when there are documents: a target without events has to be empty. */
export async function checkUnused(documents: DocumentStore): Promise<void> {
  for (const collection of ['projections', checkpointCollection, drafts]) {
    if ((await documents.collection(collection).count()) === 0) continue
    throw new DiffError(
      `The target already has documents (${collection}) but no events. Nothing was written. Choose an empty target.`,
    )
  }
}

/** The positions of the source that its documents speak of, where something is to go on. */
export async function positionsIn(documents: DocumentStore): Promise<bigint[]> {
  const positions: bigint[] = []
  for (const collection of await movedCollections(documents)) {
    for await (const document of everyDocument<Positioned>(documents, collection)) {
      for (const { position } of [document, ...(document.items ?? [])]) {
        if (position !== undefined) positions.push(BigInt(position))
      }
    }
  }
  return positions
}

/**
 * Removes from the target the drafts of people whose keys were destroyed (`erased`), where the source no longer has them: an
 * earlier migration may have brought them.
 */
export async function removeErasedDrafts(
  source: DocumentStore,
  target: DocumentStore,
  erased: AsyncIterable<{ person: string }>,
): Promise<void> {
  for await (const { person } of erased) {
    if (!(await target.collection(drafts).get(person)) || (await source.collection(drafts).get(person))) continue
    await target.write([{ collection: drafts, remove: person }])
  }
}

/**
 * Brings what cannot be made again from the events: drafts, logs, and what reactions know. `positions`: which position of
 * the target each position of the source has become.
 */
export async function copyDocuments(
  source: DocumentStore,
  target: DocumentStore,
  positions: PositionMap,
): Promise<void> {
  for (const collection of await movedCollections(source)) {
    // Tasks that an earlier migration brought may be done since. A draft may be the target’s own: `compareDocuments` finds it.
    if (collection !== drafts) await target.drop(collection)
    for await (const page of everyPage<Positioned>(source, collection)) {
      await target.write(page.map((document) => ({ collection, put: inTarget(document, positions) })))
    }
  }
}

/** Throws `DiffError` unless the target has what `copyDocuments` brings, and no more. */
export async function compareDocuments(source: DocumentStore, target: DocumentStore, positions: PositionMap) {
  const counts = { drafts: 0, tasks: 0 }
  for (const collection of await movedCollections(source)) {
    const saved = target.collection(collection)
    let count = 0
    for await (const page of everyPage<Positioned>(source, collection)) {
      count += page.length
      const found = await saved.getMany(
        page.map(({ id }) => id),
        { awaited: false },
      )
      const there = new Map(found.map((each) => [each.id, each]))
      const different = page.find((each) => !isDeepStrictEqual(there.get(each.id), inTarget(each, positions)))
      if (different)
        throw new DiffError(`The document ${different.id} of ${collection} differs between source and target.`)
    }
    if ((await saved.count()) > count) throw new DiffError(`The target has more ${collection} than the source.`)
    if (collection === drafts) counts.drafts = count
    else if (collection.startsWith(tasksOf(''))) counts.tasks += count
  }
  return counts
}

function inTarget<Part extends Pick<Positioned, 'position' | 'items'>>(document: Part, positions: PositionMap): Part {
  const { position, items } = document
  return {
    ...document,
    ...(position === undefined ? {} : { position: String(positions.get(BigInt(position)) ?? 0n) }),
    ...(items === undefined ? {} : { items: items.map((item) => inTarget(item, positions)) }),
  }
}

async function movedCollections(documents: DocumentStore): Promise<string[]> {
  const tasks: string[] = []
  for await (const { id } of everyDocument<Positioned>(documents, checkpointCollection)) tasks.push(tasksOf(id))
  // The checkpoints last: with one, nothing is begun anew.
  return [...primaryDocuments.map(({ collection }) => collection), ...tasks, checkpointCollection]
}

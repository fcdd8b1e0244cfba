import { idIn, type Recorded } from '#domain/event.ts'
import type { SubjectKind } from '#domain/history/activity.ts'
import type { Collection, Document, DocumentStore } from '#infra/documents/store.ts'
import { Unavailable } from '#infra/unavailable.ts'

/**
 * How events become documents to read. A document is folded from one stream. Its revision is that of the last event
 * folded onto it: an event that is not newer is never folded again.
 */
export type Projection<D extends Document> = {
  name: string
  /** Raised when the documents would come out differently: they are then rebuilt from the first event. */
  version: number
  indexes: readonly (readonly string[])[]
  /** The fields that documents are counted by, together, if they are. */
  counts?: readonly (readonly string[])[]
  /** The fields whose texts the documents are searched by, if they are. */
  search?: readonly string[]
  /** The types of events after which a document may be gone; none unless given. */
  removedBy?: readonly string[]
  /** Whether a process does its work while the documents are being made: nothing that people wait for is read from them. */
  isReadyWithout?: true
  /** The subject of the activity that its documents are, and the name of one; absent where they name none. */
  subject?: { of: SubjectKind; name(document: D): string }
  /** The ids of the documents an event may touch. */
  ids(event: Recorded): readonly string[]
  /** The document after the event; undefined when there is none, or none any more. The document given is not changed. */
  evolve(document: D | undefined, event: Recorded, id: string): D | undefined
}

/** The ids of a projection with one document for each stream of a kind: the stream's own. */
export const idPerStream =
  (aggregate: { name: string }): Projection<Document>['ids'] =>
  ({ stream }) => {
    const id = idIn(aggregate, stream)
    return id === undefined ? [] : [id]
  }

/** A person who is erased, and the orders that are theirs. */
export type Erased = { person: string; orders: readonly string[] }

/** Returns the author’s id of what is recorded at a place; undefined where that is unknown. */
export type AuthorOf = (stream: string, revision: number) => Promise<string | undefined>

/** Documents that no event makes. A migration copies them, and those of an erased person are removed. */
export type PrimaryDocuments = {
  collection: string
  /** The ids of those that are of a person. */
  idsOf(erased: Erased, documents: DocumentStore, authorOf: AuthorOf): Iterable<string> | AsyncIterable<string>
}

/** A document that stays as it was before an event that could not be folded. Its id is collection and document. */
export type SetAside = Document & {
  collection: string
  document: string
  stream: string
  /**
   * The first event that could not be folded: its type and its position as a decimal string, where they are known, and the
   * error.
   */
  type?: string
  position?: string
  error: string
  /** Whether it is not what was recorded. */
  damaged?: true
}

/** A projection as its readers see it. */
export interface ReadModel<D extends Document> {
  readonly name: string
  /** The documents. Ask for it at each reading: when they were made again, it is another one. */
  readonly collection: Collection<D>
  /** The position that the documents are folded to, at least: ask for it before they are read. */
  position(): Promise<bigint>
  /** How much is folded of what was recorded before the start: 0 to 1, where it has caught up. */
  readonly progress: number
  readonly isReadyWithout?: true | undefined
  /** Whether the documents have ever caught up: if not, what is not there may be in the events all the same. */
  isWhole(): Promise<boolean>
  /** How long it has been behind, in milliseconds; 0 when it has caught up. */
  readonly lag: number
  /** The documents that stay as they were, since an event could not be folded onto them. */
  readonly setAside: readonly SetAside[]
  /** False once nothing is folded any more: it was stopped, or the stores answered what they never should. */
  readonly running: boolean
  /** Settled when it has caught up for the first time. Rejects when it stopped before. */
  readonly caughtUp: Promise<void>
  /**
   * Whether the documents are folded to a position: true as soon as they are, false when they are not in time. It is
   * false at once while the store is away.
   */
  reached(position: bigint, withinMs: number): Promise<boolean>
  /** What keeps it from folding at the moment, where that is known. */
  readonly failure?: Unavailable | undefined
}

/** Waits until documents are folded to a position. Throws `Unavailable`, with what keeps them from it, when they are not in time. */
export async function untilFolded(
  model: Pick<ReadModel<never>, 'name' | 'reached' | 'failure'>,
  position: bigint,
  withinMs: number,
): Promise<void> {
  if (!(await model.reached(position, withinMs))) throw new Unavailable(`The read model ${model.name}`, model.failure)
}

/** An event that a projection cannot digest. */
export class CannotFold extends Error {
  override name = 'CannotFold'
}

/**
 * The document after one event: the way every reader of events folds, live, rebuilding or comparing. Throws when it cannot
 * be folded: then the document stays as it was, and nothing that comes after is folded onto it.
 */
export function foldEvent<D extends Document>(
  projection: Projection<D>,
  document: D | undefined,
  event: Recorded,
  id: string,
): D | undefined {
  if (document && event.revision <= document.revision) return document
  try {
    const after = projection.evolve(document, event, id)
    // An event of a type that this version does not know, perhaps: it is no reason to lose a document.
    if (document && !after && !projection.removedBy?.includes(event.type)) throw new Error('it leaves no document')
    return after
  } catch (error) {
    const what = `${event.type} at position ${event.position} (${event.stream}, revision ${event.revision})`
    throw new CannotFold(`${projection.name} can’t apply ${what}`, { cause: error })
  }
}

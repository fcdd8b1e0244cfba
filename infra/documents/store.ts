import { createSlices } from '#infra/slices.ts'
import { Unavailable } from '#infra/unavailable.ts'

/** Anything JSON with an id and the revision it is folded to: an older one never replaces a newer one. */
export type Document = { id: string; revision: number }

export type Value = string | number | boolean

/** A condition on a field: this value, one of these, in this range, or present (null is not). */
export type Condition =
  | Value
  | { exists: boolean }
  | { in: readonly Value[] }
  | { gt?: Value; gte?: Value; lt?: Value; lte?: Value }

/**
 * Finds documents that have every word of the text as the beginning of a word in the fields of `ensureSearch`. One
 * letter must be a whole word; digits may be any part of a telephone number. Found too are those with some values in a field,
 * if they have the words that are given with these (as `wordsOf` gives them), perhaps none.
 */
export type Search = {
  text: string
  or?: readonly { field: string; in: readonly Value[]; words: readonly string[] }[]
}

export type Query = {
  /** Conditions by field (`steps.0.value` reaches inside); a document meets all of them. */
  where?: Record<string, Condition>
  /** Only what a search finds; for collections with `ensureSearch`. */
  search?: Search
  /** Fields to sort by, in turn; the id settles what is left, in the last one's direction. Every document must have them. */
  sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  /** The most documents; 50 unless given. */
  limit?: number
  /** The `next` of the page before, for the same conditions and sort. */
  after?: string
}

/** `next` is there when there is more. */
export type Page<D> = { documents: D[]; next?: string }

/** A collection of documents. Those it returns may be shared with others and are not to be changed. */
export interface Collection<D extends Document> {
  get(id: string): Promise<D | undefined>
  /** Returns the documents that exist, in no order. Where no person awaits them, a slow server has more time. */
  getMany(ids: readonly string[], how?: { awaited: boolean }): Promise<D[]>
  /** Throws `BadCursor` when `after` is not a cursor of this sort. */
  find(query?: Query): Promise<Page<D>>
  /** How many meet the conditions and the search; counting ends at `atMost`. */
  count(where?: Query['where'], options?: { search?: Search; atMost?: number }): Promise<number>
  /** How many documents there are for each value of a field, which every one of them must have. */
  countBy(field: string, where?: Query['where']): Promise<Map<Value, number>>
  /** Makes the fields fast to find and sort by, in this order, as far as the store allows one more. Doing it again does nothing. */
  ensureIndex(fields: readonly string[]): Promise<void>
  /** Makes counting by conditions on these fields fast, where they have few values. Doing it again does nothing. */
  ensureCounts(fields: readonly string[]): Promise<void>
  /**
   * Makes every text within these fields searchable, in the documents that are there and in those to come. Who writes
   * calls it at each start. Doing it again, with the same fields, does nothing.
   */
  ensureSearch(fields: readonly string[]): Promise<void>
}

/** A cursor that was not handed out for this query. */
export class BadCursor extends Error {
  override name = 'BadCursor'
}

export type Put = { collection: string; put: Document }
export type Change = Put | { collection: string; remove: string }

/**
 * The right to write: a process that takes it from another raises its term; what is written with an older one is refused. It
 * is the document of this id, with a field `term`.
 */
export type Fence = { collection: string; id: string; term: number }

/** Many puts that are written, in slices, before some changes. Rejects with `Unavailable` once the signal is aborted. */
export type Ahead = { puts: readonly Put[]; signal: AbortSignal }

/** How many puts are written at once; of more it is in slices. */
export const writtenAtOnce = 50

/** Runs work on each few (`atOnce`) of the puts that are written ahead: others have their turn between them. */
export async function inPieces(
  { puts, signal }: Ahead,
  atOnce: number,
  write: (some: Ahead['puts']) => unknown,
): Promise<void> {
  const pause = createSlices()
  for (let at = 0; at < puts.length; at += atOnce) {
    await pause()
    if (signal.aborted) throw new Unavailable('The document store')
    await write(puts.slice(at, at + atOnce))
  }
}

/** The term of the document that a fence names. */
export const termOf = (document: Document | undefined): unknown => (document as { term?: unknown } | undefined)?.term

/** Another process has the right to write by now: nothing was written. */
export class Fenced extends Error {
  override name = 'Fenced'
  constructor() {
    super('Another process has taken over what this one was doing')
  }
}

/** Stores read models, which can be made again from the events; and drafts, which are no events and cannot. */
export interface DocumentStore {
  /** Whether no other process can have it open. */
  readonly soleWriter: boolean
  /** Resolves with what it is once something is found that is not what was written: only a new start can mend that. */
  readonly damaged: Promise<string>
  /** Looks through all documents for what is not what was written; where a server keeps them, that sees to it itself. */
  verify(signal: AbortSignal): Promise<void>
  collection<D extends Document>(name: string): Collection<D>
  /**
   * Writes the changes in order: all or none where the store has transactions; elsewhere so that writing them again
   * after a crash mends what is missing. A put of a revision not newer than the stored one changes nothing. With a fence
   * it throws `Fenced` when that is not the term any more: where there are no transactions it is looked at before every
   * hundred changes. What is written `ahead` may be there without the changes after a crash, the last of it without the first
   * never; it can be read at once.
   */
  write(changes: readonly Change[], fence?: Fence, ahead?: Ahead): Promise<void>
  /** Forgets a whole collection. */
  drop(name: string): Promise<void>
  /**
   * Leaves no byte of what was removed or replaced, where this process keeps the documents itself: nothing is answered
   * meanwhile, some seconds for each gigabyte. Throws `Unavailable` while a backup reads them, or without room. Of a server's files its
   * operator sees to that.
   */
  compact(): Promise<void>
  /** Ends the start: a store that does not answer is waited for no longer than callers may wait. */
  started(): void
  close(): Promise<void>
}

/** Throws when a collection cannot have this name. */
export function checkCollection(name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`${name} cannot name a collection`)
}

/** Throws when a field of a document cannot have this name. */
export function checkField(name: string): void {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(name)) throw new TypeError(`${name} cannot name a field`)
}

/** How many documents are read at once where all are. */
export const readAtOnce = 500

/** Every document of a collection, by id, a page at a time. */
export async function* everyPage<D extends Document>(
  documents: DocumentStore,
  collection: string,
): AsyncGenerator<D[]> {
  let after: string | undefined
  do {
    const page = await documents.collection<D>(collection).find({ limit: readAtOnce, after })
    yield page.documents
    after = page.next
  } while (after !== undefined)
}

/** The same, one by one. */
export async function* everyDocument<D extends Document>(
  documents: DocumentStore,
  collection: string,
): AsyncGenerator<D> {
  for await (const page of everyPage<D>(documents, collection)) yield* page
}

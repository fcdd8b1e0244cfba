import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import { type Batch, type EventStore, eventAt } from '#infra/events/store.ts'
import type { Log } from '#infra/log.ts'
import { Unavailable, waitBeforeRetry } from '#infra/unavailable.ts'
import { type Folded, foldBatch, refoldSetAside, setAsideIn } from './fold-batch.ts'
import {
  beginAgain,
  beginBeside,
  checkpoint,
  dropGeneration,
  openGenerations,
  pointTo,
  withUnknown,
} from './generations.ts'
import { storeStillHas } from './past.ts'
import { createProgress } from './progress.ts'
import type { Projection, ReadModel, SetAside } from './projection.ts'

export type FollowOptions = {
  events: EventStore
  documents: DocumentStore
  /** Ends the following. */
  signal: AbortSignal
  /** Called when the projection cannot go on: the stores answered what they never should, or a rebuild was given up. */
  onError(error: Error): void
  /** How many events that touch no document may pass before the checkpoint is saved; a thousand unless given. */
  saveAfter?: number
  /**
   * Builds all documents again, even if the version is the same. It gives up when an event cannot be folded onto a
   * document that was not set aside before.
   */
  rebuild?: boolean | undefined
  /** Is given a sentence when all documents have to be made again, and when one is set aside. */
  log?: Pick<Log, 'warn' | 'error'> | undefined
}

/** How long events are collected before they are folded, in milliseconds; not at all while a caller waits for them. */
const batchDelayMs = 30

/** How many events that touch no document go by before the checkpoint is saved all the same. */
const maxUnsavedEvents = 1_000

/** How long folding may take, in milliseconds, before its waiters are rejected: the store may be unavailable. */
const slowFoldMs = 700

type Remade = {
  /** Settles when nothing will be written any more. */
  stopped: Promise<void>
  /** Makes all documents again beside those that are read, and resolves once they are exchanged. Rejects when it ends before. */
  remake(): Promise<void>
}

/**
 * Follows the events from the checkpoint and keeps the projection's documents. While documents are rebuilt the old ones are read, as they were; at the end they are exchanged.
 */
export async function follow<D extends Document>(
  projection: Projection<D>,
  { events, documents, signal, onError, rebuild, log, saveAfter = maxUnsavedEvents }: FollowOptions,
): Promise<ReadModel<D> & Remade> {
  let { live, next } = await openVerified(projection, { events, documents, rebuild, log })
  let collection = documents.collection<D>(live.collection)
  const progress = createProgress(await events.end())
  let unsaved = 0
  /** What is set aside of the documents that are read, until others take their place. */
  let before = await setAsideIn(live.collection, documents)
  /** The streams whose documents are noted to be set aside. */
  const damaged = new Set<string>()
  let aside = next === live ? before : await setAsideIn(next.collection, documents)
  /** The callers who wait until the documents are made again, and what leaves the events to begin with the first. */
  let remaking: PromiseWithResolvers<void> | undefined
  let turnBack = new AbortController()
  /** The documents that were read before an exchange, until they are dropped. */
  let replaced: string | undefined

  /** The last of the documents and the checkpoint in one write, the checkpoint last. */
  async function apply(batch: Batch) {
    progress.fallBehind()
    const found = batch.damaged?.filter(({ stream }) => !damaged.has(stream)) ?? []
    const folding = { events: batch.events, damaged: found }
    const { puts, removes, fresh } = await foldBatch(projection, folding, { events, documents }, next.collection, aside)
    const failed = rebuild ? fresh.find(({ note }) => !before.has(note.document)) : undefined
    if (failed) throw failed.error
    const { position, id: event } = batch.events.at(-1) ?? { position: next.position, id: next.event }
    const switches = batch.caughtUp && next !== live
    unsaved += batch.events.length
    const making = next.making && !batch.caughtUp
    const now = { position, event, making, unknown: withUnknown(next.unknown, batch.events) }
    // In the midst of a long history no reader waits for a position: a write for each batch would take longer than folding it.
    const mostUnsaved = batch.caughtUp ? saveAfter : maxUnsavedEvents
    const hasChanges = puts.length + removes.length > 0
    const save = hasChanges || unsaved >= mostUnsaved || switches || (making !== next.making && position > 0n)
    // Of what is removed nothing would tell that it is folded already: it goes with the checkpoint.
    const last: Change[] = removes
    if (save) last.push(checkpoint(next, now, projection.version))
    if (switches) last.push(pointTo(projection.name, next.number, projection.version))
    if (last.length > 0) await documents.write(last, undefined, { puts, signal })

    Object.assign(next, now)
    for (const { stream } of found) damaged.add(stream)
    noteSetAside(fresh, aside, log)
    if (save) unsaved = 0
    if (switches) {
      replaced = live.collection
      live = next
      before = aside
      collection = documents.collection<D>(live.collection)
      await dropReplaced()
      if (turnBack.signal.aborted) return // requested again meanwhile
    }
    if (batch.caughtUp) progress.catchUp()
    progress.reach(live.position)
  }

  /** Drops what an exchange has replaced, and answers who waits for that. */
  async function dropReplaced() {
    if (replaced === undefined) return
    await dropGeneration(documents, replaced)
    replaced = undefined
    if (turnBack.signal.aborted) return
    remaking?.resolve()
    remaking = undefined
  }

  async function run() {
    let tried = false
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await dropReplaced() // where that failed before
        if (turnBack.signal.aborted) {
          next = await beginBeside(projection, documents, live)
          aside = new Map()
          damaged.clear()
          turnBack = new AbortController()
        }
        if (!tried && next === live) await tryAgain(projection, { events, documents, log }, aside)
        tried = true
        const { signal: turning } = turnBack
        for await (const batch of events.follow(next.position, AbortSignal.any([signal, turning]))) {
          // Answers and pushes come first; what is written meanwhile is folded in one write.
          if (batch.caughtUp && progress.lag() === 0) await Promise.race([pause(batchDelayMs), progress.untilWaiter()])
          const timer = setTimeout(progress.rejectWaiters, slowFoldMs)
          await apply(batch).finally(() => clearTimeout(timer))
          progress.goOn()
          failures = 0
          // Between the batches of a long history other work of the event loop has a turn.
          if (!batch.caughtUp) await turn()
        }
        if (!turning.aborted || signal.aborted) return // stopped, or the store was closed
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        progress.rejectWaiters(error)
        await waitBeforeRetry(failures, 50, 2_000, signal)
      }
    }
  }

  const stopped = run()
    .then(async () => {
      // Or the next start reads again what touched no document.
      if (unsaved > 0) await documents.write([checkpoint(next, next, projection.version)]).catch(() => {})
    })
    .catch((error: Error) => {
      progress.fail(error)
      onError(error)
    })
    .finally(() => {
      progress.end(new Error(`${projection.name} stopped before it had caught up`))
      remaking?.reject(new Unavailable(`The read model ${projection.name}`))
    })

  return {
    name: projection.name,
    isReadyWithout: projection.isReadyWithout,
    get collection() {
      return collection
    },
    position: async () => live.position,
    get setAside() {
      return [...before.values()]
    },
    get lag() {
      return progress.lag()
    },
    get progress() {
      return progress.made(next.position)
    },
    isWhole: async () => progress.isMade() || (next !== live && !live.making),
    get running() {
      return !progress.isEnded()
    },
    reached: async (position, withinMs) => position <= live.position || progress.wait(position, withinMs),
    get failure() {
      return progress.failure()
    },
    caughtUp: progress.caughtUp,
    stopped,
    remake() {
      if (progress.isEnded()) return Promise.reject(new Unavailable(`The read model ${projection.name}`))
      remaking ??= Promise.withResolvers()
      turnBack.abort()
      return remaking.promise
    },
  }
}

type Opening = Pick<FollowOptions, 'events' | 'documents' | 'rebuild' | 'log'>

/** The generations to go on with: none that was made from events which the store does not have. */
async function openVerified(projection: Projection<Document>, { events, documents, rebuild, log }: Opening) {
  let { live, next } = await openGenerations(projection, documents, rebuild)
  if (!(await storeStillHas(events, live)) || !(await storeStillHas(events, next))) {
    const { position, event } = live
    const about = { model: projection.name, position: String(position), event }
    log?.warn(about, 'events are missing that a read model was made from; it is being rebuilt')
    next = await beginAgain(projection, documents, live)
    live = next
  } else if (next.event === undefined && next.position > 0n) {
    // Saved before the event was noted beside the position.
    next.event = (await eventAt(events, next.position))?.id
    await documents.write([checkpoint(next, next, projection.version)])
  }
  return { live, next }
}

/** Folds what was set aside once more: this version may be able to. */
async function tryAgain<D extends Document>(
  projection: Projection<D>,
  { events, documents, log }: Opening,
  aside: Map<string, SetAside>,
): Promise<void> {
  for await (const { document, changes } of refoldSetAside(projection, events, aside)) {
    await documents.write(changes)
    aside.delete(document)
    log?.warn({ model: projection.name, document }, 'a skipped document is correct again')
  }
}

/** Records the documents that could not be folded, and reports each. */
function noteSetAside(fresh: Folded['fresh'], aside: Map<string, SetAside>, log: FollowOptions['log']): void {
  for (const { note, error } of fresh) {
    aside.set(note.document, note)
    const what = note.damaged ? 'is damaged' : 'can’t be applied'
    log?.error({ err: error, document: note.document }, `a document was not updated: its event ${what}`)
  }
}

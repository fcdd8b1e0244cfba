import { setTimeout as pause } from 'node:timers/promises'
import type { Collection, Document, DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Log } from '#infra/log.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import { everyProjection, type Projections, readModelsByName } from './all.ts'
import { liveCollection, liveGeneration } from './generations.ts'
import type { Projection, ReadModel } from './projection.ts'

type Options = {
  log?: Pick<Log, 'warn'>
  /** How often it is said that the process is waited for that keeps them, in milliseconds. */
  sayEveryMs?: number
}

/** The read models as another process keeps them. It is read only while a caller waits for it. */
export function readProjections(
  events: EventStore,
  documents: DocumentStore,
  { log, sayEveryMs = 60_000 }: Options = {},
): Projections {
  const ending = new AbortController()
  const reading = { events, documents, log, sayEveryMs, signal: ending.signal }
  const all = everyProjection.map((projection) => readerOf(projection, reading))
  return {
    ...readModelsByName(all),
    async remake() {
      throw new Error('Another process maintains the read models')
    },
    async close() {
      ending.abort()
    },
  }
}

type Reading = Required<Pick<Options, 'sayEveryMs'>> & {
  events: EventStore
  documents: DocumentStore
  log: Options['log']
  signal: AbortSignal
}

function readerOf<D extends Document>(
  { name }: Projection<D>,
  { events, documents, log, sayEveryMs, signal }: Reading,
): ReadModel<D> {
  let known = 0n
  let progress = 1

  async function position(): Promise<bigint> {
    known = (await liveGeneration(name, documents))?.position ?? known
    return known
  }

  async function isWhole(): Promise<boolean> {
    const live = await liveGeneration(name, documents)
    const end = live && !live.making ? 0n : await events.end()
    const whole = (live?.position ?? 0n) >= end || live?.making === false
    progress = whole ? 1 : Math.min(0.99, Number(live?.position ?? 0n) / Number(end))
    return whole
  }

  async function reached(wanted: bigint, withinMs: number): Promise<boolean> {
    const until = Date.now() + withinMs
    for (let wait = 10; known < wanted; wait = Math.min(2 * wait, 100)) {
      if ((await position()) >= wanted) break
      if (Date.now() + wait > until) return false
      await pause(wait)
    }
    return true
  }

  /** Waits for as long as it takes: making lists may take minutes, and who keeps them may start later. */
  async function catchUp(): Promise<void> {
    const end = await retryWhileUnavailable(() => events.end(), signal)
    while (!(await retryWhileUnavailable(() => reached(end, sayEveryMs), signal))) {
      log?.warn({ model: name }, 'waiting for the lists from the process that maintains them')
    }
  }
  /** Once this process closes, what waits is neither resolved nor rejected any more. */
  const ended = new Promise<never>(() => {})
  let catchingUp: Promise<void> | undefined

  return {
    name,
    collection: liveView(name, documents),
    position,
    get progress() {
      return progress
    },
    isWhole,
    lag: 0,
    setAside: [],
    running: true,
    reached,
    get caughtUp() {
      catchingUp ??= catchUp().catch((error) => {
        if (signal.aborted) return ended
        throw error
      })
      return catchingUp
    },
  }
}

/** An index or counts to be made in each collection that is read, and the one they were made in last. */
type Ensured<D extends Document> = {
  make(collection: Collection<D>): Promise<void>
  madeIn?: string | undefined
  made?: Promise<void>
}

/**
 * The documents of whichever generation is read at the moment: they may be exchanged at any time. What was once to be
 * indexed or counted is so in those that come after, too: their first read begins it, and no read waits for it.
 */
function liveView<D extends Document>(name: string, documents: DocumentStore): Collection<D> {
  let pointed: Promise<string | undefined> | undefined
  const ensured = new Map<string, Ensured<D>>()
  /** What is read at the same moment asks once which collection that is. */
  async function live(): Promise<Collection<D>> {
    if (!pointed) queueMicrotask(() => (pointed = undefined))
    pointed ??= liveCollection(name, documents)
    const current = (await pointed) ?? `${name}_1`
    const collection = documents.collection<D>(current)
    for (const each of ensured.values()) {
      if (each.madeIn === current) continue
      each.madeIn = current
      each.made = each.make(collection).catch((error) => {
        each.madeIn = undefined // the next read tries again
        throw error
      })
      each.made.catch(() => {}) // reads are only slower without it
    }
    return collection
  }
  const ensure = (how: 'ensureIndex' | 'ensureCounts') => async (fields: readonly string[]) => {
    const key = `${how} ${fields}`
    const own: Ensured<D> = ensured.get(key) ?? { make: (collection) => collection[how](fields) }
    ensured.set(key, own)
    await live()
    await own.made
  }
  return {
    get: async (id) => (await live()).get(id),
    getMany: async (ids, how) => (await live()).getMany(ids, how),
    find: async (query) => (await live()).find(query),
    count: async (where, options) => (await live()).count(where, options),
    countBy: async (field, where) => (await live()).countBy(field, where),
    ensureIndex: ensure('ensureIndex'),
    ensureCounts: ensure('ensureCounts'),
    ensureSearch: async () => {}, // the process that writes sees to it
  }
}

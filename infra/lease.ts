import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type Document, type DocumentStore, type Fence, Fenced } from './documents/store.ts'
import type { Log } from './log.ts'
import { Unavailable } from './unavailable.ts'

/** The stored lease. `holder` is empty once it was given back; the revision grows while its holder is alive. */
type Stored = Document & { term: number; holder: string; name: string }

const [collection, id] = ['leases', 'worker']

/** How often a holder shows that it is alive, in milliseconds, and how often the others look. */
const beatMs = 1_500
/** How long it may show no sign before it is taken for dead, in milliseconds, by the clock of the process that waits. */
const expiryMs = 10_000
/** How often it is said that this process waits, in milliseconds. */
const sayEveryMs = 30_000

type Options = {
  /** The holder’s name, as other processes log it. */
  name: string
  log: Pick<Log, 'warn'>
  /** Takes it from its holder, at once. */
  force?: boolean
  /** How long beats and expiry take, as a part of what is usual: for tests. */
  pace?: number
}

/**
 * The one process that keeps the read models, sends and removes: resolves once that is this one. While another shows that
 * it is alive it waits, and says so. Where no other process can have the documents open it is this one at once.
 */
export async function takeLease(documents: DocumentStore, options: Options) {
  const { name, log, force = false, pace = 1 } = options
  const holder = randomUUID()
  const read = () => documents.collection<Stored>(collection).get(id)
  const put = (next: Omit<Stored, 'id'>) => documents.write([{ collection, put: { id, ...next } as Stored }])
  const isOurs = (found: Stored | undefined): found is Stored => found?.holder === holder

  let seen: { revision: number; at: number } | undefined
  let saidAt = Number.NEGATIVE_INFINITY
  /** Takes it if it is free. Returns the term, once it is ours. */
  async function attempt(): Promise<number | undefined> {
    const found = await read()
    if (found?.holder === holder) return found.term // taken before: only the answer was lost
    const now = performance.now()
    if (seen?.revision !== found?.revision) seen = undefined
    seen ??= { revision: found?.revision ?? 0, at: now }
    const isFree = !found || found.holder === '' || force || documents.soleWriter || now - seen.at >= expiryMs * pace
    if (isFree) {
      const term = (found?.term ?? 0) + 1
      await put({ revision: seen.revision + 1, term, holder, name })
      return isOurs(await read()) ? term : undefined // another one may have been faster
    }
    if (now - saidAt < sayEveryMs) return undefined
    saidAt = now
    log.warn(
      { holder: found.name },
      'another process maintains the read models and sends emails: waiting for it to stop',
    )
    return undefined
  }

  let term: number | undefined
  for (;;) {
    try {
      term = await attempt()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      seen = undefined // while the store is away no holder can show that it is alive
    }
    if (term !== undefined) break
    await pause(beatMs * pace)
  }

  const lost = Promise.withResolvers<void>()
  const fence: Fence = { collection, id, term }
  async function beat(): Promise<void> {
    const found = await read()
    if (isOurs(found)) await put({ ...found, revision: found.revision + 1 })
    else lost.resolve()
  }
  /** The beat in flight: one at a time, so that a release can wait for it. */
  let beating: Promise<void> | undefined
  function beatOnce() {
    beating ??= beat()
      .catch(() => {})
      .finally(() => {
        beating = undefined
      })
  }
  // Where no other process can look there is nothing to show.
  const timer = documents.soleWriter ? undefined : setInterval(beatOnce, beatMs * pace).unref()

  const write: DocumentStore['write'] = async (changes, _, ahead) => {
    try {
      await documents.write(changes, fence, ahead)
    } catch (error) {
      if (error instanceof Fenced) lost.resolve()
      throw error
    }
  }

  return {
    /** The same documents; a write rejects with `Fenced` once another process has the lease. */
    documents: { ...documents, write },
    /** Resolves when another process has taken it: this one can do nothing more. */
    lost: lost.promise,
    /** Gives it back, so that the next one need not wait. */
    async release() {
      clearInterval(timer)
      await beating // it would write the same revision first, and the release would count for nothing
      try {
        const found = await read()
        if (isOurs(found)) await put({ ...found, revision: found.revision + 1, holder: '' })
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error // others wait until it shows no sign, then
      }
    },
  }
}

/** This process, as others log it. */
export const nameOfProcess = (): string => `process ${process.pid} on ${hostname()}`

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from './documents/store.ts'
import type { EventStore } from './events/store.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'

type CheckedDependencies = {
  events: Pick<EventStore, 'end'>
  /** Where the embedded event store is; undefined when the events are with a server. */
  eventsFolder?: string | undefined
  documents: Pick<DocumentStore, 'write'>
  files: Pick<FileStore, 'ping'>
  mailer: Pick<Mailer, 'ping'>
  /** The time, in milliseconds since 1970. */
  now(): number
}

/**
 * How long each of them has to answer, in milliseconds: a caller that asks for all of them is answered within two
 * seconds.
 */
const timeoutMs = 1_500

/**
 * How old an answer may be that is given again, in milliseconds: however many ask, each is asked once in this time, and
 * once in this time it is written to.
 */
const cacheMs = 2_000

/** The same for mail: to ask is to log in, and mail servers turn those away who do it every other second. */
const mailCacheMs = 30_000

/** The dependencies of a process, by the names that messages use for them. */
export const dependencies = ['The event store', 'The document store', 'The file store', 'The mail server'] as const
export type Dependency = (typeof dependencies)[number]

/**
 * Answers which of the dependencies are unavailable, within two seconds. They are checked on demand only, and where it
 * costs nothing that stays by writing: what can still be read may be full.
 */
export function createDependencyCheck({
  events,
  eventsFolder,
  documents,
  files,
  mailer,
  now,
}: CheckedDependencies): () => Promise<Dependency[]> {
  async function writeEvents(): Promise<void> {
    await events.end()
    if (eventsFolder === undefined) return
    const path = join(eventsFolder, `ready-${process.pid}.tmp`)
    await writeFile(path, 'Is there room?', { flush: true }).finally(() => rm(path, { force: true }))
  }
  const writeDocument = () => documents.write([{ collection: 'proofs', put: { id: 'ready', revision: now() } }])

  const isThere: Record<Dependency, () => Promise<boolean>> = {
    'The event store': cachedFor(() => isReachable(writeEvents), cacheMs, now),
    'The document store': cachedFor(() => isReachable(writeDocument), cacheMs, now),
    'The file store': cachedFor(() => isReachable(() => files.ping()), cacheMs, now),
    'The mail server': cachedFor(() => isReachable(() => mailer.ping()), mailCacheMs, now),
  }
  return async () => {
    const found = await Promise.all(dependencies.map((each) => isThere[each]()))
    return dependencies.filter((_, at) => !found[at])
  }
}

/** The same answer for all who ask while it is fresh. */
function cachedFor<T>(ask: () => Promise<T>, lasts: number, now: () => number): () => Promise<T> {
  let known: { answer: Promise<T>; at: number } | undefined
  return () => {
    // A clock that is put back must not make an answer last.
    if (!known || Math.abs(now() - known.at) >= lasts) known = { answer: ask(), at: now() }
    return known.answer
  }
}

/** Whether it answers at all, and in time: a wrong password is no better than no answer. */
async function isReachable(ask: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([ask().then(() => true), pause(timeoutMs, false, { signal: over.signal })])
  } catch {
    return false
  } finally {
    over.abort()
  }
}

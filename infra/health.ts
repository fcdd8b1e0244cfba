import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from './documents/store.ts'
import type { EventStore } from './events/store.ts'
import type { FileStore } from './files/store.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import { Unavailable } from './unavailable.ts'

type CheckedDependencies = {
  events: Pick<EventStore, 'end'>
  /** Where the embedded event store is; undefined when the events are with a server. */
  eventsFolder?: string | undefined
  documents: Pick<DocumentStore, 'write'>
  files: Pick<FileStore, 'ping'>
  mailer: Pick<Mailer, 'ping'>
  log: Pick<Log, 'warn' | 'error'>
  /** The time, in milliseconds since 1970. */
  now(): number
  /** Aborted at the end of the server: a full disk is not looked at again. */
  signal?: AbortSignal
}

/**
 * How long each of them has to answer, in milliseconds: a caller that asks for all of them is answered within two seconds.
 */
const timeoutMs = 1_500

/** How long a report is cached, in milliseconds: each dependency is checked, and written to, at most once in that time. */
const cacheMs = 2_000

/** The same for mail: to ask is to log in, and mail servers turn those away who do it every other second. */
const mailCacheMs = 30_000

/** How often a full disk is looked at again, in milliseconds, so that the log says when there is room. */
const whileFullMs = 10_000

type State = 'there' | 'full' | 'away'

/** The dependencies of a process, by the names that messages use for them. */
export const dependencies = ['The event store', 'The document store', 'The file store', 'The email server'] as const
export type Dependency = (typeof dependencies)[number]

/** The dependencies that cannot be used, and those of them whose disk is full: these can be read. */
export type DependencyReport = { down: Dependency[]; full: Dependency[] }

/**
 * Returns the unavailable dependencies, within two seconds of this process's own time. They are checked on demand only,
 * where it costs nothing by writing: a store that can still be read may be full. A full one, and that it has room again, is
 * logged once.
 */
export function createDependencyCheck(checked: CheckedDependencies): () => Promise<DependencyReport> {
  const { events, eventsFolder, documents, files, mailer, log, now, signal } = checked
  async function writeEvents(): Promise<void> {
    await events.end()
    if (eventsFolder === undefined) return
    const path = join(eventsFolder, `ready-${process.pid}.tmp`)
    await writeFile(path, 'Is there room?', { flush: true }).finally(() => rm(path, { force: true }))
  }
  const writeDocument = () => documents.write([{ collection: 'proofs', put: { id: 'ready', revision: now() } }])

  const stateOf: Record<Dependency, () => Promise<State>> = {
    'The event store': cachedFor(() => reach(writeEvents), cacheMs, now),
    'The document store': cachedFor(() => reach(writeDocument), cacheMs, now),
    'The file store': cachedFor(() => reach(() => files.ping()), cacheMs, now),
    'The email server': cachedFor(() => reach(() => mailer.ping()), mailCacheMs, now),
  }
  const said = new Set<Dependency>()
  let again: NodeJS.Timeout | undefined
  /** Logs what has become full since, and what has room again; the latter is checked until it is so. */
  function say(full: readonly Dependency[], down: readonly Dependency[]): void {
    for (const each of full.filter((one) => !said.has(one))) {
      log.error(`${each} can’t save anything: its disk is full. Free some space; no restart is needed.`)
      said.add(each)
    }
    for (const each of [...said].filter((one) => !down.includes(one))) {
      log.warn(`${each} has free space again.`)
      said.delete(each)
    }
    clearTimeout(again)
    if (said.size > 0 && !signal?.aborted) again = setTimeout(() => void check(), whileFullMs).unref()
  }
  async function check(): Promise<DependencyReport> {
    const found = await Promise.all(dependencies.map((each) => stateOf[each]()))
    const down = dependencies.filter((_, at) => found[at] !== 'there')
    const full = dependencies.filter((_, at) => found[at] === 'full')
    say(full, down)
    return { down, full }
  }
  signal?.addEventListener('abort', () => clearTimeout(again), { once: true })
  return check
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
async function reach(ask: () => Promise<unknown>): Promise<State> {
  const over = new AbortController()
  try {
    return await Promise.race([ask().then(() => 'there' as const), timeIsUp(over.signal)])
  } catch (error) {
    return new Unavailable('It', error).isFull ? 'full' : 'away'
  } finally {
    over.abort()
  }
}

/** Resolves once the time to answer is over, of which what this process was busy with meanwhile is no part. */
async function timeIsUp(signal: AbortSignal): Promise<'away'> {
  const parts = 15
  for (let part = 0; part < parts; part++) await pause(timeoutMs / parts, undefined, { signal })
  return 'away'
}

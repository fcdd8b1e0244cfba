import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from './documents/store.ts'
import type { EventStore } from './events/store.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'

type Needed = {
  events: Pick<EventStore, 'end'>
  documents: Pick<DocumentStore, 'ping'>
  files: Pick<FileStore, 'ping'>
  mailer: Pick<Mailer, 'ping'>
  /** The time, in milliseconds since 1970. */
  now(): number
}

/** How long each of them has to answer, in milliseconds: whoever asks for all of them is told within two seconds. */
const patience = 1_500

/** How old an answer may be that is given again, in milliseconds: however many ask, each is asked once in this time. */
const freshFor = 1_000

/** The same for mail: to ask is to log in, and mail servers turn those away who do it every other second. */
const mailFreshFor = 30_000

/** What a process needs, in the words of what is told of it while it is away. */
export const dependencies = ['The event store', 'The document store', 'The file store', 'The mail server'] as const
export type Dependency = (typeof dependencies)[number]

/** Answers which of the dependencies are away, within two seconds. They are asked when somebody wants to know, and only then. */
export function watchDependencies({ events, documents, files, mailer, now }: Needed): () => Promise<Dependency[]> {
  const isThere: Record<Dependency, () => Promise<boolean>> = {
    'The event store': again(() => answers(() => events.end()), freshFor, now),
    'The document store': again(() => answers(() => documents.ping()), freshFor, now),
    'The file store': again(() => answers(() => files.ping()), freshFor, now),
    'The mail server': again(() => answers(() => mailer.ping()), mailFreshFor, now),
  }
  return async () => {
    const found = await Promise.all(dependencies.map((each) => isThere[each]()))
    return dependencies.filter((_, at) => !found[at])
  }
}

/** The same answer for all who ask while it is fresh. */
function again<T>(ask: () => Promise<T>, lasts: number, now: () => number): () => Promise<T> {
  let known: { answer: Promise<T>; at: number } | undefined
  return () => {
    // A clock that is put back must not make an answer last.
    if (!known || Math.abs(now() - known.at) >= lasts) known = { answer: ask(), at: now() }
    return known.answer
  }
}

/** Whether it is answered at all, and in time: a wrong password is no better than nobody there. */
async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  try {
    return await Promise.race([ask().then(() => true), pause(patience, false, { signal: over.signal })])
  } catch {
    return false
  } finally {
    over.abort()
  }
}

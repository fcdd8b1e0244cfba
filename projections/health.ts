import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Document } from '#infra/documents/store.ts'
import { KeyMissing } from '#infra/events/sealed-store.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Dependency, DependencyReport } from '#infra/health.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import type { ReadModel } from './projection.ts'

type FollowerStatus = Pick<ReadModel<Document>, 'name' | 'running' | 'lag' | 'setAside' | 'progress' | 'isReadyWithout'>

/** How long a read model may be behind, in milliseconds. */
const maxLagMs = 10_000

/** Without these next to nothing can be answered: no session is read, no change recorded, no list shown. */
const requiredDependencies: readonly Dependency[] = ['The event store', 'The document store']

/**
 * Whether a process does its work. Not while a store is away, or a read model that callers wait for stands still or is
 * being made: lists would be out of date. Without the file store or the email server most requests go on, so that they
 * are reported as down and the process is ready all the same.
 */
export const isReady = (
  models: readonly (Pick<FollowerStatus, 'running' | 'lag' | 'isReadyWithout'> & { progress?: number })[],
  down: readonly Dependency[],
): boolean =>
  models.every(
    ({ running, lag, progress = 1, isReadyWithout = false }) =>
      running && (lag <= maxLagMs || (isReadyWithout && progress < 1)) && (progress === 1 || isReadyWithout),
  ) && !down.some((each) => requiredDependencies.includes(each))

/** Reports that the process is alive, whatever it has to do without. */
export const answerLiveness = (_request: IncomingMessage, response: ServerResponse): void =>
  respond(response, 200, { alive: true })

/** Reports that this process is not ready, since it waits for another one to end. */
export const answerStarting = async (_request: IncomingMessage, response: ServerResponse): Promise<void> =>
  respond(response, 503, { ready: false, caughtUp: false, down: [] })

/** How many documents of each read model are set aside, if there are any. */
function setAsideOf(models: readonly FollowerStatus[]): { setAside?: Record<string, number> } {
  const some = models.filter(({ setAside }) => setAside.length > 0)
  if (some.length === 0) return {}
  return { setAside: Object.fromEntries(some.map(({ name, setAside }) => [name, setAside.length])) }
}

/** How many damaged streams, and people without their keys, are named. */
const namedAtMost = 20

/** The streams that are damaged, as far as that is known: those found by this process, and those of documents set aside. */
function damagedStreams(models: readonly FollowerStatus[], found: ReturnType<EventStore['damaged']>) {
  const noted = models.flatMap(({ setAside }) => setAside.filter(({ damaged }) => damaged))
  const streams = new Set([...found, ...noted].map(({ stream }) => stream))
  return streams.size > 0 ? { damaged: someOf(streams) } : {}
}

/** The people whose key is missing or damaged, so that what is personal in their events cannot be read. */
function peopleWithoutKeys(found: ReturnType<EventStore['damaged']>, damaged: ReadonlySet<string>) {
  const missing = found.flatMap((error) => (error instanceof KeyMissing ? [error.person] : []))
  const people = new Set([...missing, ...damaged])
  return people.size > 0 ? { keys: someOf(people) } : {}
}

/** The first of some names, and how many there are more. */
function someOf(all: ReadonlySet<string>): string[] {
  const more = all.size - namedAtMost
  return [...[...all].sort().slice(0, namedAtMost), ...(more > 0 ? [`and ${more} more`] : [])]
}

/** How much of each read model is made, in whole percents, if any is being made. */
function progressOf(models: readonly FollowerStatus[]): { making?: Record<string, number> } {
  const some = models.filter(({ progress }) => progress < 1)
  if (some.length === 0) return {}
  return { making: Object.fromEntries(some.map(({ name, progress }) => [name, Math.floor(progress * 100)])) }
}

/**
 * Reports whether the process is ready, with 503 when it is not. It names what is down or full, and what an operator should
 * know (`warnings`). It says how far read models in the making are, and how many documents are set aside. It lists damaged
 * streams and keys.
 */
export const answerReadiness =
  (
    models: readonly FollowerStatus[],
    { events, keys }: { events: Pick<EventStore, 'damaged'>; keys: Pick<PersonKeys, 'damaged'> },
    unavailableDependencies: () => Promise<DependencyReport>,
    warnings: () => readonly string[] = () => [],
  ) =>
  async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { down, full } = await unavailableDependencies()
    const said = warnings()
    const ready = isReady(models, down)
    const caughtUp = models.every(({ lag }) => lag === 0)
    const found = events.damaged()
    const aside = { ...setAsideOf(models), ...damagedStreams(models, found), ...peopleWithoutKeys(found, keys.damaged) }
    const more = { ...(full.length > 0 ? { full } : {}), ...(said.length > 0 ? { warnings: said } : {}) }
    respond(response, ready ? 200 : 503, { ready, caughtUp, down, ...more, ...progressOf(models), ...aside })
  }

function respond(response: ServerResponse, status: number, body: object): void {
  if (status === 503) response.setHeader('Retry-After', '2')
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body))
}

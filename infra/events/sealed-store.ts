import { LRUCache } from 'lru-cache'
import type { Event, NewEvent, Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { createSlices, inSlices } from '#infra/slices.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import { asGiven, createSealing, createSubjects, hasPersonalData } from './sealing.ts'
import { sizeOf } from './size-of.ts'
import { type Batch, type EventStore, WrongRevision } from './store.ts'
import {
  DamagedEvent,
  type EncodedEvent,
  isSealed,
  openDamagedStreams,
  type SealedEvent,
  type SealedPart,
} from './stored-event.ts'

// An event store whose personal data is sealed: it seals what is appended and opens what is read, by the keys of the persons.

/** How many of the latest events are cached as they were opened: several follow the store, each soon after the other. */
const maxOpened = 2_000
/** How many events of one read are cached as they were verified and opened: its last ones. */
const maxPerRead = 200
/** How many of those are cached in all, and how many bytes they take, about. */
const [maxReadEvents, maxReadBytes] = [200 * maxPerRead, 32e6]
/** How many destroyed keys are remembered. */
const maxGone = 10_000
/** How many events of a batch are opened before others have their turn. */
const openedAtOnce = 50

const placeOf = ({ stream, revision }: Pick<Recorded, 'stream' | 'revision'>): string => `${stream} ${revision}`

/** A key of an event's personal data is not in the key store as it was made, and was not destroyed there. */
export class KeyMissing extends DamagedEvent {
  /** The person whose key it is. */
  readonly person: string
  constructor(event: Recorded, person: string) {
    super('altered', event, `${person}’s personal data key is missing or damaged`)
    this.person = person
  }
}

type Read = { event: Recorded; openedBy: readonly string[] }

/** The events opened lately, as long as no key is destroyed or forgotten. */
function createOpenedEvents(keys: PersonKeys, onForgotten: () => void) {
  /** The opened events, by the event that the store has in memory: every follower of it is handed the same one. */
  const opened = new LRUCache<Recorded, Recorded>({ max: maxOpened })
  /** The events read lately, by stream, revision and keys: they are neither read, verified nor opened again. */
  const readBefore = new LRUCache<string, Read>({ max: maxReadEvents, maxSize: maxReadBytes, sizeCalculation: sizeOf })
  /** The keys that were found destroyed: they stay so, and are not looked for again. */
  const gone = new LRUCache<string, true>({ max: maxGone })
  let forgotten = keys.forgotten()

  /** Drops everything that was opened, once a key is destroyed or forgotten. */
  function dropForgotten(): void {
    if (forgotten === keys.forgotten()) return
    forgotten = keys.forgotten()
    opened.clear()
    readBefore.clear()
    onForgotten()
  }

  /** The next events of a stream that were read lately, as long as the keys that opened them are there still. */
  async function cachedAfter(stream: string, after: number): Promise<Recorded[]> {
    dropForgotten()
    const cached: Recorded[] = []
    const ids = new Set<string>()
    for (let revision = after + 1; cached.length < maxPerRead; revision++) {
      const found = readBefore.get(placeOf({ stream, revision }))
      if (!found) break
      cached.push(found.event)
      for (const id of found.openedBy) ids.add(id)
    }
    if (ids.size > 0 && (await keys.keysById([...ids])).size < ids.size) return []
    return cached
  }

  return {
    known(): LRUCache<Recorded, Recorded> {
      dropForgotten()
      return opened
    },
    cachedAfter,
    gone,
    /** The keys that an event may be opened by: it is cached as long as they are there. */
    openedBy: (event: Recorded): string[] =>
      isSealed(event) ? event.sealed.flatMap(({ key }) => (gone.has(key) ? [] : key)) : [],
    /** Keeps what was read since a time; not what a key has opened that was destroyed meanwhile. */
    keep(read: readonly Read[], since: number): void {
      dropForgotten()
      if (keys.forgotten() === since) for (const each of read) readBefore.set(placeOf(each.event), each)
    },
    clearRead: () => readBefore.clear(),
  }
}

type Opening = {
  keys: PersonKeys
  damage: ReturnType<typeof openDamagedStreams>
  sealing: ReturnType<typeof createSealing>
  subjects: ReturnType<typeof createSubjects>
  opened: ReturnType<typeof createOpenedEvents>
}
type OpenAll = (events: readonly Recorded[]) => Promise<Recorded[]>

/** Opens events by the keys that are there. Throws the `DamagedEvent` of the first that cannot be opened. */
function createOpener({ keys, damage, sealing, subjects, opened }: Opening): OpenAll {
  const { learn, subjectIn, ownerOf } = subjects

  async function openOne(event: SealedEvent<Recorded>, secrets: ReadonlyMap<string, Buffer>): Promise<Recorded> {
    for (const part of event.sealed) {
      if (secrets.has(part.key) || opened.gone.has(part.key) || (await isErased(event, part))) continue
      throw damage.note(new KeyMissing(event, await ownerOf(event, part)))
    }
    try {
      return sealing.open(event, secrets)
    } catch {
      throw damage.note(new DamagedEvent('altered', event, 'its personal data was changed after it was encrypted'))
    }
  }

  /**
   * Who may own a part. One with an id is the author's, and one beside it the subject's. Older events have parts without ids:
   * each may be of either person.
   */
  async function ownersOf(event: SealedEvent<Recorded>, { id }: SealedPart): Promise<Set<string>> {
    if (id !== undefined) return new Set([event.by.id])
    const subject = await subjectIn(event.stream, event)
    const isSubjects = event.sealed.some((part) => part.id !== undefined)
    return new Set([...(isSubjects ? [] : [event.by.id]), ...(subject === undefined ? [] : [subject])])
  }

  /** Whether the key of a part's owner was destroyed: then it is meant to be unreadable. */
  async function isErased(event: SealedEvent<Recorded>, part: SealedPart): Promise<boolean> {
    const destroyed = await Promise.all(Array.from(await ownersOf(event, part), (owner) => keys.isDestroyed(owner)))
    if (destroyed.length > 0 && destroyed.every(Boolean)) opened.gone.set(part.key, true)
    return destroyed.some(Boolean)
  }

  return async (events) => {
    const known = opened.known()
    const all: (Recorded | undefined)[] = []
    let ids: Set<string> | undefined
    for (const event of events) {
      learn(event)
      const result = isSealed(event) ? known.get(event) : event
      all.push(result)
      if (result || !isSealed(event)) continue
      ids ??= new Set()
      for (const id of opened.openedBy(event)) ids.add(id)
    }
    if (!ids) return all as Recorded[]
    const before = keys.forgotten()
    const secrets = await keys.keysById([...ids])
    for (const [at, event] of events.entries()) {
      if (all[at] || !isSealed(event)) continue
      const result = await openOne(event, secrets)
      // Not what a key has opened that was destroyed meanwhile.
      if (keys.forgotten() === before) opened.known().set(event, result)
      all[at] = result
    }
    return all as Recorded[]
  }
}

/** Opens batches. What cannot be opened is left out, and what comes after it in its stream. */
function createBatchOpener(openAll: OpenAll, damage: Opening['damage']) {
  async function openInSlices(events: readonly Recorded[]): Promise<Recorded[]> {
    if (events.length <= openedAtOnce) return openAll(events)
    const pause = createSlices()
    const all: Recorded[] = []
    for (let at = 0; at < events.length; at += openedAtOnce) {
      await pause()
      all.push(...(await openAll(events.slice(at, at + openedAtOnce))))
    }
    return all
  }

  return async ({ events, damaged = [], ...batch }: Batch): Promise<Batch> => {
    try {
      const all = damage.all().length === 0 ? await openInSlices(events) : undefined
      if (all) return { ...batch, events: all, ...(damaged.length > 0 ? { damaged } : {}) }
    } catch (error) {
      if (!(error instanceof DamagedEvent)) throw error
    }
    const sound: Recorded[] = []
    const found = new Set<DamagedEvent>(damaged)
    for (const event of events) {
      try {
        damage.check(event.stream)
        sound.push(...(await openAll([event])))
      } catch (error) {
        if (!(error instanceof DamagedEvent)) throw error
        found.add(error)
      }
    }
    return { ...batch, events: sound, ...(found.size > 0 ? { damaged: [...found] } : {}) }
  }
}

/**
 * An event store in which personal data is sealed by the keys of the persons it is about: before it reaches the store.
 * It is opened as it is read. What is handed out as stored is sealed still. Where a key was destroyed, what it sealed
 * is erased; where one is missing, the event is a `DamagedEvent`. `say` is given those. A read of many events is in
 * slices, and so is what its reader does with each: others have their turn between them.
 */
export function sealEvents(
  store: EventStore,
  keys: PersonKeys,
  say: (line: string) => void = console.error,
): EventStore {
  const damage = openDamagedStreams(false, say)
  const sealing = createSealing()
  const subjects = createSubjects(store)
  const opened = createOpenedEvents(keys, () => sealing.forget())
  const openAll = createOpener({ keys, damage, sealing, subjects, opened })
  const openBatch = createBatchOpener(openAll, damage)

  /** Throws the `DamagedEvent` of a stream that is known to be damaged, here or in the store itself. */
  function check(stream: string): void {
    const error = [...damage.all(), ...store.damaged()].find((each) => each.stream === stream)
    if (error) throw error
  }

  /** An event as it is given to the store. */
  async function sealOne(stream: string, event: NewEvent, first: Event | undefined): Promise<NewEvent | SealedEvent> {
    // An erased person has no key, and none is made for an event that says nothing of them.
    const person = hasPersonalData(event) ? await subjects.subjectIn(stream, event, first) : undefined
    const actor = await keys.currentKey(event.by.id)
    const subject = person === undefined ? undefined : await keys.currentKey(person)
    return sealing.seal(event, stream, { subject, actor })
  }

  async function sealAll(stream: string, expected: number, events: readonly (NewEvent | EncodedEvent)[]) {
    const first = expected < 0 && events[0] ? asGiven(events[0]) : undefined
    const all: (NewEvent | SealedEvent | EncodedEvent)[] = []
    for (const event of events) all.push('content' in event ? event : await sealOne(stream, event, first))
    return all
  }

  async function* read(stream: string, after = -1, last = Infinity): AsyncGenerator<Recorded> {
    check(stream)
    const pause = createSlices()
    await pause()
    let at = after
    while (at < last) {
      const since = keys.forgotten()
      const cached = await opened.cachedAfter(stream, at)
      if (cached.length === 0) break
      for (const event of cached) {
        if (keys.forgotten() !== since || at >= last) break
        at++
        yield event
        await pause()
      }
    }
    const before = keys.forgotten()
    const fresh: Read[] = []
    try {
      for await (const stored of store.read(stream, at, last)) {
        const openedBy = opened.openedBy(stored)
        const event = isSealed(stored) ? (await openAll([stored]))[0]! : stored
        if (fresh.push({ event, openedBy }) === 2 * maxPerRead) fresh.splice(0, maxPerRead)
        yield event
        await pause()
      }
    } finally {
      opened.keep(fresh.slice(-maxPerRead), before)
    }
  }

  return {
    ...store,

    async append(stream, expected, events) {
      damage.check(stream)
      const closed = await sealAll(stream, expected, events)
      const recorded = await store.append(stream, expected, closed).catch((error) => {
        // The store has lost what was read of it.
        if (error instanceof WrongRevision && error.actual < expected) opened.clearRead()
        throw error
      })
      for (const [at, each] of recorded.entries()) {
        const given = closed[at]!
        // Not of one that was there before, under the same id: that is opened.
        if (!isSealed(each) || !isSealed(given) || each.sealed !== given.sealed) continue
        const { revision, position } = each
        opened.known().set(each, { ...(events[at] as NewEvent), stream, revision, position })
      }
      return openAll(recorded)
    },

    read,

    readStored: (stream) => inSlices(store.readStored(stream)),
    everyStored: (after) => inSlices(store.everyStored(after)),

    async at(position) {
      const event = await store.at(position)
      return event && (await openAll([event]))[0]
    },

    async *follow(after, signal) {
      for await (const batch of store.follow(after, signal)) {
        let openedBatch: Batch
        try {
          openedBatch = await openBatch(batch)
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error
          yield { events: [], caughtUp: false }
          openedBatch = await retryWhileUnavailable(() => openBatch(batch), signal).catch((error) => {
            if (!signal.aborted) throw error
            return { events: [], caughtUp: false }
          })
        }
        yield openedBatch
      }
    },

    damaged: () => [...store.damaged(), ...damage.all()],
  }
}

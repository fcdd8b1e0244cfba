import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Event, NewEvent, Origin, Person, Recorded } from '#domain/event.ts'
import {
  dataSubjectOf,
  erasedAuthorName,
  erasedData,
  isKnownByFirstEvent,
  personalFieldsOf,
} from '#domain/personal-data.ts'
import type { PersonKey } from '#infra/keys/person-keys.ts'
import { decrypt, encrypt } from '#infra/seal.ts'
import type { EventStore } from './store.ts'
import {
  decode,
  type EncodedEvent,
  field,
  latestVersion,
  type SealedEvent,
  type SealedPart,
  upcast,
} from './stored-event.ts'

/** The parts taken out of an event to be sealed, where there are some. */
type Taken = { data?: Record<string, unknown>; by?: Pick<Person, 'name' | 'via'>; origin?: Origin }

type Place = { id: string; type: string; stream: string }

/** People's secrets as OpenSSL takes them: handed a buffer, it takes several times as long. */
const secretKeys = new WeakMap<Buffer, KeyObject>()

function secretKeyOf(secret: Buffer): KeyObject {
  let key = secretKeys.get(secret)
  if (!key) {
    key = createSecretKey(secret)
    secretKeys.set(secret, key)
  }
  return key
}

/**
 * The key of one sealed part: HMAC-SHA-256, by the person's key, of the part's own id, or else of its event's. Its holder
 * reads what the person said in that event, or the name and origin in the events that share the part, and nothing else.
 */
export const partKey = (secret: Buffer, part: Pick<SealedPart, 'id'>, event: Pick<NewEvent, 'id'>): Buffer =>
  derivedKey(secret, part.id ?? event.id)

const derivedKey = (secret: Buffer, id: string): Buffer => createHmac('sha256', secretKeyOf(secret)).update(id).digest()

/** The associated data of a sealed part, of an event or a person: moved to another, it does not open. */
const sealedFor = ({ id, type, stream }: Place): string =>
  `14:atelier-seal-1,${field(stream)}${field(id)}${field(type)}`

/** The place of a part that many events of a person share. */
const shared = (id: string, person: string): Place => ({ id, type: '', stream: person })

function sealPart(taken: Taken, { id, secret }: PersonKey, place: Place): SealedPart {
  const key = createSecretKey(derivedKey(secret, place.id))
  return { key: id, value: encrypt(key, JSON.stringify(taken), sealedFor(place)).toString('base64') }
}

function openPart(value: string, secret: Buffer, place: Place): Taken {
  const key = createSecretKey(derivedKey(secret, place.id))
  return JSON.parse(decrypt(key, Buffer.from(value, 'base64'), sealedFor(place)).toString())
}

/** The keys of those whose data is in an event: whom its stream is about, if anybody, and who did it. */
type KeysOfEvent = { subject: PersonKey | undefined; actor: PersonKey }

/** Whether there is something personal in an event's data, so that it matters whose it is. */
export const hasPersonalData = ({ type, data }: Pick<NewEvent, 'type' | 'data'>): boolean =>
  typeof data === 'object' && data !== null && personalFieldsOf(type).some((name) => Object.hasOwn(data, name))

/** The data without the fields of these names, and those fields; nothing where there are none. */
function parted(data: unknown, names: readonly string[]): [unknown, Record<string, unknown> | undefined] {
  if (names.length === 0 || typeof data !== 'object' || data === null) return [data, undefined]
  const left: Record<string, unknown> = { ...data }
  let taken: Record<string, unknown> | undefined
  for (const name of names) {
    if (!Object.hasOwn(left, name)) continue
    taken ??= {}
    taken[name] = left[name]
    delete left[name]
  }
  return [left, taken]
}

/** How many parts that events share are remembered, as they were sealed and as they were opened. */
const rememberedParts = 2_000

/**
 * Seals and opens the personal data of events. Who did something, and from where, is the same in many events: it is sealed once,
 * and each of them has the same part.
 */
export function createSealing() {
  const sealedParts = new LRUCache<string, SealedPart>({ max: rememberedParts })
  const openedParts = new LRUCache<string, Taken>({ max: rememberedParts })

  function sealShared(taken: Taken, actor: PersonKey, person: string): SealedPart {
    const what = `${actor.id} ${JSON.stringify(taken)}`
    const known = sealedParts.get(what)
    if (known) return known
    const id = randomUUID()
    const { key, value } = sealPart(taken, actor, shared(id, person))
    const part: SealedPart = { key, id, value }
    sealedParts.set(what, part)
    return part
  }

  function openShared({ key, id, value }: Required<SealedPart>, secret: Buffer, person: string): Taken {
    const what = `${key} ${id} ${person} ${value}`
    const known = openedParts.get(what)
    if (known) return known
    const taken = openPart(value, secret, shared(id, person))
    openedParts.set(what, taken)
    return taken
  }

  return {
    /**
     * The event with its personal data sealed, one part a person: the data for the stream's subject, name and origin
     * for the actor.
     */
    seal(event: NewEvent, stream: string, { subject, actor }: KeysOfEvent): NewEvent | SealedEvent {
      const { id, type, data, by, at, cause, origin } = event
      const [left, personal] = parted(data, personalFieldsOf(type))
      const taken: Taken = {}
      const { name, via, ...someone } = by
      if (name !== undefined || via !== undefined) taken.by = via === undefined ? { name } : { name, via }
      if (origin) taken.origin = origin
      const place = { id, type, stream }
      const parts: SealedPart[] = []
      if (personal && (!subject || subject.id === actor.id))
        parts.push(sealPart({ data: personal, ...taken }, actor, place))
      else {
        if (personal) parts.push(sealPart({ data: personal }, subject!, place))
        if (taken.by ?? taken.origin) parts.push(sealShared(taken, actor, by.id))
      }
      if (parts.length === 0) return event
      const version = latestVersion(type)
      const sealed: SealedEvent = { id, type, data: left, by: someone as Person, at, sealed: parts, version }
      if (cause) sealed.cause = cause
      return sealed
    },

    /**
     * A sealed event as it was before, by the secrets of the keys that are still there. What was sealed by others is erased:
     * in its place stands what can be folded and shown. Throws when a part is not what was sealed here.
     */
    open(event: SealedEvent<Recorded>, secrets: ReadonlyMap<string, Buffer>): Recorded {
      const { sealed, version = 1, ...recorded } = event
      let { data, by } = recorded
      let origin: Origin | undefined
      for (const { key, id, value } of sealed) {
        const secret = secrets.get(key)
        if (!secret) continue
        const part = id === undefined ? openPart(value, secret, event) : openShared({ key, id, value }, secret, by.id)
        if (part.data) data = { ...(data as object), ...part.data }
        if (part.by) by = { ...by, ...part.by }
        if (part.origin) origin = part.origin
      }
      if (sealed.some(({ key }) => !secrets.has(key))) {
        data = erasedData(event.type, data)
        by = { ...by, name: by.name ?? erasedAuthorName }
      }
      const opened: Recorded = { ...recorded, data, by }
      if (origin) opened.origin = origin
      return upcast(opened, version)
    },

    /** Drops what is remembered: for when a key was destroyed. */
    forget(): void {
      sealedParts.clear()
      openedParts.clear()
    },
  }
}

/** How many orders’ clients are remembered. */
const rememberedStreams = 10_000

/**
 * Finds the persons that the streams of a store are about. That of an order is in its first event, and not sealed. Throws
 * `DamagedEvent` where that one cannot be read.
 */
export function createSubjects(store: Pick<EventStore, 'readStored'>) {
  /** Empty where the first event of a stream names no person. */
  const subjects = new LRUCache<string, string>({ max: rememberedStreams })

  async function firstIn(stream: string): Promise<Event | undefined> {
    for await (const event of store.readStored(stream)) return decode(event)
    return undefined
  }

  /** The person a stream is about, if any. `first` is its first event where that is not stored yet. */
  async function subjectIn(
    stream: string,
    event: Pick<NewEvent, 'by' | 'data'>,
    first?: Event,
  ): Promise<string | undefined> {
    if (!isKnownByFirstEvent(stream)) return dataSubjectOf(stream, event, undefined)
    const known = subjects.get(stream)
    if (known !== undefined) return known || undefined
    const firstEvent = first ?? (await firstIn(stream))
    const subject = dataSubjectOf(stream, event, firstEvent)
    // An append that begins a stream may fail: another one may begin it.
    if (subject !== undefined || (firstEvent && !first)) subjects.set(stream, subject ?? '')
    return subject
  }

  return {
    subjectIn,

    /** Remembers whose an order is as its first event passes, so that it need not be read. */
    learn({ stream, revision, by, type, data }: Recorded): void {
      if (revision !== 0 || !isKnownByFirstEvent(stream)) return
      const subject = dataSubjectOf(stream, { by, data }, { type, data })
      if (subject !== undefined) subjects.set(stream, subject)
    },

    /** The owner of a sealed part’s data: its author where many events share it, else the person the stream is about. */
    ownerOf: async (event: SealedEvent<Recorded>, { id }: SealedPart): Promise<string> =>
      (id === undefined ? await subjectIn(event.stream, event) : undefined) ?? event.by.id,
  }
}

/** An event with what of its data is not sealed. */
export const asGiven = (event: NewEvent | EncodedEvent): Event =>
  'content' in event ? { type: event.type, data: JSON.parse(event.content).data } : event

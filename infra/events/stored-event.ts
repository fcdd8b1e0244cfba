import { hash } from 'node:crypto'
import type { NewEvent, Recorded } from '#domain/event.ts'
import type { Damage } from '#domain/store/store.ts'
import { type Upcaster, upcasters } from '#domain/upcasters.ts'

/** An event with its content as the codec has written it. */
export type EncodedEvent = { id: string; type: string; content: string }

/**
 * An event as it is stored, not decoded and not verified. Its hash, and that of the event before it in its stream, are
 * in hexadecimal. Without both it is from before there were hashes.
 */
export type StoredEvent = EncodedEvent & {
  stream: string
  revision: number
  position: bigint
  hash?: string
  previous?: string
}

/**
 * Events that were given their hashes after they were recorded, at a time (ISO 8601, UTC), by first and last position.
 * Nothing shows whether they were altered before, or recorded here at all.
 */
export type Sealing = { first: number; last: number; at: string }

/** The last event of a stream, as it is noted beside the events. */
export type Head = { stream: string; revision: number; hash: string }

/**
 * A part taken out of an event, sealed: the id of the person's key, and the nonce, the ciphertext and the tag in base64. A
 * part that many events share has an id of its own, by which it was sealed; else it was sealed by the event's.
 */
export type SealedPart = { key: string; id?: string; value: string }

/** The content of an event: what is stored of it beside its id, type and place. Without a version its data has the first. */
type StoredContent = Pick<NewEvent, 'data' | 'by' | 'at' | 'cause' | 'origin'> & {
  version?: number
  sealed?: readonly SealedPart[]
}

/** An event with its personal data sealed (`sealing.ts`): its data is as it was stored, in that version. */
export type SealedEvent<E = NewEvent> = E & { sealed: readonly SealedPart[]; version?: number }

type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** The latest version of a type's data. */
export const latestVersion = (type: string, table: Upcasters = upcasters): number =>
  1 + (Object.hasOwn(table, type) ? table[type]!.length : 0)

/**
 * The one place that knows how an event's content is stored: as JSON, in the order of these fields. Its bytes are never
 * changed afterwards, and are what hashes are made of.
 */
export function encode(event: NewEvent | SealedEvent, table: Upcasters = upcasters): string {
  const { type, data, by, at, cause, origin } = event
  const version = latestVersion(type, table)
  const sealed = isSealed(event) ? event.sealed : undefined
  return JSON.stringify({ data, by, at, cause, origin, ...(version > 1 ? { version } : {}), sealed })
}

/** Whether there is something in an event that is still sealed. */
export const isSealed = <E extends NewEvent>(event: E | EncodedEvent): event is SealedEvent<E> => 'sealed' in event

/** An event that is to be stored: encoded, unless it is already. */
export const encoded = (event: NewEvent | EncodedEvent): EncodedEvent =>
  'content' in event ? event : { id: event.id, type: event.type, content: encode(event) }

/**
 * A stored event with its content, and its data in the latest version. The data of a sealed one is as it was stored,
 * until it is opened. Throws `DamagedEvent` when the content is no event's.
 */
export function decode(event: StoredEvent, table: Upcasters = upcasters): Recorded | SealedEvent<Recorded> {
  const { id, type, stream, revision, position } = event
  const { data, version = 1, by, at, cause, origin, sealed } = contentOf(event)
  const recorded: Recorded = { id, type, data, by, at, stream, revision, position }
  if (cause) recorded.cause = cause
  if (origin) recorded.origin = origin
  return sealed ? { ...recorded, sealed, version } : upcast(recorded, version, table)
}

/**
 * An event with its data, which is of this version, brought to the latest. Data of a later version than this program knows is
 * of a type that it does not know: `StepToggled` becomes `StepToggled.v3`.
 */
export function upcast(recorded: Recorded, version: number, table: Upcasters = upcasters): Recorded {
  const { type } = recorded
  const known = latestVersion(type, table)
  if (version > known) recorded.type = `${type}.v${version}`
  for (let made = version; made < known; made++) recorded.data = table[type]![made - 1]!(recorded.data as never)
  return recorded
}

function contentOf(event: StoredEvent): StoredContent {
  try {
    const content = JSON.parse(event.content) as StoredContent
    if (typeof content.at === 'string' && typeof content.by === 'object' && content.by !== null) return content
  } catch {
    // said below
  }
  throw new DamagedEvent('altered', event, 'its content is not an event')
}

/**
 * A stored event is not as it was recorded. Its stream cannot be read or written until it is restored; all others can.
 * The api answers it with 500.
 */
export class DamagedEvent extends Error {
  override name = 'DamagedEvent'
  readonly stream: string
  readonly revision: number
  /** Where it stands in the store: of a missing event, the place of the one behind the gap, if there is one. */
  readonly position: bigint | undefined
  readonly damage: Damage
  constructor(damage: Damage, { stream, revision, position, type }: Partial<StoredEvent> & Place, what: string) {
    const where = [`revision ${revision}`, ...(type ? [type] : []), ...(position ? [`position ${position}`] : [])]
    super(`${stream}, ${where.join(', ')}: ${what}`)
    this.damage = damage
    this.stream = stream
    this.revision = revision
    this.position = position
  }
}

type Place = { stream: string; revision: number }

/** The hash before the first event of a stream. */
export const noHash = ''

/** The end of a chain, as far as it was followed: the last event's revision, its hash, and the hash before that. */
export type Link = {
  revision: number
  /** Undefined where it is not known: a read that begins in the middle, behind an event without a hash. */
  hash: string | undefined
  previous?: string | undefined
}

/** The link before the first event of a stream. */
export const beginning: Link = { revision: -1, hash: noHash }

/** The link before an event whose predecessor is not known: behind it the event is verified by itself. */
export const linkBefore = ({ revision }: Pick<StoredEvent, 'revision'>): Link => ({
  revision: revision - 1,
  hash: undefined,
})

/** The content of an event’s hash, beside the hash of the one before it. */
type Hashed = Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type' | 'content'>

const { byteLength } = Buffer
/** A text as a netstring: its length in bytes, a colon, the text and a comma. */
export const field = (text: string) => `${byteLength(text)}:${text},`

/**
 * SHA-256, in hexadecimal, of seven fields as UTF-8, each a netstring: its length in bytes, a colon, the bytes and a
 * comma. The fields are `atelier-event-1`, the previous hash of the stream (empty for its first event), and the
 * stream's name. The rest are the revision in decimal, the id, the type, and the content byte for byte as stored. A
 * position is not part of it, so a stream has the same hashes in every store.
 */
export function hashOf(previous: string, { stream, revision, id, type, content }: Hashed): string {
  const place = `15:atelier-event-1,${field(previous)}${field(stream)}${field(String(revision))}`
  return hash('sha256', `${place}${field(id)}${field(type)}${field(content)}`)
}

/**
 * Verifies that an event is the next one of its chain, and answers the link to verify the one after it with. Throws
 * `DamagedEvent`. An event without a hash, from before there were hashes, is part of the chain as if it had one; where
 * `sealed`, there are none such.
 */
export function verifyNext(event: StoredEvent, before: Link, sealed: boolean): Link {
  const next = before.revision + 1
  if (event.revision !== next) {
    const missing = { stream: event.stream, revision: next, position: event.position }
    throw new DamagedEvent('removed', missing, 'this event is missing')
  }
  const { hash, previous } = event
  if (hash === undefined || previous === undefined) {
    if (sealed) throw new DamagedEvent('inserted', event, 'it has no hash, so this store did not record it')
    if (before.hash === undefined) return { revision: next, hash: undefined }
    return { revision: next, hash: hashOf(before.hash, event), previous: before.hash }
  }
  if (hashOf(previous, event) !== hash) throw diagnose(event, before)
  if (before.hash !== undefined && previous !== before.hash) {
    throw new DamagedEvent('replaced', event, 'it doesn’t follow the event before it')
  }
  return { revision: next, hash, previous }
}

/** How far away in its stream an event is looked for that stands at a wrong revision. */
const searchedRevisions = 100

/** Finds the kind of damage of an event whose hash is not that of what is stored. */
function diagnose(event: StoredEvent, before: Link): DamagedEvent {
  for (let distance = 1; distance <= searchedRevisions; distance++) {
    for (const revision of [event.revision - distance, event.revision + distance]) {
      if (hashOf(event.previous!, { ...event, revision }) !== event.hash) continue
      if (revision === event.revision - 1 && event.previous === before.previous) {
        const inserted = { stream: event.stream, revision, position: event.position }
        return new DamagedEvent('inserted', inserted, 'this event was inserted')
      }
      const what = `it was recorded at revision ${revision}: the original event was moved or removed`
      return new DamagedEvent('moved', event, what)
    }
  }
  return new DamagedEvent('altered', event, 'it was changed after it was recorded')
}

/** Whether an event, by itself, is what was recorded. */
export function isAsRecorded(event: StoredEvent, sealed: boolean): boolean {
  try {
    verifyNext(event, linkBefore(event), sealed)
    return true
  } catch {
    return false
  }
}

/** The damaged streams that an open store knows. `say` is told of each, once. Where `sealed`, every event has a hash. */
export function openDamagedStreams(sealed: boolean, say: (line: string) => void) {
  const known = new Map<string, DamagedEvent>()

  function note(error: DamagedEvent): DamagedEvent {
    const before = known.get(error.stream)
    if (before) return before
    known.set(error.stream, error)
    say(`DAMAGED: ${error.message}. This stream can’t be used until it is restored. All others work.`)
    return error
  }

  /** Throws the `DamagedEvent` of a stream that is known to be damaged. */
  function check(stream: string): void {
    const error = known.get(stream)
    if (error) throw error
  }

  function noting<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw error instanceof DamagedEvent ? note(error) : error
    }
  }

  /** Verifies the next event of a stream; see `verifyNext`. */
  const verify = (event: StoredEvent, before: Link): Link => noting(() => verifyNext(event, before, sealed))

  /** The event, decoded; see `decode`. */
  const decoded = (event: StoredEvent): Recorded => noting(() => decode(event))

  return {
    note,
    check,
    all: (): readonly DamagedEvent[] => [...known.values()],
    verify,
    decoded,
    /** Parts events of the whole store into those to hand out and the errors of the streams that others are of. */
    sort(events: readonly StoredEvent[]): { sound: Recorded[]; damaged: DamagedEvent[] } {
      const sound: Recorded[] = []
      const damaged = new Set<DamagedEvent>()
      for (const event of events) {
        try {
          if (known.size > 0) check(event.stream)
          verify(event, linkBefore(event))
          sound.push(decoded(event))
        } catch (error) {
          if (!(error instanceof DamagedEvent)) throw error
          damaged.add(error)
        }
      }
      return { sound, damaged: [...damaged] }
    },
  }
}

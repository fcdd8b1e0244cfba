import { hash } from 'node:crypto'
import type { Damage } from '#domain/store/damage.ts'
import type { StoredEvent } from './stored-event.ts'

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

/** What an event's hash is made of, beside the hash of the one before it. */
export type Hashed = Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type' | 'content'>

const { byteLength } = Buffer
/** A text as a netstring: its length in bytes, a colon, the text and a comma. */
export const field = (text: string) => `${byteLength(text)}:${text},`

/**
 * SHA-256, in hexadecimal, of seven fields one after the other as UTF-8, each written as its length in bytes, a colon,
 * the bytes and a comma (a netstring): `atelier-event-1`, the previous hash of the stream (empty for its first event), the
 * stream's name, the revision in decimal, the id, the type, and the content byte for byte as it is stored. A position is
 * not part of it, so a stream has the same hashes in every store.
 */
export function hashOf(previous: string, { stream, revision, id, type, content }: Hashed): string {
  const place = `15:atelier-event-1,${field(previous)}${field(stream)}${field(String(revision))}`
  return hash('sha256', `${place}${field(id)}${field(type)}${field(content)}`)
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
    if (sealed) throw new DamagedEvent('inserted', event, 'it has no hash, so it was not recorded here')
    if (before.hash === undefined) return { revision: next, hash: undefined }
    return { revision: next, hash: hashOf(before.hash, event), previous: before.hash }
  }
  if (hashOf(previous, event) !== hash) throw diagnose(event, before)
  if (before.hash !== undefined && previous !== before.hash) {
    throw new DamagedEvent('replaced', event, 'it was recorded after another event than the one that stands before it')
  }
  return { revision: next, hash, previous }
}

/** How far away in its stream an event is looked for that stands at a wrong revision. */
const searchedRevisions = 100

/** What has become of an event whose hash is not that of what is stored. */
function diagnose(event: StoredEvent, before: Link): DamagedEvent {
  for (let distance = 1; distance <= searchedRevisions; distance++) {
    for (const revision of [event.revision - distance, event.revision + distance]) {
      if (hashOf(event.previous!, { ...event, revision }) !== event.hash) continue
      if (revision === event.revision - 1 && event.previous === before.previous) {
        const inserted = { stream: event.stream, revision, position: event.position }
        return new DamagedEvent('inserted', inserted, 'this event was inserted')
      }
      return new DamagedEvent(
        'moved',
        event,
        `it was recorded at revision ${revision}: what stood here was moved or removed`,
      )
    }
  }
  return new DamagedEvent('altered', event, 'it is not what was recorded')
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

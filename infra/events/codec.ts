import type { NewEvent, Recorded } from '#domain/event.ts'
import { type Upcaster, upcasters } from '#domain/upcasters.ts'
import { DamagedEvent } from './chain.ts'
import type { EncodedEvent, StoredEvent } from './stored-event.ts'

/**
 * What was taken out of an event, sealed: the id of the person's key, and the nonce, the ciphertext and the tag in base64. One
 * that many events have in common has an id of its own, by which it was sealed; else it was sealed by the event's.
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
 * A stored event with its content, its data in the latest version; of one that is sealed the data is as it was stored, until it
 * is opened. Throws `DamagedEvent` when the content is no event's.
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
  throw new DamagedEvent('altered', event, 'its content is not that of an event')
}

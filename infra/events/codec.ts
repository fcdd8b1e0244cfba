import type { NewEvent, Recorded } from '#domain/event.ts'
import { type Upcaster, upcasters } from '#domain/upcasters.ts'
import { DamagedEvent } from './chain.ts'
import type { EncodedEvent, StoredEvent } from './stored-event.ts'

/** The content of an event: what is stored of it beside its id, type and place. Without a version its data has the first. */
type StoredContent = Pick<NewEvent, 'data' | 'by' | 'at' | 'cause' | 'origin'> & { version?: number }

type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** The latest version of a type's data. */
const latestVersion = (type: string, table: Upcasters): number =>
  1 + (Object.hasOwn(table, type) ? table[type]!.length : 0)

/**
 * The one place that knows how an event's content is stored: as JSON, in the order of these fields. Its bytes are never
 * changed afterwards, and are what hashes are made of.
 */
export function encode({ type, data, by, at, cause, origin }: NewEvent, table: Upcasters = upcasters): string {
  const version = latestVersion(type, table)
  return JSON.stringify({ data, by, at, cause, origin, ...(version > 1 ? { version } : {}) })
}

/** An event that is to be stored: encoded, unless it is already. */
export const encoded = (event: NewEvent | EncodedEvent): EncodedEvent =>
  'content' in event ? event : { id: event.id, type: event.type, content: encode(event) }

/**
 * A stored event with its content, its data in the latest version. Data of a later version than this program knows is of a
 * type that it does not know: `StepToggled` becomes `StepToggled.v3`. Throws `DamagedEvent` when the content is no event's.
 */
export function decode(event: StoredEvent, table: Upcasters = upcasters): Recorded {
  const { id, type, stream, revision, position } = event
  const { data, version = 1, by, at, cause, origin } = contentOf(event)
  const known = latestVersion(type, table)
  const recorded: Recorded = { id, type, data, by, at, stream, revision, position }
  if (cause) recorded.cause = cause
  if (origin) recorded.origin = origin
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

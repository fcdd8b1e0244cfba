import type { NewEvent } from '#domain/event.ts'
import type { EncodedEvent } from './stored-event.ts'

/** What is kept of an event beside its id, type and place. */
type StoredContent = Pick<NewEvent, 'data' | 'by' | 'at' | 'cause'>

/** The one place that knows how an event's content is stored. */
export const encode = ({ data, by, at, cause }: NewEvent): string => JSON.stringify({ data, by, at, cause })

export const decode = (stored: string): StoredContent => JSON.parse(stored) as StoredContent

/** An event that is to be stored: encoded, unless it is already. */
export const encoded = (event: NewEvent | EncodedEvent): EncodedEvent =>
  'content' in event ? event : { id: event.id, type: event.type, content: encode(event) }

import type { NewEvent } from '#domain/event.ts'

/** What is kept of an event beside its id, type and place. */
type StoredContent = Pick<NewEvent, 'data' | 'by' | 'at' | 'cause'>

/** The one place that knows how an event's content is stored. */
export const encode = ({ data, by, at, cause }: NewEvent): string => JSON.stringify({ data, by, at, cause })

export const decode = (stored: string): StoredContent => JSON.parse(stored) as StoredContent

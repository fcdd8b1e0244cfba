/** An event with its content as the codec has written it. */
export type EncodedEvent = { id: string; type: string; content: string }

/**
 * An event as it is stored, not decoded and not verified, with the hashes of its chain (`chain.ts`) in hexadecimal: its own,
 * and that of the event before it in its stream. Without both it is from before there were hashes.
 */
export type StoredEvent = EncodedEvent & {
  stream: string
  revision: number
  position: bigint
  hash?: string
  previous?: string
}

/**
 * Events that were given their hashes at a time (ISO 8601, UTC) that is later than when they were recorded, by their first
 * and last position: nothing shows whether they were altered before, or recorded here at all.
 */
export type Sealing = { first: number; last: number; at: string }

/** The last event of a stream, as it is noted beside the events. */
export type Head = { stream: string; revision: number; hash: string }

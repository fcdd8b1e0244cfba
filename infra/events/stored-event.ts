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

/** The last event of a stream, as it is noted beside the events. */
export type Head = { stream: string; revision: number; hash: string }

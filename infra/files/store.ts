import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** The content stored under a file's name is not what was sent. Sent as 500: it is to be restored. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

export type FileStat = { size: number; storedAt: string }

/** Whether a file may have this name. */
export const isFileName = (name: string) => name.length <= 200 && /^[A-Za-z0-9_-]+(\.[a-z0-9]+)?$/.test(name)

/** Throws when a file cannot have this name. */
export function checkFileName(name: string): void {
  if (!isFileName(name)) throw new TypeError(`${JSON.stringify(name)} cannot name a file`)
}

/** Throws when there can be no such range of bytes in any file. */
export function checkRange({ start, end }: { start: number; end: number }): void {
  if (!(start >= 0 && end >= start)) throw new RangeError(`The file has no bytes from ${start} to ${end}`)
}

/**
 * Stores files by unguessable names of the form `[A-Za-z0-9_-]+(\.[a-z0-9]+)?`. A file is there whole and
 * durable, or not at all.
 */
export interface FileStore {
  /** Whether no other process can put files here while it is open. */
  readonly soleWriter: boolean
  /**
   * Keeps a stream under a name that is not taken. Rejects, and keeps nothing, when the stream breaks off; with
   * `Unavailable` while the store cannot be reached or is full.
   */
  put(name: string, content: Readable): Promise<FileStat>
  stat(name: string): Promise<FileStat | undefined>
  /**
   * The bytes from `start` to `end`, both inclusive; all of them without a range. What lies past the end is left out.
   * Undefined when there is no such file.
   */
  get(name: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Removing what is not there does nothing. */
  remove(name: string): Promise<void>
  /** Every name there is, in no order. */
  list(): AsyncIterable<string>
  /** Where files wait that are to go: out of everyone's reach, and still to be had back. */
  readonly quarantine: {
    /** Moves a file here. Does nothing when there is none of the name. */
    take(name: string): Promise<void>
    /** Moves it back to where it was. Does nothing when it is not here. */
    giveBack(name: string): Promise<void>
    /** Every name here, in no order. */
    list(): AsyncIterable<string>
    /** Removes it for good. Does nothing when it is not here. */
    remove(name: string): Promise<void>
  }
  /** Resolves when it answers, and rejects with `Unavailable` when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How many bytes of a file pass before their pieces are freed. */
const freedAfter = 4_000_000

/**
 * The content of a file as it is. V8 counts a piece as the few bytes that point to it, and tens of megabytes would wait
 * for its next collection. They are collected here, in a millisecond.
 */
export async function* freed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const piece of content) {
    yield piece
    passed += piece.length
    if (passed < freedAfter) continue
    passed = 0
    globalThis.gc?.({ type: 'minor' })
  }
}

/** Makes a folder's entries durable: a file's own fsync does not reach its name. */
export async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

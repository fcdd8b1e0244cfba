import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An event as a client proposes it. */
export type Proposed = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array }

/** An event as the log keeps it. The position grows by the size of what was written, so that it has gaps. */
export type Entry = Proposed & { stream: string; revision: number; position: bigint; at: number }

/** The expected revision of a stream: a number, or one of the words of the protocol. */
export type Expected = bigint | 'no_stream' | 'any' | 'stream_exists'

/** The outcome of an append: its entries, new or from before, or where the stream really is (-1: nowhere). */
export type Outcome = { entries: Entry[] } | { current: number }

export type Log = ReturnType<typeof openLog>

/** An append-only log with EventStoreDB's rules, in memory; in a file too, a line an event, when one is named. */
export function openLog(file?: string) {
  const entries: Entry[] = []
  const streams = new Map<string, Entry[]>()
  let end = 0n
  let grown = Promise.withResolvers<void>()

  function keep(entry: Entry) {
    entries.push(entry)
    const stream = streams.get(entry.stream)
    if (stream) stream.push(entry)
    else streams.set(entry.stream, [entry])
    end = entry.position + BigInt(100 + entry.stream.length + entry.data.length + entry.metadata.length)
  }

  function write(stream: string, proposed: Proposed[]): Entry[] {
    const fresh = proposed.map((each): Entry => {
      const entry = { ...each, stream, revision: revisionOf(stream) + 1, position: end, at: Date.now() }
      keep(entry)
      return entry
    })
    if (file) appendFileSync(file, fresh.map(toLine).join(''))
    grown.resolve()
    grown = Promise.withResolvers()
    return fresh
  }

  const revisionOf = (stream: string) => streams.get(stream)?.at(-1)?.revision ?? -1

  /** The entries that an append repeats, if it repeats any as a whole. */
  function repeated(stream: string, proposed: Proposed[], expected: Expected): Entry[] | undefined {
    const known = streams.get(stream) ?? []
    const first = proposed[0]
    if (!first) return undefined
    const explicit = expected !== 'any' && expected !== 'stream_exists'
    const from = explicit ? Number(numberOf(expected)) + 1 : known.findIndex(({ id }) => id === first.id)
    if (from < 0) return undefined
    const before = known.slice(from, from + proposed.length)
    return before.length === proposed.length && before.every(({ id }, at) => id === proposed[at]!.id)
      ? before
      : undefined
  }

  /** Writes the server’s own events now and then: readers of $all see them. */
  const beat = () => write('$stats-127.0.0.1:2113', [proposedBySystem('$statsCollected')])

  if (file && existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line) keep(fromLine(line))
  if (entries.length === 0) {
    write('$users', [proposedBySystem('$UserCreated')])
    beat()
  }

  return {
    entries,
    revisionOf,
    inStream: (stream: string): readonly Entry[] | undefined => streams.get(stream),
    /** Settles when something more is recorded. */
    grown: () => grown.promise,

    /** All or nothing, at the expected revision; a repetition is answered with what it repeats. */
    append(stream: string, proposed: Proposed[], expected: Expected): Outcome {
      const current = revisionOf(stream)
      const before = repeated(stream, proposed, expected)
      if (before) return { entries: before }
      if (expected === 'stream_exists' && current < 0) return { current }
      if (expected !== 'any' && expected !== 'stream_exists' && numberOf(expected) !== BigInt(current)) {
        return { current }
      }
      const written = write(stream, proposed)
      if (entries.length % 3 === 1) beat() // a new server has no event of its own behind the first of a client
      return { entries: written }
    },

    /** The place in `entries` of the first one at or after a position. */
    indexAt(position: bigint): number {
      let [low, high] = [0, entries.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (entries[middle]!.position < position) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

const numberOf = (expected: bigint | 'no_stream'): bigint => (expected === 'no_stream' ? -1n : expected)

const proposedBySystem = (type: string): Proposed => ({
  id: randomUUID(),
  type,
  json: true,
  data: Uint8Array.from(Buffer.from('{}')),
  metadata: new Uint8Array(),
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))

const toLine = ({ data, metadata, position, ...rest }: Entry) =>
  `${JSON.stringify({ ...rest, data: base64(data), metadata: base64(metadata), position: String(position) })}\n`

function fromLine(line: string): Entry {
  const { data, metadata, position, ...rest } = JSON.parse(line)
  return { ...rest, data: bytes(data), metadata: bytes(metadata), position: BigInt(position) }
}

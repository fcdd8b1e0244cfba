import type { NewEvent, Recorded } from '#domain/event.ts'
import { type OpenDatabase, openSqlite } from '../sqlite.ts'
import { Unavailable } from '../unavailable.ts'
import { decode, encode } from './codec.ts'
import { type EventStore, WrongRevision } from './store.ts'

const pageSize = 500
/** How many of the latest events are kept in memory for followers at the end. */
const tailSize = 4_000

const schema = `
  create table if not exists events (
    position integer primary key,
    stream   text    not null,
    revision integer not null,
    id       text    not null,
    type     text    not null,
    content  text    not null,
    unique (stream, revision)
  ) strict`

type Row = { position: number; stream: string; revision: number; id: string; type: string; content: string }

type Waiting = {
  stream: string
  expected: number
  events: readonly NewEvent[]
  settle: PromiseWithResolvers<Recorded[]>
}

/**
 * The embedded event store: one file, one writer. Appends that wait share one transaction, each under its own
 * savepoint, and are acknowledged strictly after COMMIT. A second process on the same file is refused.
 */
export function openSqliteEvents(path: string): EventStore {
  const { database, close } = open(path)
  const insert = database.prepare(
    'insert into events (position, stream, revision, id, type, content) values (?, ?, ?, ?, ?, ?)',
  )
  const headOf = database.prepare('select max(revision) as revision from events where stream = ?')
  const inStream = database.prepare('select * from events where stream = ? and revision > ? order by revision limit ?')
  const atPosition = database.prepare('select * from events where position = ?')
  const inStore = database.prepare('select * from events where position > ? order by position limit ?')

  const readStream = (stream: string, after: number, limit: number) =>
    (inStream.all(stream, after, limit) as Row[]).map(fromRow)
  const readStore = (after: bigint) => (inStore.all(after, pageSize) as Row[]).map(fromRow)

  let last = BigInt((database.prepare('select max(position) as last from events').get()?.last as number | null) ?? 0)
  let waiting: Waiting[] = []
  let tail: Recorded[] = []
  let committed = Promise.withResolvers<void>()
  let closed = false

  function record({ stream, expected, events }: Waiting, position: bigint): Recorded[] {
    const actual = (headOf.get(stream)?.revision as number | null) ?? -1
    if (actual !== expected) {
      const before = actual > expected ? readStream(stream, expected, events.length) : []
      if (events.length > 0 && before.length === events.length && before.every(({ id }, at) => id === events[at]!.id)) {
        return before
      }
      throw new WrongRevision(stream, expected, actual)
    }
    return events.map((event, at) => {
      const place = { stream, revision: expected + 1 + at, position: position + BigInt(at) }
      insert.run(place.position, stream, place.revision, event.id, event.type, encode(event))
      return { ...event, ...place }
    })
  }

  function flush() {
    const group = waiting
    waiting = []
    const acknowledge: (() => void)[] = []
    const fresh: Recorded[] = []
    let position = last
    try {
      database.exec('begin immediate')
      for (const each of group) {
        try {
          database.exec('savepoint one')
          const recorded = record(each, position + 1n)
          database.exec('release one')
          for (const event of recorded) if (event.position > position) fresh.push(event)
          if (recorded.length > 0 && recorded.at(-1)!.position > position) position = recorded.at(-1)!.position
          acknowledge.push(() => each.settle.resolve(recorded))
        } catch (error) {
          // An error of SQLite's own (a full disk, say) concerns every caller; any other only its own.
          if ('errcode' in (error as object)) throw error
          database.exec('rollback to one; release one')
          acknowledge.push(() => each.settle.reject(error))
        }
      }
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      for (const { settle } of group) settle.reject(new Unavailable('The event store', error))
      return
    }
    for (const say of acknowledge) say()
    if (fresh.length === 0) return
    last = position
    tail.push(...fresh)
    if (tail.length > 2 * tailSize) tail = tail.slice(-tailSize)
    wake()
  }

  function wake() {
    committed.resolve()
    committed = Promise.withResolvers()
  }

  /** The next events after a position: from memory near the end, else from the file. */
  function following(after: bigint): Recorded[] {
    const first = tail[0]?.position
    // Positions have no gaps here, so that a place in the tail is a subtraction.
    if (first !== undefined && after >= first - 1n) return tail.slice(Number(after - first) + 1)
    return readStore(after)
  }

  return {
    soleWriter: true,

    append(stream, expected, events) {
      if (closed) return Promise.reject(new Unavailable('The event store'))
      const settle = Promise.withResolvers<Recorded[]>()
      // Everything that arrives in this turn of the event loop shares one commit.
      if (waiting.push({ stream, expected, events, settle }) === 1) setImmediate(flush)
      return settle.promise
    },

    async *read(stream, after = -1) {
      for (let at = after; ; ) {
        const events = readStream(stream, at, pageSize)
        yield* events
        if (events.length < pageSize) return
        at = events.at(-1)!.revision
      }
    },

    async at(position) {
      if (closed) throw new Unavailable('The event store')
      const row = atPosition.get(position) as Row | undefined
      return row && fromRow(row)
    },

    async *follow(after, signal) {
      let at = after === 'end' ? last : after
      let caughtUp = false
      signal.addEventListener('abort', wake, { once: true })
      while (!signal.aborted && !closed) {
        const next = committed.promise
        const events = at < last ? following(at) : []
        at = events.at(-1)?.position ?? at
        if (events.length > 0 || !caughtUp) yield { events, caughtUp: at >= last }
        caughtUp = at >= last
        if (caughtUp && !signal.aborted) await next
      }
    },

    async end() {
      if (closed) throw new Unavailable('The event store')
      return last
    },

    async close() {
      if (waiting.length > 0) flush()
      closed = true
      wake()
      close()
    },
  }
}

/** Put back from a backup: what is in it is the only copy of the truth. */
const remedy = 'put a backup in its place (npm run restore)'

const open = (path: string): OpenDatabase =>
  openSqlite(path, remedy, (database) => {
    database.exec('pragma synchronous = full')
    database.exec(`begin immediate; ${schema}; commit`)
  })

function fromRow({ content, position, ...rest }: Row): Recorded {
  return { ...rest, ...decode(content), position: BigInt(position) }
}

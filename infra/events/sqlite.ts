import type { DatabaseSync } from 'node:sqlite'
import { plural } from '#domain/count.ts'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { createSlices } from '#infra/slices.ts'
import { faultIn, openSqlite, readOr, refuseDamagedLog, refuseFault } from '#infra/sqlite.ts'
import { Unavailable } from '#infra/unavailable.ts'
import {
  compareHeads,
  fromRow,
  headsOf,
  openEndings,
  prepareChain,
  type StoredRow,
  sealingsIn,
  sealUnsealed,
  storedColumns,
  storedIn,
  wholeContent,
} from './sqlite-schema.ts'
import { type EventStore, WrongRevision } from './store.ts'
import {
  beginning,
  DamagedEvent,
  decode,
  type EncodedEvent,
  encoded,
  hashOf,
  noHash,
  openDamagedStreams,
  type StoredEvent,
  verifyNext,
} from './stored-event.ts'

/** How many of the whole store's are read, verified and decoded before others have their turn: a millisecond or two. */
const followedAtOnce = 50
/** How many events of a stream are read in one go where they are opened and folded, which takes longer than reading them. */
const turnSize = 100
/** How many of the latest events stay in memory for followers at the end. */
const tailSize = 1_000

const schema = `
  create table if not exists events (
    position integer primary key,
    stream   text    not null,
    revision integer not null,
    id       text    not null,
    type     text    not null,
    content  text    not null,
    previous blob,
    hash     blob,
    ending   integer,
    unique (stream, revision)
  ) strict`

type TurnRow = [position: number, revision: number, id: string, type: string, content: string, hash: string]

type Waiting = {
  stream: string
  expected: number
  events: readonly (NewEvent | EncodedEvent)[]
  settle: PromiseWithResolvers<Recorded[]>
}

/** Reads the events of the file, as they are stored. */
function openReading(database: DatabaseSync) {
  const stored = storedIn(database, followedAtOnce)
  // A page of history has a thousand events: rows that are no objects are read in half the time.
  const turnOf = database.prepare(
    `select position, revision, id, type, ${wholeContent}, lower(hex(hash)) from events where stream = ? and revision > ? order by revision limit ?`,
  )
  turnOf.setReturnArrays(true)
  const hashAt = database.prepare('select lower(hex(hash)) as hash from events where stream = ? and revision = ?')
  const atPosition = database.prepare(`select ${storedColumns} from events where position = ?`)

  /** The next events of a stream: none where the pages that lead to them are damaged. */
  const turn = (stream: string, after: number, count: number) =>
    readOr([], () => turnOf.all(stream, after, count) as unknown as TurnRow[])
  const hashOfEvent = (stream: string, revision: number) =>
    readOr(undefined, () => hashAt.get(stream, revision)?.hash as string | undefined)

  /** Reads a stream from the beginning to what is damaged first. */
  function firstDamage(stream: string): DamagedEvent | undefined {
    let link = beginning
    const next = () => readOr([], () => stored.inStream(stream, link.revision))
    for (let rows = next(); rows.length > 0; rows = next()) {
      for (const event of rows) {
        try {
          link = verifyNext(event, link, true)
        } catch (error) {
          return error as DamagedEvent
        }
      }
    }
    return undefined
  }

  return { stored, turn, hashOfEvent, atPosition, firstDamage }
}

type Reading = ReturnType<typeof openReading>
type Damage = ReturnType<typeof openDamagedStreams>

/** The latest events in memory, for followers at the end, and how far the file goes. */
function createTail({ stored }: Reading, damage: Damage, end: bigint) {
  let last = end
  let tail: Recorded[] = []
  let committed = Promise.withResolvers<void>()
  /** The same, for those who follow from the end on: pages are sent events before lists are updated. */
  let justCommitted = Promise.withResolvers<void>()

  function wake() {
    justCommitted.resolve()
    justCommitted = Promise.withResolvers()
    setImmediate(() => {
      committed.resolve()
      committed = Promise.withResolvers()
    })
  }

  function push(fresh: readonly Recorded[], position: bigint): void {
    last = position
    tail.push(...fresh)
    if (tail.length > 2 * tailSize) tail = tail.slice(-tailSize)
    wake()
  }

  /** Whether what comes after a position is in memory. Where it is not, it is read from the file. */
  const holdsAfter = (after: bigint): boolean => after >= last || (tail.length > 0 && after >= tail[0]!.position - 1n)

  /** The next events after a position. */
  function following(after: bigint): { events: Recorded[]; damaged: DamagedEvent[]; at: bigint } {
    if (holdsAfter(after)) {
      // Positions have no gaps here, so that a place in the tail is a subtraction.
      const events = after >= last ? [] : tail.slice(Number(after - tail[0]!.position) + 1)
      return { events, damaged: [], at: events.at(-1)?.position ?? after }
    }
    const rows = stored.inStore(after)
    const { sound, damaged } = damage.sort(rows)
    return { events: sound, damaged, at: rows.at(-1)?.position ?? last }
  }

  /** Resolves at the next commit: first for those who follow from the end on. */
  const next = (fromEnd: boolean): Promise<void> => (fromEnd ? justCommitted : committed).promise
  return { last: () => last, push, wake, holdsAfter, following, next }
}

/** Commits what waits in one transaction. What is wrong with one append alone is found before any of it is written. */
function createCommits(
  database: DatabaseSync,
  { stored }: Reading,
  damage: Damage,
  { heads, tail }: { heads: ReturnType<typeof headsOf>; tail: ReturnType<typeof createTail> },
) {
  const insert = database.prepare(
    `insert into events (position, stream, revision, id, type, content, previous, hash, ending)
     values (?, ?, ?, ?, ?, ?, unhex(?), unhex(?), ?)`,
  )
  const endings = openEndings(database)

  /**
   * The events of an append as they are recorded, the first of them at a position, and what writes them. Throws what is wrong
   * with this append alone: nothing of it is written by then.
   */
  function prepare({ stream, expected, events }: Waiting, position: bigint) {
    damage.check(stream)
    const head = heads.get(stream)
    if (head.revision !== expected) {
      const before = head.revision > expected ? stored.inStream(stream, expected, events.length) : []
      if (events.length > 0 && before.length === events.length && before.every(({ id }, at) => id === events[at]!.id)) {
        return { recorded: before.map(damage.decoded), write() {} }
      }
      throw new WrongRevision(stream, expected, head.revision)
    }
    let { revision, hash } = head
    const rows: [StoredEvent, previous: string, hash: string][] = []
    const recorded = events.map((event, at) => {
      const place = { stream, revision: ++revision, position: position + BigInt(at) }
      const row = { ...encoded(event), ...place }
      const previous = hash
      hash = hashOf(previous, row)
      rows.push([row, previous, hash])
      return 'content' in event ? damage.decoded(row) : { ...event, ...place }
    })
    return {
      recorded,
      write() {
        for (const [{ position, revision, id, type, content }, previous, hash] of rows) {
          const [own, ending] = endings.split(content)
          insert.run(position, stream, revision, id, type, own, previous, hash, ending)
        }
        if (rows.length > 0) heads.set(stream, revision, hash)
      },
    }
  }

  return function commit(group: readonly Waiting[]): void {
    const last = tail.last()
    const acknowledge: (() => void)[] = []
    const fresh: Recorded[] = []
    let position = last
    try {
      database.exec('begin immediate')
      for (const each of group) {
        let prepared: ReturnType<typeof prepare>
        try {
          prepared = prepare(each, position + 1n)
        } catch (error) {
          // An error of SQLite's own (a full disk, say) concerns every caller; any other only its own.
          if ('errcode' in (error as object)) throw error
          acknowledge.push(() => each.settle.reject(error))
          continue
        }
        prepared.write()
        const { recorded } = prepared
        for (const event of recorded) if (event.position > position) fresh.push(event)
        if (recorded.length > 0 && recorded.at(-1)!.position > position) position = recorded.at(-1)!.position
        acknowledge.push(() => each.settle.resolve(recorded))
      }
      if (position > last) heads.setLast(position)
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      endings.forget()
      for (const { settle } of group) settle.reject(new Unavailable('The event store', error))
      return
    }
    for (const say of acknowledge) say()
    if (fresh.length === 0) return
    tail.push(fresh, position)
  }
}

/**
 * The embedded event store: one file, one writer. Appends that wait share one transaction, and are acknowledged strictly after
 * COMMIT. A second process on the same file is refused. `say` is given what the operator must know: which events are
 * damaged, and that hashes are being made.
 */
export function openSqliteEvents(path: string, say: (line: string) => void = console.error): EventStore {
  const damage = openDamagedStreams(true, say)
  const { database, close, chainHeads, reading } = open(path, damage, say)

  const tail = createTail(reading, damage, BigInt(chainHeads.last()))
  const commit = createCommits(database, reading, damage, { heads: chainHeads, tail })
  let waiting: Waiting[] = []
  const { readStored, everyStored, heads } = reading.stored
  let closed = false

  function flush() {
    const group = waiting
    waiting = []
    if (group.length > 0) commit(group)
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

    async *read(stream, after = -1, last = Infinity) {
      let before = after < 0 ? noHash : reading.hashOfEvent(stream, after)
      for (let at = after; at < last; ) {
        damage.check(stream)
        if (closed) throw new Unavailable('The event store')
        const count = Math.min(turnSize, last - at)
        const rows = reading.turn(stream, at, count)
        const end = rows.length < count ? chainHeads.get(stream).revision : undefined
        for (const [position, revision, id, type, content, hash] of rows) {
          const event: StoredEvent = { stream, revision, position: BigInt(position), id, type, content }
          if (revision !== at + 1 || before === undefined || hashOf(before, event) !== hash) {
            throw damage.note(reading.firstDamage(stream) ?? new DamagedEvent('altered', event, 'it can’t be verified'))
          }
          at = revision
          before = hash
          yield damage.decoded(event)
        }
        if (end === undefined) continue
        if (at >= end) return
        throw damage.note(new DamagedEvent('removed', { stream, revision: at + 1 }, 'this event can’t be found'))
      }
    },

    async at(position) {
      if (closed) throw new Unavailable('The event store')
      const row = reading.atPosition.get(position) as StoredRow | undefined
      return row && decode(fromRow(row))
    },

    async *follow(after, signal) {
      let at = after === 'end' ? tail.last() : after
      let caughtUp = false
      const pause = createSlices()
      signal.addEventListener('abort', tail.wake, { once: true })
      while (!signal.aborted && !closed) {
        const next = tail.next(after === 'end')
        if (!tail.holdsAfter(at)) await pause()
        if (closed) return
        const { events, damaged, at: reached } = tail.following(at)
        at = reached
        if (events.length > 0 || damaged.length > 0 || !caughtUp) {
          yield { events, caughtUp: at >= tail.last(), ...(damaged.length > 0 ? { damaged } : {}) }
        }
        caughtUp = at >= tail.last()
        if (caughtUp && !signal.aborted) await next
      }
    },

    ...{ readStored, everyStored, heads },

    started() {}, // it is there or not

    sealed: true,
    damaged: damage.all,
    sealings: () => sealingsIn(database),

    async end() {
      if (closed) throw new Unavailable('The event store')
      return tail.last()
    },

    async close() {
      flush()
      closed = true
      tail.wake()
      close()
    },
  }
}

/** Put back from a backup: what is in it is the only copy of the truth. */
const remedy = 'restore a backup (npm run restore)'

/** Opens the file, and reads of it what a damaged page would make fail: that is said as of one that cannot be opened. */
function open(path: string, damage: Damage, say: (line: string) => void) {
  const setUp = (database: DatabaseSync) => {
    // With a log of 16 MB: pages that change with nearly every commit, of the heads and of revisions, are moved out of it less often.
    database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 4000')
    database.exec(`begin immediate; ${schema}; commit`)
    refuseFault(faultIn(database, 'quick_check'), path, remedy)
    prepareChain(database)
    sealUnsealed(database, (line) => say(`${path}: ${line}`))
    const [chainHeads, reading] = [headsOf(database), openReading(database)]
    const { damaged, missing } = compareHeads(database)
    const lacking = plural(missing, 'One event is missing', '{n} events are missing')
    if (missing > 0) say(`DAMAGED: ${lacking}. npm run audit shows where.`)
    for (const error of damaged) damage.note(reading.firstDamage(error.stream) ?? error)
    return { chainHeads, reading }
  }
  return openSqlite(path, remedy, setUp, () => {
    if (refuseDamagedLog(path, remedy) === 'cut')
      say(`${path}-wal: the last commit is incomplete. The power failed as it was written, or the file is damaged.`)
  })
}

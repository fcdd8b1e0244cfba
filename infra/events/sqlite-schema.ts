import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { inPages } from '#infra/slices.ts'
import { DamagedEvent, type Head, hashOf, noHash, type Sealing, type StoredEvent } from './stored-event.ts'

/** How many events share an ending at most: a byte of it that the disk changes damages no more of them. */
const maxSharing = 64
/** How many endings are remembered to be shared by the next events. */
const rememberedEndings = 2_000

/** The whole content of a row of the events, as SQL. */
export const wholeContent = `content || ifnull((select text from endings where endings.id = events.ending), '')`

/**
 * Contents end with a sealed part that many events have in common: who did them, and from where. It is stored beside the events,
 * once for some of them. A reader is given the content byte for byte, as it was hashed.
 */
export function openEndings(database: DatabaseSync) {
  const insert = database.prepare('insert into endings (text) values (?)')
  const known = new LRUCache<string, { id: number | bigint; uses: number }>({ max: rememberedEndings })

  function idOf(text: string): number | bigint {
    let ending = known.get(text)
    if (!ending || ending.uses === maxSharing) {
      ending = { id: insert.run(text).lastInsertRowid, uses: 0 }
      known.set(text, ending)
    }
    ending.uses++
    return ending.id
  }

  return {
    /** A content in two: what is stored with the event, and the id of its ending where it has one. */
    split(content: string): [own: string, ending: number | bigint | null] {
      const at = content.lastIndexOf('{"key":"')
      const isShared = at > 0 && /^\{"key":"[^"]+","id":"[^"]+","value":"[^"]+"\}\]\}$/.test(content.slice(at))
      return isShared ? [content.slice(0, at), idOf(content.slice(at))] : [content, null]
    },

    /** Drops what is remembered: for when it was not committed. */
    forget: () => known.clear(),
  }
}

/**
 * The hashes of the events, and beside the events what they end with: the head of each stream, and the position of the last
 * event of all. All of it is written in the transaction of the events themselves.
 */
const schema = `
  create table if not exists heads (
    stream   text    primary key,
    revision integer not null,
    hash     blob    not null
  ) strict, without rowid;
  create table if not exists sealed (
    id   integer primary key check (id = 1),
    last integer not null
  ) strict;
  insert or ignore into sealed (id, last) values (1, 0);
  create table if not exists sealings (
    first integer primary key,
    last  integer not null,
    at    text    not null
  ) strict;
  create table if not exists endings (id integer primary key, text text not null) strict`

/** The columns of an event, as a `StoredRow`. */
export const storedColumns = `position, stream, revision, id, type, ${wholeContent} as content, lower(hex(previous)) as previous, lower(hex(hash)) as hash`

/** An event in a row. Its hash is empty when it has none. */
export type StoredRow = Omit<StoredEvent, 'position' | 'hash' | 'previous'> & {
  position: number
  hash: string
  previous: string
}

// Field by field: this is done for every event that is read, and copying the rest of an object takes as long as all of it.
export function fromRow({ position, stream, revision, id, type, content, hash, previous }: StoredRow): StoredEvent {
  const event: StoredEvent = { stream, revision, position: BigInt(position), id, type, content }
  if (hash !== '') {
    event.hash = hash
    event.previous = previous
  }
  return event
}

/** How many events are read at once, unless someone waits meanwhile. */
const pageSize = 500

/** The events as they are stored, by stream and by position, and the heads. `atOnce`: how many of the whole store are read at once. */
export function storedIn(database: DatabaseSync, atOnce = pageSize) {
  const ofStream = database.prepare(
    `select ${storedColumns} from events where stream = ? and revision > ? order by revision limit ?`,
  )
  const ofStore = database.prepare(`select ${storedColumns} from events where position > ? order by position limit ?`)
  const headColumns = 'stream, revision, lower(hex(hash)) as hash'
  const head = database.prepare(`select ${headColumns} from heads where stream = ?`)
  const everyHead = database.prepare(`select ${headColumns} from heads order by stream`)
  const inStream = (stream: string, after: number, limit = pageSize) =>
    (ofStream.all(stream, after, limit) as StoredRow[]).map(fromRow)
  const inStore = (after: bigint) => (ofStore.all(after, atOnce) as StoredRow[]).map(fromRow)
  return {
    inStream,
    inStore,
    readStored: (stream: string) => inPages<StoredEvent>(pageSize, (last) => inStream(stream, last?.revision ?? -1)),
    everyStored: (after = 0n) => inPages<StoredEvent>(atOnce, (last) => inStore(last?.position ?? after)),
    async *heads(stream?: string) {
      yield* (stream === undefined ? everyHead.iterate() : head.all(stream)) as Iterable<Head>
    },
  }
}

/** Makes room for hashes and endings in a file from before there were any. */
export function prepareChain(database: DatabaseSync): void {
  const columns = database
    .prepare('pragma table_info(events)')
    .all()
    .map(({ name }) => String(name))
  if (!columns.includes('hash')) {
    // Not `not null`: an older version must be able to append when it is put back.
    database.exec('alter table events add column previous blob; alter table events add column hash blob')
  }
  if (!columns.includes('ending')) database.exec('alter table events add column ending integer')
  database.exec(schema)
}

/** The heads and the end, as they are read and written. */
export function headsOf(database: DatabaseSync) {
  const select = database.prepare('select revision, lower(hex(hash)) as hash from heads where stream = ?')
  const upsert = database.prepare(
    'insert into heads values (?, ?, unhex(?)) on conflict do update set revision = excluded.revision, hash = excluded.hash',
  )
  const sealed = database.prepare('select last from sealed')
  const setSealed = database.prepare('update sealed set last = ?')
  return {
    get: (stream: string): { revision: number; hash: string } =>
      (select.get(stream) as { revision: number; hash: string } | undefined) ?? { revision: -1, hash: noHash },
    set: (stream: string, revision: number, hash: string) => void upsert.run(stream, revision, hash),
    last: (): number => sealed.get()!.last as number,
    setLast: (position: number | bigint) => void setSealed.run(position),
  }
}

/** The events that were given their hashes later than they were recorded, and when. */
export const sealingsIn = (database: DatabaseSync) =>
  database.prepare('select first, last, at from sealings order by first').all() as Sealing[]

/** How many events are given their hashes in one transaction. */
const sealedAtOnce = 5_000

/**
 * Gives hashes to the events that have none, after those that have. That is all of a store from before there were
 * hashes, or what an older version has appended since. Killed, it goes on where it was. `say` is given this, and how
 * far it is, and it is noted for `sealingsIn`.
 */
export function sealUnsealed(database: DatabaseSync, say: (line: string) => void): void {
  const heads = headsOf(database)
  const end = (database.prepare('select max(position) as last from events').get()!.last as number | null) ?? 0
  let last = heads.last()
  if (last >= end) return
  const unsealed = database.prepare('select 1 from events where position > ? and hash is null limit 1')
  if (unsealed.get(last)) {
    say(`Adding hashes to events ${last + 1} to ${end}. This happens once and may take a minute.`)
    database
      .prepare('insert into sealings select ?, ?, ? where not exists (select 1 from sealings where last >= ?)')
      .run(last + 1, end, new Date().toISOString(), end)
  }
  const select = database.prepare(`select ${storedColumns} from events where position > ? order by position limit ?`)
  const update = database.prepare('update events set previous = unhex(?), hash = unhex(?) where position = ?')
  let next = Date.now() + 1_000
  while (last < end) {
    database.exec('begin immediate')
    const rows = select.all(last, sealedAtOnce) as StoredRow[]
    for (const row of rows) {
      last = row.position
      const before = heads.get(row.stream)
      // Not what an older version writes: it stays without a hash that fits, and is named as damaged.
      if (row.hash !== '' || row.revision !== before.revision + 1) continue
      const hash = hashOf(before.hash, row)
      update.run(before.hash, hash, row.position)
      heads.set(row.stream, row.revision, hash)
    }
    heads.setLast(last)
    database.exec('commit')
    if (Date.now() < next) continue
    next = Date.now() + 1_000
    say(`  ${last} of ${end} events …`)
  }
}

/**
 * Compares the events with what is noted beside them. Returns the first damage of each stream whose end was changed,
 * that lacks events, or that was never recorded here. And it returns how many events are missing in all. An altered
 * event in the middle shows when it is read.
 */
export function compareHeads(database: DatabaseSync): { damaged: DamagedEvent[]; missing: number } {
  const found = new Map<string, DamagedEvent>()
  const note = (error: DamagedEvent) => {
    if (!found.has(error.stream)) found.set(error.stream, error)
  }
  const ends = database.prepare(`
    select h.stream, h.revision, e.position, e.type,
      (select max(revision) from events m where m.stream = h.stream) as actual
    from heads h left join events e on e.stream = h.stream and e.revision = h.revision
    where e.hash is not h.hash`)
  for (const { actual, position, ...row } of ends.iterate() as Iterable<EndRow>) {
    const place = { stream: row.stream, revision: row.revision }
    if (position !== null) {
      const event = { ...place, position: BigInt(position), type: row.type! }
      note(new DamagedEvent('replaced', event, 'the last recorded event is another one'))
    } else {
      // The last one may be there, and not be found since its index is damaged.
      const first = { ...place, revision: Math.min((actual ?? -1) + 1, row.revision) }
      note(new DamagedEvent('removed', first, `this event is missing, and all after it up to revision ${row.revision}`))
    }
  }
  const { events } = database.prepare('select count(*) as events from events').get() as { events: number }
  const { known } = database.prepare('select sum(revision + 1) as known from heads').get() as { known: number | null }
  if (events !== (known ?? 0) || found.size > 0) {
    const strangers = database.prepare(`
      select e.stream, e.revision, e.type, min(e.position) as position from events e left join heads h on h.stream = e.stream
      where e.revision > ifnull(h.revision, -1) group by e.stream`)
    for (const { position, ...row } of strangers.iterate() as Iterable<StoredRow>) {
      note(new DamagedEvent('inserted', { ...row, position: BigInt(position) }, 'it was not recorded by this store'))
    }
    const gaps = database.prepare(`
      select stream, revision, before from (
        select stream, revision, lag(revision, 1, -1) over (partition by stream order by revision) as before from events)
      where revision > before + 1`)
    for (const { stream, before } of gaps.iterate() as Iterable<{ stream: string; before: number }>) {
      note(new DamagedEvent('removed', { stream, revision: before + 1 }, 'this event is missing'))
    }
  }
  return { damaged: [...found.values()], missing: headsOf(database).last() - events }
}

type EndRow = { stream: string; revision: number; position: number | null; type: string | null; actual: number | null }

import { randomUUID } from 'node:crypto'
import { mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openSqliteEvents } from './sqlite.ts'
import type { EventStore } from './store.ts'
import { DamagedEvent, encode, hashOf } from './stored-event.ts'
import { verifyStore, verifyStream } from './verify.ts'

const by = { id: 'meera', name: 'Meera', role: 'admin' } as const
const paid = (paise: number): NewEvent => ({
  ...{ type: 'PaymentRecorded', data: { paise }, id: randomUUID() },
  ...{ by, at: '2026-11-16T09:00:00.000Z' },
})

type Row = {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  content: string
  hash: Uint8Array
}

/** A store with three streams, written in turns; `order-b` has revisions 0 to 4. */
async function recordedStore() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-tampering-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'events.db')
  const store = openSqliteEvents(path)
  for (let revision = -1; revision < 4; revision++) {
    for (const stream of ['order-a', 'order-b', 'order-c']) await store.append(stream, revision, [paid(4_500_000)])
  }
  await store.close()
  const lines: string[] = []
  return {
    path,
    lines,
    open(): EventStore {
      const opened = openSqliteEvents(path, (line) => lines.push(line))
      onTestFinished(() => opened.close().catch(() => {})) // a test may have closed it
      return opened
    },
    /** Edits the file without the store. */
    edit(work: (database: DatabaseSync) => void) {
      const database = new DatabaseSync(path)
      work(database)
      database.close()
    },
  }
}

const rowAt = (database: DatabaseSync, revision: number): Row =>
  database.prepare("select * from events where stream = 'order-b' and revision = ?").get(revision) as Row

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

async function all(events: AsyncIterable<Recorded>): Promise<Recorded[]> {
  const result: Recorded[] = []
  for await (const event of events) result.push(event)
  return result
}

/** All that a follower is handed until it has caught up. */
async function followed(store: EventStore) {
  const stop = new AbortController()
  const [events, damaged]: [Recorded[], DamagedEvent[]] = [[], []]
  for await (const batch of store.follow(0n, stop.signal)) {
    events.push(...batch.events)
    damaged.push(...(batch.damaged ?? []))
    if (batch.caughtUp) stop.abort()
  }
  return { events, damaged }
}

async function audit(store: EventStore): Promise<string[]> {
  const found: string[] = []
  await verifyStore(store, {
    damage: (each) => found.push(typeof each === 'string' ? each : `${each.damage} ${each.stream} ${each.revision}`),
    progress: () => {},
  })
  return found
}

/** Appends an event whose hashes fit, as someone would who knows how they are made. */
function forge(database: DatabaseSync, revision: number, position: number): void {
  const before = rowAt(database, revision - 1)
  const event = paid(1)
  const place = { stream: 'order-b', revision, id: event.id, type: event.type, content: encode(event) }
  const hash = hashOf(hex(before.hash), place)
  database
    .prepare('insert into events values (?, ?, ?, ?, ?, ?, ?, unhex(?), null)')
    .run(position, place.stream, revision, place.id, place.type, place.content, before.hash, hash)
}

/** Makes room in `order-b` at a revision, and at the end of the store. */
const shift = (database: DatabaseSync, revision: number) =>
  database.exec(`
    update events set revision = revision + 1001 where stream = 'order-b' and revision >= ${revision};
    update events set revision = revision - 1000 where stream = 'order-b' and revision > 1000`)

const tampered: [what: string, damage: string, revision: number, edit: (database: DatabaseSync) => void][] = [
  [
    'a byte of an amount that was flipped',
    'altered',
    2,
    (database) =>
      database.exec(
        "update events set content = replace(content, '4500000', '4500001') where stream = 'order-b' and revision = 2",
      ),
  ],
  [
    'an event that was removed',
    'removed',
    2,
    (database) => database.exec("delete from events where stream = 'order-b' and revision = 2"),
  ],
  [
    'an event that was removed, those after it moved up',
    'moved',
    2,
    (database) =>
      database.exec(`
        delete from events where stream = 'order-b' and revision = 2;
        update events set revision = revision - 1 where stream = 'order-b' and revision > 2`),
  ],
  [
    'two events that changed places',
    'moved',
    2,
    (database) =>
      database.exec(`
        update events set revision = 99 where stream = 'order-b' and revision = 2;
        update events set revision = 2 where stream = 'order-b' and revision = 3;
        update events set revision = 3 where stream = 'order-b' and revision = 99`),
  ],
  [
    'an event without a hash that was inserted',
    'inserted',
    2,
    (database) => {
      const { content } = rowAt(database, 2)
      shift(database, 2)
      database
        .prepare(
          "insert into events (position, stream, revision, id, type, content) values (16, 'order-b', 2, ?, ?, ?)",
        )
        .run(randomUUID(), 'PaymentRecorded', content)
    },
  ],
  [
    'an event with a hash that fits, inserted in the middle',
    'inserted',
    2,
    (database) => {
      shift(database, 2)
      forge(database, 2, 16)
    },
  ],
  ['an event with a hash that fits, added at the end', 'inserted', 5, (database) => forge(database, 5, 16)],
  [
    'a stream without its end',
    'removed',
    3,
    (database) => database.exec("delete from events where stream = 'order-b' and revision > 2"),
  ],
  [
    'a stream that went on otherwise, with hashes that fit',
    'replaced',
    4,
    (database) => {
      const { position } = rowAt(database, 4)
      database.exec("delete from events where stream = 'order-b' and revision = 4")
      forge(database, 4, position)
    },
  ],
]

describe.each(tampered)('%s', (_, damage, revision, edit) => {
  // spec: 11.12
  // security: 11.7
  it(`is named, and the rest goes on`, async () => {
    const { open, edit: tamper, lines } = await recordedStore()
    tamper(edit)
    const store = open()
    const named = expect.objectContaining({ damage, stream: 'order-b', revision })
    await expect(all(store.read('order-b'))).rejects.toEqual(named)
    await expect(all(store.read('order-b', 3))).rejects.toEqual(named)
    await expect(store.append('order-b', 4, [paid(1)])).rejects.toEqual(named)
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`DAMAGED: order-b, revision ${revision}.*All others work`)),
    )

    const { damage: found } = await verifyStream(store, 'order-b')
    expect(found).toEqual(named)
    expect(await audit(store)).toEqual(expect.arrayContaining([`${damage} order-b ${revision}`]))
    expect((await audit(store)).filter((each) => /order-[ac]/.test(each))).toEqual([])

    const { events, damaged } = await followed(store)
    expect(damaged).toEqual([named])
    expect(store.damaged()).toEqual([named])
    expect(events.filter(({ stream }) => stream !== 'order-b')).toHaveLength(10)
    expect(events.filter(({ stream, revision: at }) => stream === 'order-b' && at >= revision)).toEqual([])

    expect(await all(store.read('order-a'))).toHaveLength(5)
    await store.append('order-a', 4, [paid(1)])
    expect(await verifyStream(store, 'order-a')).toMatchObject({ events: 6, unsealed: 0, hash: expect.any(String) })
  })
})

it('an event that is recorded while its stream is verified is no damage', async () => {
  const { open } = await recordedStore()
  const store = open()
  const grows: EventStore = {
    ...store,
    async *readStored(stream) {
      yield* store.readStored(stream)
      await store.append(stream, 4, [paid(1)])
    },
  }
  expect(await verifyStream(grows, 'order-b')).toEqual({ events: 5, unsealed: 0, hash: expect.any(String) })
  expect(await verifyStream(store, 'order-b')).toEqual({ events: 6, unsealed: 0, hash: expect.any(String) })
})

it('a whole stream that was removed, with what is noted of it, is told of by the audit', async () => {
  const { open, edit, lines } = await recordedStore()
  edit((database) =>
    database.exec("delete from events where stream = 'order-b'; delete from heads where stream = 'order-b'"),
  )
  expect(await audit(open())).toContain('Position 2: this event is missing.')
  expect(lines).toEqual([expect.stringContaining('5 events are missing')])
})

it('one event that was removed, with what is noted of it, is told of in the singular', async () => {
  const { open, edit, lines } = await recordedStore()
  edit((database) =>
    database.exec(`
      delete from events where stream = 'order-b' and revision = 4;
      update heads set revision = 3, hash = (select hash from events where stream = 'order-b' and revision = 3)
        where stream = 'order-b'`),
  )
  await audit(open())
  expect(lines).toEqual([expect.stringContaining('One event is missing')])
})

it('a byte that was flipped is not handed to a follower that begins behind it', async () => {
  const { open, edit } = await recordedStore()
  edit((database) =>
    database.exec("update events set content = replace(content, '45', '46') where stream = 'order-b' and revision = 3"),
  )
  const store = open()
  const stop = new AbortController()
  for await (const { events, damaged } of store.follow(9n, stop.signal)) {
    expect(damaged).toMatchObject([{ stream: 'order-b', revision: 3, position: 11n }])
    expect(events.map(({ stream }) => stream)).toEqual(['order-a', 'order-c', 'order-a', 'order-c'])
    stop.abort()
  }
})

it('a store from before there were hashes is given them once, and says so', async () => {
  const { path, open, edit, lines } = await recordedStore()
  const before = open()
  const recorded = await all(before.read('order-b'))
  const { hash } = await verifyStream(before, 'order-b')
  await before.close()
  edit((database) =>
    database.exec(`
      create table old (position integer primary key, stream text not null, revision integer not null, id text not null,
        type text not null, content text not null, unique (stream, revision)) strict;
      insert into old select position, stream, revision, id, type, content from events;
      drop table events; alter table old rename to events; drop table heads; drop table sealed`),
  )
  const sealed = open()
  expect(lines).toEqual([`${path}: Adding hashes to events 1 to 15. This happens once and may take a minute.`])
  expect(await all(sealed.read('order-b'))).toEqual(recorded)
  expect(await verifyStream(sealed, 'order-b')).toEqual({ events: 5, unsealed: 0, hash })
  await sealed.close()
  await open().close()
  expect(lines).toHaveLength(1)
})

it('a store that was being given its hashes when its process was killed goes on where it was', async () => {
  const { open, edit, lines } = await recordedStore()
  const before = open()
  const { hash } = await verifyStream(before, 'order-b')
  await before.close()
  edit((database) =>
    database.exec(`
      update events set hash = null, previous = null where position > 7;
      insert or replace into heads select stream, max(revision), hash from events where position <= 7 group by stream;
      update sealed set last = 7`),
  )
  const store = open()
  expect(lines).toEqual([expect.stringContaining('Adding hashes to events 8 to 15.')])
  expect(await verifyStream(store, 'order-b')).toEqual({ events: 5, unsealed: 0, hash })
  expect(await audit(store)).toEqual([])
})

it('what an older version appends to a store with hashes is given them too', async () => {
  const { open, edit, lines } = await recordedStore()
  edit((database) =>
    database
      .prepare("insert into events (position, stream, revision, id, type, content) values (16, 'order-b', 5, ?, ?, ?)")
      .run(randomUUID(), 'PaymentRecorded', encode(paid(7))),
  )
  const store = open()
  expect(lines).toEqual([expect.stringContaining('Adding hashes to events 16 to 16.')])
  expect(await verifyStream(store, 'order-b')).toMatchObject({ events: 6, unsealed: 0 })
  expect(await store.append('order-b', 5, [paid(8)])).toMatchObject([{ revision: 6, position: 17n }])
  expect(await audit(store)).toEqual([])
})

it('a file that is broken as a database is refused with a sentence', async () => {
  const { path, open } = await recordedStore()
  const file = await openFile(path, 'r+')
  await file.write(Buffer.alloc(4_096, 7), 0, 4_096, 4_096)
  await file.close()
  expect(open).toThrow(`${path} is damaged`)
})

it('a bit that was flipped in the index of streams shortens no stream without a word', async () => {
  const { path, lines, open } = await recordedStore()
  const database = new DatabaseSync(path)
  const { page_size: size } = database.prepare('pragma page_size').get() as { page_size: number }
  const name = 'sqlite_autoindex_events_1'
  const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(name) as {
    rootpage: number
  }
  database.close()
  const whole = await readFile(path)
  // Its 15 entries stand at the end of its page, some 20 bytes each.
  for (let at = rootpage * size - 350; at < rootpage * size; at++) {
    await writeFile(path, whole.with(at, whole[at]! ^ (1 << (at % 8))))
    lines.length = 0
    const outcome = await readAll(open)
    const isNamed = outcome === 'refused' || lines.length > 0
    expect([at, isNamed || outcome]).toEqual([at, isNamed || { 'order-a': 5, 'order-b': 5, 'order-c': 5 }])
  }
})

/** How many events each stream has when it is read; of a damaged one none. */
async function readAll(open: () => EventStore) {
  let store: EventStore
  try {
    store = open()
  } catch (error) {
    if (error instanceof Misconfigured) return 'refused'
    throw error
  }
  const counts: Record<string, number> = {}
  for (const stream of ['order-a', 'order-b', 'order-c']) {
    const events = await all(store.read(stream)).catch((error) => {
      if (error instanceof DamagedEvent) return []
      throw error
    })
    counts[stream] = events.length
  }
  await store.close()
  return counts
}

// spec: 11.12
it('a hash is what the documentation says', () =>
  expect(hashOf('', { stream: 'order-é', revision: 0, id: 'i', type: 'T', content: '{"data":1}' })).toBe(
    // printf '15:atelier-event-1,0:,8:order-é,1:0,1:i,1:T,10:{"data":1},' | sha256sum
    '46e4b0bba5046dcd446ccfbfd9aa5bb8e7fafe3025f320b7d5456d59c9be07f8',
  ))

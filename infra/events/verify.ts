import { DatabaseSync } from 'node:sqlite'
import { checkHeads, type Trusted } from '#infra/proof/check-heads.ts'
import type { EventStore } from './store.ts'
import { beginning, DamagedEvent, type Head, type Link, type StoredEvent, verifyNext } from './stored-event.ts'

type Stored = Pick<EventStore, 'sealed' | 'readStored' | 'everyStored' | 'heads' | 'end'>

/** The outcome of verifying a stream. */
type StreamVerification = {
  /** How many events are as they were recorded, from the first one on. */
  events: number
  /** How many of them are from before there were hashes: nothing shows whether those were altered before the first hash. */
  unsealed: number
  /** The hash of the last event that is as it was recorded: it stands for all before it. Empty when there is none. */
  hash: string
  /** The first damage, if there is any. */
  damage?: DamagedEvent
}

/**
 * Verifies a stream from its first event to its head, reading it page by page. Events that are recorded meanwhile may be
 * verified or not: they are no damage.
 */
export async function verifyStream(store: Stored, stream: string): Promise<StreamVerification> {
  let link = beginning
  let unsealed = 0
  const result = () => ({ events: link.revision + 1, unsealed, hash: link.hash! })
  const readHead = async (): Promise<Head | undefined> =>
    store.sealed ? (await store.heads(stream)[Symbol.asyncIterator]().next()).value : undefined
  try {
    const before = await readHead()
    for await (const event of store.readStored(stream)) {
      link = verifyNext(event, link, store.sealed)
      if (event.revision === before?.revision) verifyHead(stream, link, before)
      if (event.hash === undefined) unsealed++
    }
    const head = await readHead()
    const grew = link.revision >= (before?.revision ?? -1) && link.revision < (head?.revision ?? -1)
    if (store.sealed && !grew) verifyHead(stream, link, head)
    return result()
  } catch (error) {
    if (!(error instanceof DamagedEvent)) throw error
    return { ...result(), damage: error }
  }
}

/** Throws `DamagedEvent` unless a stream that ends with the link ends as was noted beside the events. */
function verifyHead(stream: string, { revision, hash }: Link, head: Head | undefined): void {
  const noted = head?.revision ?? -1
  if (revision < noted) {
    const what = `this event is missing, and all after it up to revision ${noted}`
    throw new DamagedEvent('removed', { stream, revision: revision + 1 }, what)
  }
  if (revision > noted) {
    throw new DamagedEvent('inserted', { stream, revision: noted + 1 }, 'it was not recorded by this store')
  }
  if (head && head.hash !== hash) {
    throw new DamagedEvent('replaced', { stream, revision }, 'the last recorded event is another one')
  }
}

type Listener = {
  /** Called with the first damage of each stream, as it is found, and with a sentence for what no stream is known of. */
  damage(found: DamagedEvent | string): void
  /** Called now and then with how many events were verified. */
  progress(events: number): void
}

/**
 * Verifies all events of a store, that none is missing, and that they match the recorded heads of days. With `trusted`
 * it verifies the named key and saved heads, too. It reads the whole store in its order; where each stream stands is
 * noted on disk, so that memory does not grow with the store.
 */
export async function verifyStore(store: Stored, { damage, progress }: Listener, trusted: Trusted = {}) {
  using streams = openNotes()
  const heads = await checkHeads(store, trusted)
  let [events, unsealed, damaged, last] = [0, 0, 0, 0n]
  const report = (found: DamagedEvent | string) => {
    damaged++
    damage(found)
  }
  const missing = (from: bigint, to: bigint) => {
    if (to === from) report(`Position ${from}: this event is missing.`)
    else if (to > from) report(`Positions ${from} to ${to}: these events are missing.`)
  }
  /** Notes and reports that a stream is damaged: where, is said best by the stream itself, in its own order. */
  const reportStream = async (error: unknown) => {
    if (!(error instanceof DamagedEvent)) throw error
    streams.set(error.stream, 'damaged')
    report((await verifyStream(store, error.stream)).damage ?? error)
  }
  const verify = async (event: StoredEvent) => {
    const link = streams.get(event.stream)
    if (link === 'damaged') return
    try {
      streams.set(event.stream, verifyNext(event, link ?? beginning, store.sealed))
    } catch (error) {
      await reportStream(error)
    }
  }
  for await (const event of store.everyStored()) {
    if (store.sealed) missing(last + 1n, event.position - 1n)
    last = event.position
    await verify(event)
    heads.add(event)
    if (event.hash === undefined) unsealed++
    progress(++events)
  }
  if (store.sealed) {
    missing(last + 1n, await store.end())
    for await (const head of store.heads()) {
      const link = streams.get(head.stream)
      if (link === 'damaged') continue
      streams.markSeen(head.stream)
      try {
        verifyHead(head.stream, link ?? beginning, head)
      } catch (error) {
        await reportStream(error)
      }
    }
    for (const { stream, revision } of streams.left()) {
      report(
        new DamagedEvent('inserted', { stream, revision: 0 }, `this site did not record this stream up to ${revision}`),
      )
    }
  }
  for (const found of heads.found()) report(found)
  return { events, streams: streams.count(), heads: heads.report(), unsealed, damaged }
}

/** Where each stream stands, in a database of its own that goes with it. */
function openNotes() {
  const database = new DatabaseSync('')
  database.exec(`
    create table streams (stream text primary key, revision integer, hash text, previous text, damaged integer, seen integer)
    strict, without rowid; begin`)
  const select = database.prepare('select revision, hash, previous, damaged from streams where stream = ?')
  const upsert = database.prepare('insert or replace into streams values (?, ?, ?, ?, ?, 0)')
  const see = database.prepare('update streams set seen = 1 where stream = ?')
  const left = database.prepare('select stream, revision from streams where not seen and not damaged')
  const count = database.prepare('select count(*) as streams from streams')
  type Note = { revision: number; hash: string | null; previous: string | null; damaged: number }
  return {
    get(stream: string): Link | 'damaged' | undefined {
      const note = select.get(stream) as Note | undefined
      if (!note) return undefined
      if (note.damaged) return 'damaged'
      return { revision: note.revision, hash: note.hash ?? undefined, previous: note.previous ?? undefined }
    },
    set(stream: string, link: Link | 'damaged'): void {
      if (link === 'damaged') upsert.run(stream, -1, null, null, 1)
      else upsert.run(stream, link.revision, link.hash ?? null, link.previous ?? null, 0)
    },
    markSeen: (stream: string) => void see.run(stream),
    left: () => left.iterate() as Iterable<{ stream: string; revision: number }>,
    count: () => count.get()!.streams as number,
    [Symbol.dispose]: () => database.close(),
  }
}

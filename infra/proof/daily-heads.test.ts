import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NewEvent } from '#domain/event.ts'
import { storeId, stores } from '#domain/store/store.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import type { EventStore } from '#infra/events/store.ts'
import { hashOf, noHash } from '#infra/events/stored-event.ts'
import { verifyStore } from '#infra/events/verify.ts'
import { openLog } from '#infra/log.ts'
import type { SavedHead, Trusted } from './check-heads.ts'
import { nextHead, recordHeadOfDay, signedSealing } from './daily-heads.ts'
import { createSigner } from './signature.ts'

const by = { id: 'meera', name: 'Meera', role: 'admin' } as const
const paid = (paise: number): NewEvent => ({
  ...{ type: 'PaymentRecorded', data: { paise }, id: randomUUID() },
  ...{ by, at: '2026-11-22T09:00:00.000Z' },
})
const signer = createSigner('a secret that signs what is proven here')

/** A store with three streams of three events each, all of 22 November. */
async function recordedStore() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-heads-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'events.db')
  const opened: EventStore[] = []
  const open = () => {
    const store = openSqliteEvents(path, () => {})
    opened.push(store)
    onTestFinished(() => store.close().catch(() => {}))
    return store
  }
  const store = open()
  for (let revision = -1; revision < 2; revision++) {
    for (const stream of ['order-a', 'order-b', 'order-c']) await store.append(stream, revision, [paid(4_500_000)])
  }
  return {
    store,
    open,
    /** Edits the file without the store, while nothing runs. */
    async edit(work: (database: DatabaseSync) => void) {
      await opened.at(-1)!.close()
      const database = new DatabaseSync(path)
      work(database)
      database.close()
      return open()
    },
  }
}

/** Records the head of a day if it is time, as a server does; the latest one. */
async function headOn(day: string, store: EventStore, by = signer, log = openLog()) {
  const handler = createCommandHandler(store)
  await recordHeadOfDay({ events: store, handler, signer: by, log, now: () => Date.parse(`${day}T00:10:00Z`) })
  return (await handler.load(stores, storeId)).state.head
}

async function audit(store: EventStore, saved: SavedHead[] = [], keys = [signer.publicKey]): Promise<string[]> {
  return (await audited(store, { saved, keys })).found
}

async function audited(store: EventStore, trusted: Trusted) {
  const found: string[] = []
  const listener = { damage: (each: unknown) => void found.push(String(each)), progress: () => {} }
  return { found, ...(await verifyStore(store, listener, trusted)) }
}

/** Another amount in an event, and all hashes of its stream after it made anew, the noted head's too: its chain is whole. */
function rewrite(database: DatabaseSync, stream: string) {
  type Row = { revision: number; id: string; type: string; content: string }
  let previous = noHash
  for (const row of database.prepare('select * from events where stream = ? order by revision').all(stream) as Row[]) {
    const content = row.content.replace('4500000', '9900000')
    const hash = hashOf(previous, { stream, ...row, content })
    database
      .prepare('update events set content = ?, previous = unhex(?), hash = unhex(?) where stream = ? and revision = ?')
      .run(content, previous, hash, stream, row.revision)
    database.prepare('update heads set hash = unhex(?) where stream = ?').run(hash, stream)
    previous = hash
  }
}

describe('the head of a day', () => {
  it('is recorded when another day has begun, once, and covers everything before it', async () => {
    const { store } = await recordedStore()
    expect(await headOn('2026-11-22', store)).toBeUndefined()
    const head = await headOn('2026-11-23', store)
    expect(head).toMatchObject({ day: '2026-11-23', events: 9, key: signer.publicKey })
    await store.append('order-a', 2, [paid(1)])
    expect(await headOn('2026-11-23', store)).toEqual(head)
    expect(await headOn('2026-11-25', store)).toMatchObject({ day: '2026-11-25', events: 11 })
    expect(await audit(store)).toEqual([])
  })

  it('is recorded daily after one of a clock a year ahead, which the log names once', async () => {
    const { store } = await recordedStore()
    const written: string[] = []
    const log = openLog({ write: (line) => void written.push(line) })
    const ahead = (await headOn('2027-11-23', store))!
    expect(await headOn('2027-11-22', store)).toEqual(ahead)
    for (const day of ['2026-11-23', '2026-11-24']) {
      expect(await headOn(day, store, signer, log)).toMatchObject({ day })
    }
    expect(written).toEqual([expect.stringContaining('dated 2027-11-23, ahead of the clock')])
    const { hash } = (await headOn('2027-11-23', store))!
    expect(await audit(store, [ahead, { day: '2027-11-23', hash }])).toEqual([])
  })

  it('goes on from one whose last event cannot be read any more, and after a first one that cannot', async () => {
    const { store, edit } = await recordedStore()
    await headOn('2026-11-23', store)
    await store.append('order-c', 2, [paid(4_500_000)])
    const later = await edit((database) =>
      database.exec("update events set content = '~' || content where position = 9"),
    )
    expect((await headOn('2026-11-24', later))?.events).toBe(11)
    const first = await recordedStore()
    const unread = await first.edit((database) =>
      database.exec("update events set content = '~' || content where position = 1"),
    )
    expect((await headOn('2026-11-23', unread))?.events).toBe(9)
  })

  it('is the same in a store that stands elsewhere', async () => {
    const { store } = await recordedStore()
    const moved = openSqliteEvents(':memory:', () => {})
    onTestFinished(() => moved.close())
    for await (const { stream, revision, id, type, content } of store.everyStored()) {
      await moved.append(stream, revision - 1, [{ id, type, content }])
    }
    expect((await headOn('2026-11-23', moved))?.hash).toBe((await headOn('2026-11-23', store))?.hash)
  })
})

describe('the audit', () => {
  // spec: 11.27
  it('names the day when a stream was written anew, with hashes that fit', async () => {
    const { store, edit } = await recordedStore()
    await headOn('2026-11-23', store)
    await store.append('order-c', 2, [paid(4_500_000)])
    await headOn('2026-11-24', store)
    const later = await edit((database) => rewrite(database, 'order-b'))
    expect(await audit(later)).toEqual([
      'The fingerprint of 2026-11-23 doesn’t match its events: one was changed, removed or added.',
    ])
  })

  it('names the day after the last one that fits', async () => {
    const { store, edit } = await recordedStore()
    await headOn('2026-11-23', store)
    await store.append('order-d', -1, [paid(4_500_000)])
    await headOn('2026-11-24', store)
    const later = await edit((database) => rewrite(database, 'order-d'))
    expect(await audit(later)).toEqual([
      'The fingerprint of 2026-11-24 doesn’t match its events: one after 2026-11-23 was changed, removed or added.',
    ])
  })

  // spec: 11.27
  it('notices by a head that was kept elsewhere that everything was written anew, the heads too', async () => {
    const { store, edit } = await recordedStore()
    const { day, hash } = (await headOn('2026-11-23', store))!
    expect(await audit(store, [{ day, hash }])).toEqual([])
    const forged = await edit((database) => {
      database.exec("delete from events where stream = 'store-1'; delete from heads where stream = 'store-1'")
      database.exec('update sealed set last = 9')
      rewrite(database, 'order-b')
    })
    expect(await audit(forged)).toEqual([])
    expect(await audit(forged, [{ day, hash }])).toEqual([
      'The fingerprint of 2026-11-23 is missing, though you kept one: earlier events were rewritten.',
    ])
    await headOn(day, forged)
    expect(await audit(forged)).toEqual([])
    expect(await audit(forged, [{ day, hash }])).toEqual([
      'The fingerprint of 2026-11-23 differs from the one you kept: earlier events were rewritten.',
    ])
  })

  it('notices a head that another key has signed', async () => {
    const { store } = await recordedStore()
    await headOn('2026-11-23', store)
    const { content } = (await Array.fromAsync(store.everyStored())).at(-1)!
    const other = content.replace(
      /"key":"[^"]+"/,
      `"key":"${createSigner('another secret than the one of the server').publicKey}"`,
    )
    const forged = openSqliteEvents(':memory:', () => {})
    onTestFinished(() => forged.close())
    for await (const { stream, revision, id, type, content: stored } of store.everyStored()) {
      const changed = type === 'DailyHeadRecorded' ? other : stored
      await forged.append(stream, revision - 1, [{ id, type, content: changed }])
    }
    const unsigned = 'The fingerprint of 2026-11-23 was not signed with the key it names.'
    expect(await audit(forged)).toEqual([unsigned])
    expect(await audit(forged, [], [])).toEqual([unsigned])
  })

  // spec: 11.27
  it('refuses the heads of a past written anew that another’s key has signed, and takes a former key that is named', async () => {
    const { store } = await recordedStore()
    const stranger = createSigner('another secret than the one of the server')
    await headOn('2026-11-23', store, stranger)
    expect(await audit(store)).toEqual([
      `The fingerprint of 2026-11-23 is signed with the key ${stranger.publicKey}, which is not the server’s. If it once was, add --key=${stranger.publicKey}`,
    ])
    expect(await audit(store, [], [signer.publicKey, stranger.publicKey])).toEqual([])
  })

  it('refuses a head without a signature', async () => {
    const { store } = await recordedStore()
    const { signature: _, ...unsigned } = (await headOn('2026-11-23', store))!
    const data = { ...unsigned, day: '2026-11-24' }
    const at = '2026-11-24T00:10:00.000Z'
    await store.append('store-1', 0, [{ type: 'DailyHeadRecorded', data, id: randomUUID(), by, at }])
    expect(await audit(store)).toEqual([
      'The daily fingerprint at revision 1 of store-1 can’t be read: it is not signed.',
    ])
  })

  const sealed = (data: object): NewEvent => ({
    ...{ type: 'StoreSealed', data, id: randomUUID() },
    ...{ by, at: '2026-11-23T09:00:00.000Z' },
  })
  const unsigned =
    'An unsigned note says that this store was copied from another one after 2026-11-23. Fingerprints up to then still count.'

  it('is not kept from the heads by an event that says the store was made anew, nor is the server', async () => {
    const { store, edit } = await recordedStore()
    await headOn('2026-11-23', store)
    const later = await edit((database) => rewrite(database, 'order-b'))
    await later.append('store-1', 0, [sealed({ events: 9 })])
    const written = 'The fingerprint of 2026-11-23 doesn’t match its events: one was changed, removed or added.'
    expect(await audit(later)).toEqual([written, unsigned])
    // The next head of an honest server does not bless it.
    await headOn('2026-11-24', later)
    expect(await audit(later)).toEqual([written, unsigned])
  })

  it('takes heads that begin anew where the server has signed that the store was made of another one, there', async () => {
    const { store } = await recordedStore()
    await headOn('2026-11-23', store)
    const made = sealed(signedSealing(9, 10, signer))
    await store.append('store-1', 0, [made])
    const { newest } = (await audited(store, { keys: [signer.publicKey] })).heads
    expect([newest, await audit(store)]).toEqual([undefined, []])
    await headOn('2026-11-24', store)
    expect(await audit(store)).toEqual([])
    await store.append('store-1', 2, [{ ...made, id: randomUUID() }])
    expect(await audit(store)).toEqual([
      'The note that this store was copied from another one is not where it was signed for.',
    ])
  })

  it('takes heads that an older version has begun anew without signing it, and says so', async () => {
    const { store } = await recordedStore()
    await headOn('2026-11-23', store, createSigner('the one of the store that it was made of'))
    const elsewhere = openSqliteEvents(':memory:', () => {})
    onTestFinished(() => elsewhere.close())
    for await (const { stream, revision, id, type, content } of store.everyStored()) {
      await elsewhere.append(stream, revision - 1, [{ id, type, content: content.replace('4500000', '4500001') }])
    }
    await elsewhere.append('store-1', 0, [sealed({ events: 9 })])
    const data = (await nextHead(elsewhere, { day: '2026-11-24', signer }))!
    const at = '2026-11-24T00:10:00.000Z'
    await elsewhere.append('store-1', 1, [{ type: 'DailyHeadRecorded', data, id: randomUUID(), by, at }])
    const { found, heads } = await audited(elsewhere, { keys: [signer.publicKey] })
    expect([found, heads]).toMatchObject([[], { days: 1, begunAnew: '2026-11-23' }])
  })
})

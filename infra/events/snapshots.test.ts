import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fold, idIn, type NewEvent, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orderCommands, orders } from '#domain/order/actions.ts'
import { openSqliteDocuments } from '../documents/sqlite.ts'
import { openSqliteKeys } from '../keys/sqlite.ts'
import { createCommandHandler } from './command-handler.ts'
import { sealEvents } from './sealed-store.ts'
import { createSnapshots, snapshotsCollection } from './snapshots.ts'
import { openSqliteEvents } from './sqlite.ts'
import type { EventStore } from './store.ts'
import { decode } from './stored-event.ts'

const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const at = '2026-11-16T09:00:00.000Z'
const longest = 3_000
const secret = 'the umbrella stays yellow'

const message = (nth: number): NewEvent => ({
  ...{ id: randomUUID(), type: 'MessageSent', data: { text: `${nth}: ${secret}` }, by: asha, at },
  cause: { key: `key-${nth}`, body: 'digest' },
})

const opened: NewEvent = {
  ...{ id: randomUUID(), type: 'OrderOpened', by: asha, at },
  data: { clientId: 'asha', number: 1, title: 'Asha Rao #1', steps: [], questions: [] },
}

type Kept = { id: string; revision: number; value?: string; parts?: string[] }

/** A process on a folder. */
async function startIn(folder: string) {
  const keys = await openSqliteKeys({ folder: join(folder, 'keys') })
  const events = sealEvents(openSqliteEvents(join(folder, 'events.db')), keys, () => {})
  const documents = openSqliteDocuments(join(folder, 'documents.db'))
  const snapshots = createSnapshots({ events, documents, keys })
  /** After which revisions streams were read. */
  const readAfter: number[] = []
  const noting: EventStore = {
    ...events,
    read(stream, after = -1) {
      readAfter.push(after)
      return events.read(stream, after)
    },
  }
  const handler = createCommandHandler(noting, { now: () => Date.parse(at), snapshots })
  return {
    ...{ keys, events, documents, handler, snapshots, readAfter },
    load: () => handler.load(orders, '1'),
    kept: async () => (await documents.collection(snapshotsCollection).get('order-1')) !== undefined,
    async close() {
      await documents.close()
      await events.close()
      await keys.close()
    },
  }
}

/** A folder with an order of many messages that one process has folded, for processes that come after each other. */
async function folderWithLongOrder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-snapshots-'))
  let running = await startIn(folder)
  const start = async () => {
    await running.close()
    running = await startIn(folder)
    return running
  }
  onTestFinished(async () => {
    await running.close()
    await rm(folder, { recursive: true })
  })
  const messages = Array.from({ length: longest }, (_, nth) => message(nth))
  await running.events.append('order-1', -1, [opened])
  await running.events.append('order-1', 0, messages)
  const whole = await (await start()).load()
  await vi.waitUntil(running.kept)
  return { start, path: join(folder, 'documents.db'), whole }
}

it('folds a long stream in a new process from what the one before it has folded', async () => {
  const { start, whole } = await folderWithLongOrder()
  const second = await start()
  expect(await second.load()).toEqual(whole)
  expect(second.readAfter).toEqual([longest])

  await second.events.append('order-1', longest, [message(longest)])
  const third = await start()
  const { state, revision } = await third.load()
  expect([revision, state.conversation.length]).toEqual([longest + 1, longest + 1])
  expect(third.readAfter).toEqual([longest])
})

it('is done without where the documents cannot be read', async () => {
  const { start, whole } = await folderWithLongOrder()
  const second = await start()
  await second.documents.close()
  expect(await second.load()).toEqual(whole)
  expect(second.readAfter).toEqual([-1])
})

it('has none of a short stream', async () => {
  const { start } = await folderWithLongOrder()
  const { events, handler, documents } = await start()
  await events.append('order-2', -1, [opened, message(0)])
  await handler.load(orders, '2')
  expect(await documents.collection(snapshotsCollection).get('order-2')).toBeUndefined()
})

it('tells nothing of what it is of to whoever reads the file', async () => {
  const { start, path } = await folderWithLongOrder()
  const { close } = await start()
  await close()
  const bytes = await readFile(path)
  expect(bytes.includes('order-1')).toBe(true)
  expect(bytes.includes(secret)).toBe(false)
  expect(bytes.includes(asha.name)).toBe(false)
})

it.each(['a part is gone', 'a part is another’s', 'it is of another hash', 'it is of other code'])(
  'is thrown away and made again where %s',
  async (what) => {
    const { start, whole } = await folderWithLongOrder()
    const { documents } = await start()
    const snapshots = documents.collection<Kept>(snapshotsCollection)
    const head = (await snapshots.get('order-1'))!
    const [part, other] = await snapshots.getMany(head.parts!.slice(1, 3))
    const remove = (id: string) => documents.write([{ collection: snapshotsCollection, remove: id }])
    const put = (changed: Kept) =>
      remove(changed.id).then(() => documents.write([{ collection: snapshotsCollection, put: changed }]))
    if (what === 'a part is gone') await remove(part!.id)
    else if (what === 'a part is another’s') await put({ ...part!, value: other!.value! })
    else await put({ ...head, [what.endsWith('hash') ? 'hash' : 'code']: 'another' })

    const second = await start()
    expect(await second.load()).toEqual(whole)
    expect(second.readAfter).toEqual([-1])
    await vi.waitUntil(second.kept)
    const third = await start()
    expect(await third.load()).toEqual(whole)
    expect(third.readAfter).toEqual([longest])
  },
)

// security: 14.9
it('cannot be read any more once the key of somebody in it is destroyed, and none is made again', async () => {
  const { start } = await folderWithLongOrder()
  await (await start()).keys.destroy('asha')
  const second = await start()
  const { state } = await second.load()
  expect(JSON.stringify(state)).not.toContain(secret)
  expect(second.readAfter).toEqual([-1])
  expect(await second.kept()).toBe(false)
  await second.snapshots.keep('order-1', { ...folded, state, revision: longest }, longest)
  expect(await second.kept()).toBe(false)
})

const folded = { actors: new Set(['asha']), idempotencyRecords: new Map() }

it('has a repeated request recognised', async () => {
  const { start } = await folderWithLongOrder()
  const { handler } = await start()
  const again = { by: asha, cause: { key: 'key-7', body: 'digest' } }
  const { revision } = await handler.handle(orderCommands.sendMessage, '1', { orderId: '1', text: 'once more' }, again)
  expect(revision).toBe(8)
})

it('has all that an order can be: it is what its JSON says', () => {
  const golden = readFileSync(new URL('./golden-events.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const events = golden.map((line, at) => {
    const [stream, revision, id, type, content] = line.split('\t') as [string, string, string, string, string]
    return decode({ stream, revision: Number(revision), position: BigInt(at + 1), id, type, content })
  })
  const streams = Map.groupBy(events, ({ stream }) => stream)
  const states = [...streams].flatMap(([stream, events]) =>
    idIn(orders, stream) === undefined ? [] : [fold(orders, events as Recorded<OrderEvent>[])],
  )
  expect(states.length).toBeGreaterThan(0)
  for (const state of states) expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accounts } from '#domain/account/actions.ts'
import { aggregates } from '#domain/aggregates.ts'
import { type Aggregate, type Event, fold, idIn, type NewEvent, type Recorded } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { personalData, personalFieldsOf } from '#domain/personal-data.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { openSqliteKeys } from '#infra/keys/sqlite.ts'
import { ownKeys } from '#infra/keys/testing.ts'
import { mostInOneTurn } from '#infra/testing/event-loop.ts'
import { eventStoreContract } from './contract.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { readAddress } from './eventstoredb-connection.ts'
import { sealEvents } from './sealed-store.ts'
import { openSqliteEvents } from './sqlite.ts'
import { type Batch, type EventStore, readRange, WrongRevision } from './store.ts'
import { DamagedEvent, decode, type SealedPart } from './stored-event.ts'
import { startDouble } from './testing/double.ts'
import { verifyStream } from './verify.ts'

/** A folder with events and keys, both of which are closed and opened as one. */
async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-sealed-'))
  return {
    path: join(folder, 'events.db'),
    folder: join(folder, 'keys'),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** The sealed store over one that is opened each time, with its keys closed as it is. */
const withKeys = (events: EventStore, keys: PersonKeys): EventStore => {
  const store = sealEvents(events, keys, () => {})
  return { ...store, close: () => store.close().then(keys.close) }
}

eventStoreContract('the sealed event store on SQLite', async () => {
  const { path, folder, remove } = await inFolder()
  return { open: async () => withKeys(openSqliteEvents(path), await openSqliteKeys({ folder })), remove }
})

/** The time limits for a store on a busy machine, in milliseconds. */
const patient = { callMs: 20_000, attemptMs: 10_000, gatheringMs: 5, heartbeatMs: 60_000 }

eventStoreContract('the sealed event store on a double of EventStoreDB', async () => {
  const [{ folder, remove }, double] = [await inFolder(), await startDouble()]
  return {
    open: async () =>
      withKeys(openEventStoreDb(readAddress(double.url), 'atelier.', patient), await openSqliteKeys({ folder })),
    remove: () => Promise.all([double.close(), remove()]).then(() => {}),
  }
})

const lines = readFileSync(new URL('golden-events.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
/** An event of each type there is, in streams that can be folded. */
const golden: Recorded[] = lines.map((line, at) => {
  const [stream, revision, id, type, content] = line.split('\t') as [string, string, string, string, string]
  return decode({ id, type, content, stream, revision: Number(revision), position: BigInt(at + 1) })
})

const aggregateOf = (stream: string) =>
  (Object.values(aggregates) as unknown as Aggregate<unknown, Event>[]).find(
    (each) => idIn(each, stream) !== undefined,
  )!

async function opened() {
  const { path, folder, remove } = await inFolder()
  const [inner, keys] = [openSqliteEvents(path, () => {}), await openSqliteKeys({ folder })]
  onTestFinished(async () => {
    await Promise.all([inner.close().catch(() => {}), keys.close()]) // a test may have closed it
    await remove()
  })
  return { inner, keys, store: sealEvents(inner, keys, () => {}), path }
}

async function append(store: EventStore, { stream, revision, position: _, ...event }: Recorded) {
  await store.append(stream, revision - 1, [event])
}

const streamsOf = (events: readonly Recorded[]) => [...new Set(events.map(({ stream }) => stream))]

/** Everyone who has a key. */
const people = new Set([
  ...golden.map(({ by }) => by.id),
  ...golden.flatMap(({ stream }) => idIn(accounts, stream) ?? idIn(leads, stream) ?? []),
  ...golden.flatMap(({ data }) => (data as { clientId?: string }).clientId ?? []),
])

/** The texts in a value that are long enough to be stored from anything else. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The texts of golden events that anyone may read: the agency's contact, and questions, some of which orders have. */
const clearTexts = new Set(
  golden.flatMap(({ type, data }) =>
    Object.entries(data as object).flatMap(([name, value]) =>
      personalFieldsOf(type).includes(name) ? [] : textsIn(value),
    ),
  ),
)

/** The personal texts of the golden events, beside the words for kinds of files, which are no one's. */
const personalTexts = golden
  .flatMap(({ type, data, by, origin }) => [
    ...personalFieldsOf(type).flatMap((name) => textsIn((data as Record<string, unknown>)[name])),
    ...textsIn([by.name, by.via, origin]),
  ])
  .filter((text) => !clearTexts.has(text) && text !== 'application')

const bytesIn = async (path: string) => {
  const folder = join(path, '..')
  const names = (await readdir(folder)).filter((name) => name.startsWith('events.db'))
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}

const untilCaughtUp = async (store: EventStore): Promise<Batch> => {
  const all: Batch = { events: [], caughtUp: true, damaged: [] }
  const stop = new AbortController()
  for await (const { events, damaged = [], caughtUp } of store.follow(0n, stop.signal)) {
    all.events.push(...events)
    all.damaged = [...all.damaged!, ...damaged]
    if (caughtUp) stop.abort()
  }
  return all
}

describe('an event of every type', () => {
  it('comes back as it was given: read, followed, and at its position', async () => {
    const { store, inner, keys } = await opened()
    for (const event of golden) await append(store, event)
    expect((await untilCaughtUp(store)).events).toEqual(golden)
    const again = sealEvents(inner, keys)
    expect((await untilCaughtUp(again)).events).toEqual(golden)
    for (const stream of streamsOf(golden)) {
      const expected = golden.filter((event) => event.stream === stream)
      expect(await Array.fromAsync(again.read(stream))).toEqual(expected)
    }
    for (const event of golden) expect(await again.at(event.position)).toEqual(event)
  })

  // security: 11.4
  it('leaves no personal byte in the files of the store', async () => {
    const { store, inner, path } = await opened()
    expect(personalTexts.length).toBeGreaterThan(100)
    for (const event of golden) await append(store, event)
    const bytes = await bytesIn(path)
    expect(personalTexts.filter((text) => bytes.includes(text) || bytes.includes(JSON.stringify(text)))).toEqual([])
    await inner.append('account-unsealed', -1, [
      { ...golden[0]!, by: { ...golden[0]!.by, name: 'Found By Its Bytes' } },
    ])
    expect((await bytesIn(path)).includes('Found By Its Bytes')).toBe(true)
  })

  // spec: 2.108
  it('can be folded when all keys are destroyed, says nothing of anybody, and its stream verifies', async () => {
    const { store, keys, inner } = await opened()
    for (const event of golden) await append(store, event)
    for (const person of people) await keys.destroy(person)
    const { events } = await untilCaughtUp(store)
    expect(events.map(({ id }) => id)).toEqual(golden.map(({ id }) => id))
    const stored = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(personalTexts.filter((text) => stored.includes(JSON.stringify(text)))).toEqual([])
    for (const stream of streamsOf(golden)) {
      const erased = events.filter((event) => event.stream === stream)
      expect(() => fold(aggregateOf(stream), erased)).not.toThrow()
      expect(erased.every(({ by }) => by.name === 'erased')).toBe(true)
    }
    for (const stream of streamsOf(golden)) expect((await verifyStream(inner, stream)).damage).toBeUndefined()
  })
})

it('any data of any type comes back as it was given, and what is not personal after an erase too', async () => {
  const { store, keys } = await opened()
  const types = Object.keys(personalData)
  let n = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types).chain((type) =>
        fc.record({
          type: fc.constant(type),
          data: fc.dictionary(fc.constantFrom(...personalFieldsOf(type), 'clientId', 'clear'), fc.jsonValue()),
        }),
      ),
      fc.constantFrom('order', 'account', 'lead', 'subscription', 'api-key', 'store'),
      fc.record({ name: fc.string(), via: fc.option(fc.string(), { nil: undefined }) }),
      fc.option(fc.record({ address: fc.ipV4() }), { nil: undefined }),
      async ({ type, data }, kind, named, origin) => {
        const [subject, actor] = [`subject-${++n}`, `actor-${n}`]
        const id = kind === 'order' ? `o${n}` : subject
        const by = { id: actor, role: 'client' as const, name: named.name, ...(named.via ? { via: named.via } : {}) }
        const event: NewEvent = {
          ...{ id: randomUUID(), type, data: { ...data, clientId: subject }, by, at: '2026-11-22T09:00:00.000Z' },
          ...(origin ? { origin } : {}),
        }
        const [recorded] = await store.append(`${kind}-${id}`, -1, [event])
        const [read] = await Array.fromAsync(store.read(`${kind}-${id}`))
        expect(recorded).toEqual({ ...event, stream: `${kind}-${id}`, revision: 0, position: recorded!.position })
        expect(read).toEqual(
          JSON.parse(JSON.stringify({ ...recorded!, position: 0 }), (key, value) =>
            key === 'position' ? recorded!.position : value,
          ),
        )
        await keys.destroy(subject)
        await keys.destroy(actor)
        const [erased] = await Array.fromAsync(store.read(`${kind}-${id}`))
        expect(erased).toMatchObject({ id: event.id, type, at: event.at, by: { id: actor, role: 'client' } })
        if ('clear' in data)
          expect((erased!.data as { clear: unknown }).clear).toEqual((read!.data as { clear: unknown }).clear)
        expect(erased).not.toHaveProperty('origin')
      },
    ),
    { numRuns: 150 },
  )
})

const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const meera = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
const origin = { address: '203.0.113.7', browser: 'Firefox on Linux' }
const at = '2026-11-22T09:00:00.000Z'
const opens = (): NewEvent => ({
  ...{ id: randomUUID(), type: 'OrderOpened', by: asha, at, origin },
  data: { clientId: 'asha', number: 1, title: 'Asha Rao #1', steps: [], questions: [] },
})
const says = (by: NewEvent['by'], text: string): NewEvent => ({
  ...{ id: randomUUID(), type: 'MessageSent', data: { text }, by, at },
})

const toggles = (by: NewEvent['by']): NewEvent => ({
  ...{ id: randomUUID(), type: 'StepToggled', data: { step: 1, done: true }, by, at, origin },
})

describe('whose data it is', () => {
  it('is the client’s, whichever person writes on their order; the name of the writer stays with the writer', async () => {
    const { store, inner, keys } = await opened()
    await store.append('order-1', -1, [opens()])
    await sealEvents(inner, keys).append('order-1', 0, [says(meera, 'Dear Asha')])
    await keys.destroy('asha')
    const [first, second] = await Array.fromAsync(store.read('order-1'))
    expect(first).toMatchObject({ data: { clientId: 'asha', title: 'erased' }, by: { id: 'asha', name: 'erased' } })
    expect(second).toMatchObject({ data: { text: '' }, by: meera })
  })

  it('is not the writer’s: when an admin is erased, what they wrote to the client stays', async () => {
    const { store, keys } = await opened()
    await store.append('order-1', -1, [opens(), says(meera, 'Dear Asha')])
    await keys.destroy('meera')
    const [, second] = await Array.fromAsync(store.read('order-1'))
    expect(second).toMatchObject({ data: { text: 'Dear Asha' }, by: { id: 'meera', name: 'erased', role: 'admin' } })
  })

  it('is sealed once a person: one part where the client does it, two where an admin does', async () => {
    const { store, inner } = await opened()
    await store.append('order-1', -1, [opens(), says(asha, 'Hello'), says(meera, 'Hello')])
    const stored = await Array.fromAsync(inner.readStored('order-1'))
    expect(stored.map(({ content }) => JSON.parse(content).sealed.length)).toEqual([1, 1, 2])
  })
})

// spec: 11.58
it('no key is made of whom an event says nothing: after an erase there is none', async () => {
  const { store, keys } = await opened()
  await store.append('order-1', -1, [opens()])
  await store.append('account-asha', -1, [{ id: randomUUID(), type: 'AccountErased', data: {}, by: asha, at }])
  await keys.destroy('asha')
  await store.append('order-1', 0, [{ id: randomUUID(), type: 'ClientErased', data: { files: [] }, by: meera, at }])
  await store.append('account-asha', 0, [{ id: randomUUID(), type: 'ErasureCompleted', data: {}, by: meera, at }])
  expect((await Array.fromAsync(keys.everyKey())).map(({ person }) => person)).toEqual(['meera'])
})

it('after an erase nothing of before comes back with the person, and what is new is theirs', async () => {
  const { store, keys } = await opened()
  await store.append('order-1', -1, [opens()])
  await untilCaughtUp(store)
  await keys.destroy('asha')
  await store.append('order-1', 0, [says(asha, 'I am here again')])
  const { events } = await untilCaughtUp(store)
  expect(events.map(({ data, by }) => [(data as { text?: string }).text, by.name])).toEqual([
    [undefined, 'erased'],
    ['I am here again', 'Asha Rao'],
  ])
})

it.each([
  ['said', { title: 'Other' }, opens()],
  ['done', { done: false }, toggles(asha)],
])('what was %s is answered as it was recorded the first time when it is appended again', async (_, other, event) => {
  const { store } = await opened()
  const [recorded] = await store.append('order-1', -1, [event])
  const [again] = await store.append('order-1', -1, [{ ...event, data: { ...(event.data as object), ...other } }])
  expect(again).toEqual(recorded)
})

describe('who did something, and from where', () => {
  const sealedIn = async (inner: EventStore, stream: string) =>
    (await Array.fromAsync(inner.readStored(stream))).map(({ content }) => JSON.parse(content).sealed as SealedPart[])

  // spec: 11.62
  it('is sealed once for all events that have it in common, and by itself where something differs', async () => {
    const { store, inner } = await opened()
    await store.append('order-1', -1, [opens(), toggles(meera)])
    await store.append('order-2', -1, [toggles(meera), { ...toggles(meera), origin: { address: '203.0.113.8' } }])
    const [[, [one]], [[two], [three]]] = (await Promise.all(
      ['order-1', 'order-2'].map((stream) => sealedIn(inner, stream)),
    )) as [[SealedPart[], [SealedPart]], [[SealedPart], [SealedPart]]]
    expect(two).toEqual(one)
    expect([three.id, three.value]).not.toEqual([one.id, one.value])
    const read = await Array.fromAsync(store.read('order-2'))
    expect(read.map(({ by, origin }) => [by, origin])).toEqual([
      [meera, origin],
      [meera, { address: '203.0.113.8' }],
    ])
  })

  // spec: 11.62
  it('opens nowhere once the key is destroyed, nor is it used again for a person who comes back', async () => {
    const { store, inner, keys } = await opened()
    await store.append('order-1', -1, [toggles(asha), toggles(asha)])
    await keys.destroy(asha.id)
    await store.append('order-1', 1, [toggles(asha)])
    const [[before], [after]] = (await sealedIn(inner, 'order-1')).slice(1) as [[SealedPart], [SealedPart]]
    expect(after.key).not.toBe(before.key)
    expect(after.value).not.toBe(before.value)
    const names = (await untilCaughtUp(store)).events.map(({ by, origin }) => [by.name, origin])
    expect(names).toEqual([
      ['erased', undefined],
      ['erased', undefined],
      ['Asha Rao', origin],
    ])
  })

  // spec: 11.62
  it('does not open in another person’s event', async () => {
    const { store, inner } = await opened()
    await store.append('order-1', -1, [toggles(meera)])
    const [event] = await Array.fromAsync(inner.readStored('order-1'))
    const content = event!.content.replace('"by":{"id":"meera"', '"by":{"id":"asha"')
    await inner.append('order-2', -1, [{ id: randomUUID(), type: event!.type, content }])
    await expect(Array.fromAsync(store.read('order-1'))).resolves.toHaveLength(1)
    await expect(Array.fromAsync(store.read('order-2'))).rejects.toThrow(DamagedEvent)
  })
})

it('events from before there were keys are read as they are', async () => {
  const { store, inner } = await opened()
  await inner.append('order-1', -1, [opens()])
  await store.append('order-1', 0, [says(asha, 'Hello')])
  const [first, second] = await Array.fromAsync(store.read('order-1'))
  expect(first).toMatchObject({ data: { title: 'Asha Rao #1' }, by: asha, origin })
  expect(second).toMatchObject({ data: { text: 'Hello' }, by: asha })
})

// security: 11.5
it('a key that is missing, and not destroyed, is damage of its stream, and never an erased person', async () => {
  const { store, inner } = await opened()
  await store.append('order-1', -1, [opens()])
  const others = sealEvents(inner, await ownKeys(), () => {})
  await others.append('order-2', -1, [opens()])
  const sentence = 'order-1, revision 0, OrderOpened, position 1: asha’s personal data key is missing or damaged'
  await expect(Array.fromAsync(others.read('order-1'))).rejects.toThrow(sentence)
  await expect(others.append('order-1', 0, [says(asha, 'Hello')])).rejects.toThrow(DamagedEvent)
  const { events, damaged } = await untilCaughtUp(others)
  expect(events.map(({ stream }) => stream)).toEqual(['order-2'])
  expect(damaged!.map(({ stream }) => stream)).toEqual(['order-1'])
  expect(others.damaged().map(({ stream }) => stream)).toEqual(['order-1'])
})

it('a missing key is damage also where another person of the event was erased', async () => {
  const { store, inner } = await opened()
  await store.append('order-1', -1, [opens(), says(meera, 'Dear Asha')])
  const keys = await ownKeys()
  await keys.destroy('asha')
  const others = sealEvents(inner, keys, () => {})
  const sentence = 'order-1, revision 1, MessageSent, position 2: meera’s personal data key is missing or damaged'
  await expect(Array.fromAsync(others.read('order-1'))).rejects.toThrow(sentence)
})

it('a sealed part that was moved to another event does not open, though the hashes fit', async () => {
  const { store, inner, keys } = await opened()
  await store.append('order-1', -1, [opens()])
  const { content } = (await Array.fromAsync(inner.readStored('order-1')))[0]!
  await inner.append('order-2', -1, [{ id: randomUUID(), type: 'OrderOpened', content }])
  await expect(Array.fromAsync(sealEvents(inner, keys, () => {}).read('order-2'))).rejects.toThrow(
    'its personal data was changed after it was encrypted',
  )
})

describe('many long reads at once', () => {
  const [length, readers] = [250, 100]
  it.each(['read', 'readStored', 'everyStored'] as const)('hold others up no longer than one does: %s', async (how) => {
    const { store } = await opened()
    const events = Array.from({ length }, (_, n) => says(meera, `The ${n}th thing that I wanted to say`))
    await store.append('order-1', -1, [opens(), ...events])
    let read = 0
    const readAll = async () => {
      for await (const _ of how === 'everyStored' ? store.everyStored() : store[how]('order-1')) read++
    }
    const most = await mostInOneTurn(Promise.all(Array.from({ length: readers }, readAll)), () => read)
    expect(read).toBe(readers * (length + 1))
    expect(most).toBeLessThan(read / 5)
  })
})

it('asks only once for whom an order is about, though its first event names no person', async () => {
  const { inner, keys } = await opened()
  let reads = 0
  const readStored: EventStore['readStored'] = (stream) => {
    reads++
    return inner.readStored(stream)
  }
  const store = sealEvents({ ...inner, readStored }, keys, () => {})
  const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  for (let revision = -1; revision < 20; revision++) {
    const message = {
      id: randomUUID(),
      type: 'MessageSent',
      data: { text: 'Good morning' },
      by,
      at: '2026-11-16T09:00:00Z',
    }
    await store.append('order-1', revision, [message])
  }
  expect(reads).toBe(1)
})

describe('read receipts', () => {
  const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
  const message = () => ({
    ...{ id: randomUUID(), type: 'MessageSent', data: { text: 'Good morning' } },
    ...{ by: asha, at: '2026-11-16T09:00:00.000Z' },
  })

  /** An order with so many messages, behind a store that counts what is read of it. */
  async function counted(messages: number) {
    const { inner, keys, path } = await opened()
    const count = { read: 0 }
    const counting: EventStore = {
      ...inner,
      async *read(...which) {
        for await (const event of inner.read(...which)) {
          count.read++
          yield event
        }
      },
    }
    /** The ids of keys, and of people, that the key store was asked about. */
    const lookups: unknown[] = []
    const noting: PersonKeys = {
      ...keys,
      keysById(ids) {
        if (ids.length > 0) lookups.push(ids)
        return keys.keysById(ids)
      },
      isDestroyed(person) {
        lookups.push(person)
        return keys.isDestroyed(person)
      },
    }
    const store = sealEvents(counting, noting, () => {})
    const order = { clientId: 'asha', number: 1, title: 'Asha Rao #1', steps: [], questions: [] }
    await store.append('order-1', -1, [{ ...message(), type: 'OrderOpened', data: order }])
    await store.append('order-1', 0, Array.from({ length: messages }, message))
    return { store, count, keys, path, lookups }
  }

  const texts = (events: readonly Recorded[]) => events.map(({ data }) => (data as { text?: string }).text)
  const edit = (path: string, sql: string) => {
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
  }

  it('is not read again, only what was added since', async () => {
    const { store, count } = await counted(10)
    const first = await Array.fromAsync(store.read('order-1'))
    expect(count.read).toBe(11)
    expect(await Array.fromAsync(store.read('order-1'))).toEqual(first)
    expect(await readRange(store, 'order-1', 3, 7)).toEqual(first.slice(3, 8))
    expect(count.read).toBe(11)
    await store.append('order-1', 10, [message()])
    expect(await Array.fromAsync(store.read('order-1', 5))).toHaveLength(6)
    expect(count.read).toBe(12)
  })

  it('is kept as far as its last 200 events', async () => {
    const { store, count } = await counted(499)
    const all = await Array.fromAsync(store.read('order-1'))
    count.read = 0
    expect(await Array.fromAsync(store.read('order-1', 299))).toEqual(all.slice(300))
    expect(count.read).toBe(0)
    expect(await Array.fromAsync(store.read('order-1'))).toEqual(all)
    expect(count.read).toBe(500)
  })

  it('says nothing any more of a person who is erased, at once', async () => {
    const { store, keys } = await counted(4)
    const reading = store.read('order-1')[Symbol.asyncIterator]()
    expect(texts(await Array.fromAsync(store.read('order-1')))).toContain('Good morning')
    await reading.next() // it has begun, and goes on behind the erasure
    await keys.destroy('asha')
    expect((await reading.next()).value.data).toEqual({ text: '' })
    await reading.return?.()
    expect(new Set(texts(await Array.fromAsync(store.read('order-1', 0))))).toEqual(new Set(['']))
  })

  it('of a person who was erased needs their key no more, however long it is', async () => {
    const { store, keys, lookups } = await counted(20)
    await keys.destroy('asha')
    lookups.length = 0
    const erased = await Array.fromAsync(store.read('order-1'))
    expect(new Set(texts(erased.slice(1)))).toEqual(new Set(['']))
    expect(lookups).toHaveLength(2)
    for (const _ of [1, 2]) expect(await Array.fromAsync(store.read('order-1'))).toEqual(erased)
    expect(lookups.slice(2)).toHaveLength(1)
  })

  it('is what was recorded though it is altered afterwards, which a new process and a verification notice', async () => {
    const { store, keys, path } = await counted(4)
    const first = await Array.fromAsync(store.read('order-1'))
    edit(path, "update events set content = replace(content, 'asha', 'asho') where revision = 2")
    expect(await Array.fromAsync(store.read('order-1'))).toEqual(first)
    expect((await verifyStream(store, 'order-1')).damage).toMatchObject({ damage: 'altered', revision: 2 })
    await store.close()
    const again = openSqliteEvents(path, () => {})
    onTestFinished(() => again.close())
    await expect(Array.fromAsync(sealEvents(again, keys, () => {}).read('order-1'))).rejects.toThrow(DamagedEvent)
  })

  it('is forgotten once the store is found to have lost it', async () => {
    const [{ inner, keys }, before] = [await opened(), await opened()]
    let now = inner
    const append: EventStore['append'] = (...what) => now.append(...what)
    const read: EventStore['read'] = (...which) => now.read(...which)
    const store = sealEvents({ ...inner, append, read }, keys, () => {})
    await store.append('setting-1', -1, [message(), message()])
    expect(await Array.fromAsync(store.read('setting-1'))).toHaveLength(2)
    now = before.inner
    await expect(store.append('setting-1', 1, [message()])).rejects.toThrow(WrongRevision)
    expect(await Array.fromAsync(store.read('setting-1'))).toEqual([])
  })

  it('is not handed out of a stream that is found to be damaged', async () => {
    const { store, path } = await counted(300)
    await readRange(store, 'order-1', 250, 300)
    edit(path, "update events set content = replace(content, 'asha', 'asho') where revision = 2")
    await expect(readRange(store, 'order-1', 0, 3)).rejects.toThrow(DamagedEvent)
    await expect(readRange(store, 'order-1', 260, 270)).rejects.toThrow(DamagedEvent)
  })
})

import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NewEvent, Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { openSqliteKeys } from '#infra/keys/sqlite.ts'
import { createWrapping, storeOfKey, wrappedFor } from '#infra/keys/wrapping.ts'
import { sealEvents } from './sealed-store.ts'
import { partKey } from './sealing.ts'
import { openSqliteEvents } from './sqlite.ts'
import type { EventStore } from './store.ts'
import { hashOf, noHash, type SealedPart } from './stored-event.ts'

// What is sealed is for ever, too. `golden-sealed-events.tsv` has events as the stores keep them sealed, one a line as in
// `golden-events.tsv`, and `golden-keys.tsv` the keys that open them, as a key store keeps them: id, person, and the key
// wrapped by the master key below. One person's key is not there: it was destroyed. New lines are added at the end; a line
// that stands there is never changed, since what is stored cannot be sealed again.

const masterKey = Buffer.from('f9gOGKNNNwP0A48A8ivqBWnFVXiatwu+ROpkb8sF43w=', 'base64')

/** How many lines stand there for ever, and what they are. */
const stored = {
  'golden-sealed-events.tsv': { lines: 11, sha256: '92770427fc687b578d867cf5dde818b9edd5d2fc374cbdd79482d473cda12b78' },
  'golden-keys.tsv': { lines: 2, sha256: '25c28e51e2816dd6d5085ae6001faf48ea4b01fbf8b1b7d30f6e1b61d848d619' },
}
type Name = keyof typeof stored

const linesOf = (name: Name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

const events = linesOf('golden-sealed-events.tsv').map(([stream, revision, id, type, content]) => {
  return { stream: stream!, revision: Number(revision), id: id!, type: type!, content: content! }
})

const wrapping = createWrapping(masterKey)
const keys = linesOf('golden-keys.tsv').map(([id, person, wrapped]) => {
  const about = wrappedFor({ id: id!, person: person! })
  return { id: id!, person: person!, secret: wrapping.unwrap(Buffer.from(wrapped!, 'base64'), about) }
})

const asha = { id: 'xK3vT9aQm1pLr7wB', name: 'Asha Rao', role: 'client' }
const meera = { id: 'Zq8nYd2hUe5sGf0c', name: 'Meera Kulkarni', role: 'admin' }
const ravi = { id: 'mV6sQw1eZr4tYu9i', name: 'erased', role: 'client' }
const origin = { address: '203.0.113.7', browser: 'Firefox on Linux' }
const [order, erasedOrder] = ['order-Kc5vXn2bGh8jLq4w', 'order-Vb7nMq3rTy9uPz1x']
/** Sealed since several events have a part in common. */
const sharingOrder = 'order-Hf3wKz8mQa1xCe6d'

/** A key store with these keys and one tombstone, and an event store with these events. */
async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-golden-'))
  const [inner, own] = [openSqliteEvents(join(folder, 'events.db'), () => {}), await openSqliteKeys({ folder })]
  onTestFinished(async () => {
    await Promise.all([inner.close(), own.close()])
    await rm(folder, { recursive: true })
  })
  const from: Pick<PersonKeys, 'name' | 'everyKey' | 'secrets' | 'destroyed'> = {
    name: storeOfKey(keys[0]!.id),
    async *everyKey() {
      yield* keys
    },
    secrets: async () => new Map(),
    async *destroyed() {
      yield { person: ravi.id, at: '2026-11-22T07:00:00.000Z' }
    },
  }
  await own.takeOver(from as PersonKeys)
  for (const { stream, revision, id, type, content } of events) {
    await inner.append(stream, revision - 1, [{ id, type, content }])
  }
  return { inner, store: sealEvents(inner, own) }
}

async function read(store: EventStore, stream: string) {
  const all: Recorded[] = await Array.fromAsync(store.read(stream))
  return all.map(({ type, data, by, origin, cause }) => ({
    ...{ type, data, by },
    ...(origin ? { origin } : {}),
    ...(cause ? { cause } : {}),
  }))
}

describe('the golden sealed events', () => {
  it.each(Object.keys(stored) as Name[])('are those that were stored once, byte for byte: %s', (name) => {
    const { lines, sha256 } = stored[name]
    const all = linesOf(name).map((line) => line.join('\t'))
    expect(createHash('sha256').update(all.slice(0, lines).join('\n')).digest('hex')).toBe(sha256)
    expect(all).toHaveLength(lines)
  })

  // spec: 11.61
  // security: 11.6
  it('open by the keys of then: what is one person’s in one part, what is two’s in two', async () => {
    const { store } = await opened()
    expect(await read(store, order)).toEqual([
      {
        type: 'OrderOpened',
        data: {
          ...{ clientId: asha.id, number: 1, title: 'Asha Rao #1', steps: [{ id: 1, value: 'Payment' }] },
          questions: [
            {
              ...{ id: 1, question: 'What do you make?', description: '', answerType: 'Line', answerObject: null },
              ...{ required: true, dependQuestion: null, dependAnswer: '', answer: 'साड़ी, by hand 🧵' },
            },
          ],
        },
        by: asha,
        origin,
        cause: {
          key: 'B7x1DIjcQzH7_yz7D5jgVXLmBESf-hHkF-VmA1qxVn8',
          body: 'WXkHW4CjGzkjwjJIX3ASAuu0ufhXn0s_oV39JW0r2LM',
        },
      },
      {
        type: 'MessageSent',
        data: { text: 'One.\nTwo, with “quotes”, a tab\tand a \\ in it.' },
        by: meera,
        origin,
      },
      { type: 'StepToggled', data: { step: 1, done: true }, by: { ...meera, via: 'Month-end export' } },
    ])
    const [made] = await read(store, 'api-key-n4bQgYhMfWWaL-qgxVrQFa')
    expect(made).toMatchObject({ data: { name: 'Month-end export', start: 'atl_7KqT', ownerId: meera.id }, by: meera })
    expect(partsOf(events.slice(0, 7)).map(({ length }) => length)).toEqual([1, 2, 1, 1, 1, 2, 1])
  })

  it('open where several have a part in common: who did them, and from where', async () => {
    const { store } = await opened()
    expect(await read(store, sharingOrder)).toEqual([
      {
        type: 'OrderOpened',
        data: {
          ...{
            clientId: asha.id,
            number: 2,
            title: 'Asha Rao #2',
            steps: [{ id: 1, value: 'Payment' }],
            questions: [],
          },
        },
        by: asha,
        origin,
      },
      { type: 'StepToggled', data: { step: 1, done: true }, by: meera, origin },
      { type: 'MessageSent', data: { text: 'Paid, with thanks.' }, by: meera, origin },
      { type: 'StepToggled', data: { step: 1, done: false }, by: { ...meera, via: 'Month-end export' } },
    ])
    const [, toggled, written, reopened] = partsOf(events.filter(({ stream }) => stream === sharingOrder))
    expect(written![1]).toEqual(toggled![0])
    expect(reopened![0]!.id).not.toBe(toggled![0]!.id)
  })

  // spec: 11.61
  it('are erased where a key was destroyed, and say what the others said', async () => {
    const { store } = await opened()
    expect(await read(store, erasedOrder)).toEqual([
      {
        type: 'OrderOpened',
        data: {
          ...{ clientId: ravi.id, number: 1, title: 'erased', steps: [{ id: 1, value: 'Payment' }], questions: [] },
        },
        by: ravi,
      },
      { type: 'MessageSent', data: { text: '' }, by: meera },
      { type: 'MessageSent', data: { text: '' }, by: ravi },
    ])
  })

  it('have the hashes that they will have for ever', () => {
    const chain = events.filter(({ stream }) => stream === order)
    expect(chain.reduce((previous, event) => hashOf(previous, event), noHash)).toBe(
      '11485c377ade53848cdd43d9c3936be1a9c28b94b1fe35394cbe8774275231c9',
    )
  })

  it('open by what an export hands out of a key: that of the event alone, or of the part', () => {
    const keyOf = (part: { id?: string }) => partKey(keys[0]!.secret, part, events[0]!).toString('base64')
    expect(keyOf({})).toBe('euErW2Mbk01HJXPUGpmgQitd74KktfaqRmIpiBuUOWw=')
    expect(keyOf({ id: events[0]!.id })).toBe(keyOf({}))
    expect(keyOf({ id: randomUUID() })).not.toBe(keyOf({}))
  })

  // spec: 11.61
  it('are as events are sealed now, but for what is chance', async () => {
    const { store, inner } = await opened()
    const asNow = events.filter(({ stream }) => stream !== erasedOrder && stream !== order)
    for (const { stream, revision } of asNow) {
      const [before] = await Array.fromAsync(store.read(stream, revision - 1))
      const { stream: _, revision: __, position: ___, ...event } = before!
      await store.append(`${stream}2`, revision - 1, [{ ...event, id: randomUUID() } as NewEvent])
    }
    for (const stream of new Set(asNow.map(({ stream }) => stream))) {
      const now = (await Array.fromAsync(inner.readStored(`${stream}2`))).map(({ content }) => withoutChance(content))
      expect(now).toEqual(events.filter((each) => each.stream === stream).map(({ content }) => withoutChance(content)))
    }
  })
})

const partsOf = (all: readonly { content: string }[]) =>
  all.map(({ content }) => JSON.parse(content).sealed as SealedPart[])

/** The stored content of an event, with the length of each sealed part in place of what cannot be the same twice. */
const withoutChance = (content: string): string =>
  content
    .replace(/"value":"([^"]+)"}/g, (_, value: string) => `"value":${value.length}}`)
    .replace(/"id":"[0-9a-f-]{36}","value"/g, '"id":…,"value"')

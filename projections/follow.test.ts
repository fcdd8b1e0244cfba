import { expect, it, onTestFinished, vi } from 'vitest'
import type { Change, Collection, Document, DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type FollowOptions, follow } from './follow.ts'
import type { Projection } from './projection.ts'
import { guarded, record, testStores } from './testing.ts'

/** Counts what was said in each stream: an event folded twice, or not at all, shows. */
type Counter = Document & { count: number; unit?: string }

const counters: Projection<Counter> = {
  name: 'counters',
  version: 1,
  indexes: [['count']],
  removedBy: ['Erased'],
  ids: ({ stream, type }) => (type === 'Ignored' ? [] : [stream]),
  evolve(counter, { type, revision }, id) {
    if (type === 'Erased') return undefined
    if (type === 'Poison') throw new Error('poison')
    return { id, revision, count: (counter?.count ?? 0) + 1 }
  },
}
const inDozens: Projection<Counter> = {
  ...counters,
  version: 2,
  evolve: (counter, { revision }, id) => ({ id, revision, count: (counter?.count ?? 0) + 1 / 12, unit: 'dozen' }),
}

const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const eventOf = (type: string) => ({ type, data: {}, by, at: '2026-11-16T09:00:00.000Z' })
const said = eventOf('Said')
const soon = 5_000

/** Follows until the test is over, or until it is stopped. */
async function start<D extends Document>(
  projection: Projection<D>,
  stores: { events: EventStore; documents: DocumentStore },
  options: Partial<FollowOptions> = {},
) {
  const ending = new AbortController()
  const onError = (error: Error) => {
    throw error
  }
  const model = await follow(projection, { ...stores, signal: ending.signal, onError, ...options })
  const stop = async () => {
    ending.abort()
    await model.stopped
  }
  onTestFinished(stop)
  return { model, stop }
}

it('folds what was recorded, and what is recorded then', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said, said)
  const { model } = await start(counters, stores)
  await model.caughtUp
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1, count: 2 })
  const { position } = await record(stores.events, 'talk-1', said)
  expect(await model.reached(position, soon)).toBe(true)
  expect(await model.collection.get('talk-1')).toMatchObject({ count: 3 })
})

it('has caught up at once when nothing was recorded', async () => {
  const { model } = await start(counters, await testStores())
  await model.caughtUp
  expect(await model.position()).toBe(0n)
  expect(model.lag).toBe(0)
})

it('lags while the store says that no one knows what is recorded', async () => {
  const stores = await testStores()
  const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const events: EventStore = {
    ...stores.events,
    async *follow() {
      yield { events: [], caughtUp: true }
      await away.promise
      yield { events: [], caughtUp: false }
      await back.promise
      yield { events: [], caughtUp: true }
    },
  }
  const { model } = await start(counters, { ...stores, events })
  await model.caughtUp
  expect(model.lag).toBe(0)
  away.resolve()
  await vi.waitUntil(() => model.lag > 0)
  back.resolve()
  await vi.waitUntil(() => model.lag === 0)
})

it('lags until it has caught up, and whenever something is still to be written', async () => {
  const stores = await testStores()
  const first = Promise.withResolvers<void>()
  const events: EventStore = {
    ...stores.events,
    async *follow(after, signal) {
      await first.promise
      yield* stores.events.follow(after, signal)
    },
  }
  const writing = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const documents = guarded(stores.documents, (changes) => {
    if (!changes.some(({ collection }) => collection === 'counters_1')) return
    writing.resolve()
    return written.promise
  })
  const { model } = await start(counters, { events, documents })
  expect(model.lag).toBeGreaterThan(0)
  first.resolve()
  await model.caughtUp
  expect(model.lag).toBe(0)
  const { position } = await record(stores.events, 'talk-1', said)
  await writing.promise
  expect(model.lag).toBeGreaterThan(0)
  written.resolve()
  await model.reached(position, soon)
  expect(model.lag).toBe(0)
})

it('removes a document that is no more', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  const { model } = await start(counters, stores)
  await model.caughtUp
  expect(await model.collection.count()).toBe(1)
  const { position } = await record(stores.events, 'talk-1', eventOf('Erased'))
  await model.reached(position, soon)
  expect(await model.collection.count()).toBe(0)
})

it('goes on at its checkpoint, and looks at nothing twice', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  const first = await start(counters, stores)
  await first.model.caughtUp
  for (const _ of ['a second', 'a third']) {
    await first.model.reached((await record(stores.events, 'talk-1', said)).position, soon)
  }
  await first.stop()

  const again = await stores.reopen()
  const { position } = await record(again.events, 'talk-2', said)
  const ids = vi.fn(counters.ids)
  const second = await start({ ...counters, ids }, again)
  expect(await second.model.position()).toBe(3n)
  await second.model.reached(position, soon)
  expect(ids.mock.calls.map(([event]) => event.position)).toEqual([position])
  expect(await second.model.collection.get('talk-1')).toMatchObject({ count: 3 })
})

it('reads nothing again that touched no document, once it was stopped', async () => {
  const stores = await testStores()
  const first = await start(counters, stores)
  await first.model.reached((await record(stores.events, 'talk-1', said)).position, soon)
  await first.model.reached((await record(stores.events, 'talk-1', eventOf('Ignored'))).position, soon)
  await first.stop()

  const ids = vi.fn(counters.ids)
  const second = await start({ ...counters, ids }, await stores.reopen())
  await second.model.caughtUp
  expect(await second.model.position()).toBe(2n)
  expect(ids).not.toHaveBeenCalled()
})

it('folds nothing twice even when the checkpoint was lost', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said, said)
  const first = await start(counters, stores)
  await first.model.caughtUp
  await first.stop()

  await stores.documents.write([{ collection: 'checkpoints', remove: 'counters_1' }])
  await record(stores.events, 'talk-1', said)
  const second = await start(counters, stores)
  await second.model.caughtUp
  expect(await second.model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 2, count: 3 })
})

it('writes documents and checkpoint at once, the checkpoint last, and for events that touch none only now and then', async () => {
  const stores = await testStores()
  const writes: (readonly Change[])[] = []
  const documents = guarded(stores.documents, (changes) => writes.push(changes))
  const { model } = await start(counters, { ...stores, documents })
  await model.caughtUp
  writes.length = 0
  await model.reached((await record(stores.events, 'talk-1', said, said)).position, soon)
  await model.reached((await record(stores.events, 'talk-1', eventOf('Ignored'))).position, soon)
  expect(await model.position()).toBe(3n)
  const many = Array.from({ length: 999 }, () => eventOf('Ignored'))
  await model.reached((await record(stores.events, 'talk-1', ...many)).position, soon)
  const at = (position: string) => ({ collection: 'checkpoints', put: expect.objectContaining({ position }) })
  expect(writes).toEqual([
    [{ collection: 'counters_1', put: { id: 'talk-1', revision: 1, count: 2 } }, at('2')],
    [at('1002')],
  ])
})

it('tries again while the documents cannot be reached, and says that it lags', async () => {
  const stores = await testStores()
  let reachable = true
  let failures = 0
  const failedThrice = Promise.withResolvers<void>()
  const documents = guarded(stores.documents, () => {
    if (reachable) return
    if (++failures === 3) failedThrice.resolve()
    throw new Unavailable('The document store')
  })
  const { model } = await start(counters, { ...stores, documents })
  await model.caughtUp
  expect(model.lag).toBe(0)
  reachable = false
  const { position } = await record(stores.events, 'talk-1', said, said)
  await failedThrice.promise
  expect(model.lag).toBeGreaterThan(0)
  expect(await model.position()).toBe(0n)
  expect(await model.reached(position, 60_000)).toBe(false) // at once: there is nothing to read
  reachable = true
  await vi.waitFor(async () => expect(await model.reached(position, soon)).toBe(true), 20_000)
  expect(model.lag).toBe(0)
  expect(await model.collection.get('talk-1')).toMatchObject({ count: 2 })
})

it('saves how far it is also after a checkpoint that was stored without an answer', async () => {
  const stores = await testStores()
  let losesAnswer = false
  const write: DocumentStore['write'] = async (...all) => {
    await stores.documents.write(...all)
    if (!losesAnswer) return
    losesAnswer = false
    await record(stores.events, 'talk-1', eventOf('Erased'))
    throw new Unavailable('The document store')
  }
  const { model } = await start(counters, { ...stores, documents: { ...stores.documents, write } })
  await model.caughtUp
  losesAnswer = true
  await record(stores.events, 'talk-1', said)
  await vi.waitFor(async () => expect(await model.reached(2n, soon)).toBe(true), 20_000)
  expect(await stores.documents.collection('checkpoints').get('counters_1')).toMatchObject({ position: '2' })
})

it('lets no one wait for documents that do not answer', async () => {
  const stores = await testStores()
  const answer = Promise.withResolvers<void>()
  let answering = true
  const documents = guarded(stores.documents, () => answering || answer.promise)
  const { model } = await start(counters, { ...stores, documents })
  await model.caughtUp
  answering = false
  const { position } = await record(stores.events, 'talk-1', said)
  expect(await model.reached(position, 60_000)).toBe(false)
  answer.resolve()
  await vi.waitFor(async () => expect(await model.reached(position, soon)).toBe(true), 20_000)
})

/** Counters that have met an event which they cannot fold, among others that they can. */
async function poisoned() {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  await record(stores.events, 'talk-2', said)
  const log = { warn: vi.fn(), error: vi.fn() }
  const first = await start(counters, stores, { log })
  await first.model.caughtUp
  await record(stores.events, 'talk-2', said, eventOf('Poison'), said)
  const { position } = await record(stores.events, 'talk-1', said)
  expect(await first.model.reached(position, soon)).toBe(true)
  return { ...stores, ...first, log, position }
}
const counts = async ({ collection }: { collection: Collection<Counter> }) =>
  (await collection.find({ sort: [['id', 'asc']] })).documents.map(({ id, count }) => `${id} ${count}`)

// spec: 11.30
it('sets the document of an event that it cannot fold aside, says so, and goes on with the others', async () => {
  const { model, log, events } = await poisoned()
  expect(await counts(model)).toEqual(['talk-1 2', 'talk-2 2'])
  expect(model.setAside).toMatchObject([{ document: 'talk-2', type: 'Poison', stream: 'talk-2', position: '4' }])
  expect([model.running, model.lag]).toEqual([true, 0])
  expect(log.error.mock.calls.map(([about, sentence]) => [about.document, sentence])).toEqual([
    ['talk-2', 'a document was not updated: its event can’t be applied'],
  ])
  // What comes after is not folded onto it either, and is not said again.
  const { position } = await record(events, 'talk-2', said)
  expect(await model.reached(position, soon)).toBe(true)
  expect(await counts(model)).toEqual(['talk-1 2', 'talk-2 2'])
  expect(log.error).toHaveBeenCalledOnce()
})

it('writes what could be folded before the note about it: a kill between the two would leave the note alone', async () => {
  const { events, documents } = await testStores()
  await record(events, 'talk-1', said, eventOf('Poison'))
  const written: string[] = []
  const write: DocumentStore['write'] = async (changes, fence, ahead) => {
    written.push(...[...(ahead?.puts ?? []), ...changes].map(({ collection }) => collection))
    await documents.write(changes, fence, ahead)
  }
  const { model } = await start(counters, { events, documents: { ...documents, write } })
  await model.caughtUp
  const [counted, noted] = [written.indexOf('counters_1'), written.indexOf('set_aside')]
  expect(counted).toBeGreaterThanOrEqual(0)
  expect(noted).toBeGreaterThan(counted)
})

it('leaves it aside over restarts, and takes it up with a version that can fold it', async () => {
  const { stop, reopen } = await poisoned()
  await stop()
  const same = await start(counters, await reopen())
  await same.model.caughtUp
  expect([await counts(same.model), same.model.setAside.length]).toEqual([['talk-1 2', 'talk-2 2'], 1])
  await same.stop()

  const evolve: Projection<Counter>['evolve'] = (counter, event, id) =>
    counters.evolve(counter, { ...event, type: 'Said' }, id)
  const mended = await start({ ...counters, evolve }, await reopen())
  await mended.model.caughtUp
  expect([await counts(mended.model), mended.model.setAside]).toEqual([['talk-1 2', 'talk-2 4'], []])
  await mended.stop()
  const later = await start(counters, await reopen())
  await later.model.caughtUp
  expect(later.model.setAside).toEqual([])
})

it('takes it up with documents that are made again for a new version', async () => {
  const { stop, reopen } = await poisoned()
  await stop()
  const stores = await reopen()
  const { model } = await start(inDozens, stores)
  await model.caughtUp
  expect(model.setAside).toEqual([])
  expect(await model.collection.get('talk-2')).toMatchObject({ revision: 3, unit: 'dozen' })
  expect(await stores.documents.collection('set_aside').count()).toBe(0)
})

it('names nothing of what was set aside before an exchange while all is made again once more', async () => {
  const { stop, reopen } = await poisoned()
  await stop()
  const stores = await reopen()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let follows = 0
  const events: EventStore = {
    ...stores.events,
    async *follow(...from) {
      if (++follows === 2) {
        begun.resolve()
        await goOn.promise
      }
      yield* stores.events.follow(...from)
    },
  }
  const { model } = await start(inDozens, { ...stores, events })
  await model.caughtUp
  const remade = model.remake()
  await begun.promise
  const meanwhile = model.setAside
  goOn.resolve()
  await remade
  expect([meanwhile, model.setAside]).toEqual([[], []])
})

const flip = `update events set content = replace(content, '09:00', '09:01') where stream = 'talk-2' and revision = 1`
const restore = flip.replace("'09:00', '09:01'", "'09:01', '09:00'")

/** Counters of which one lacks the end of its stream: an event there is not what was recorded. */
async function damaged(edit = flip) {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  await record(stores.events, 'talk-2', said)
  const first = await start(counters, stores)
  await first.model.caughtUp
  await first.stop()
  await record(stores.events, 'talk-2', said, said)
  await record(stores.events, 'talk-1', said)
  const tampered = await stores.edited(edit)
  const log = { warn: vi.fn(), error: vi.fn() }
  const second = await start(counters, tampered, { log })
  await second.model.caughtUp
  return { ...stores, ...tampered, ...second, log }
}

it.each([
  ['whose hash is wrong', flip],
  ['whose content is no JSON', "update events set content = '{' where stream = 'talk-2' and revision = 1"],
])(
  'sets the document of a damaged stream aside, with an event %s, says so, and goes on with the others',
  async (_, edit) => {
    const { model, log, events } = await damaged(edit)
    expect(await counts(model)).toEqual(['talk-1 2', 'talk-2 1'])
    expect(model.setAside).toMatchObject([{ document: 'talk-2', stream: 'talk-2', position: '3', damaged: true }])
    expect([model.running, model.lag]).toEqual([true, 0])
    expect(log.error.mock.calls.map(([about, sentence]) => [about.document, sentence])).toEqual([
      ['talk-2', 'a document was not updated: its event is damaged'],
    ])
    expect(await model.reached((await record(events, 'talk-1', said)).position, soon)).toBe(true)
    expect(await counts(model)).toEqual(['talk-1 3', 'talk-2 1'])
  },
)

// spec: 11.13
it('leaves the document of a damaged stream aside over restarts, and takes it up once the stream is restored', async () => {
  const { stop, reopen, edited } = await damaged()
  await stop()
  const same = await start(counters, await reopen())
  await same.model.caughtUp
  expect([await counts(same.model), same.model.setAside.length]).toEqual([['talk-1 2', 'talk-2 1'], 1])
  await same.stop()

  const restored = await start(counters, await edited(restore))
  await restored.model.caughtUp
  expect([await counts(restored.model), restored.model.setAside]).toEqual([['talk-1 2', 'talk-2 3'], []])
})

it('sets nothing aside where a damaged stream is of no concern', async () => {
  const others: Projection<Counter> = { ...counters, name: 'others', ids: () => [] }
  const stores = await testStores()
  await record(stores.events, 'talk-2', said, said)
  const { model: other } = await start(others, await stores.edited(flip))
  await other.caughtUp
  expect(other.setAside).toEqual([])
})

it('gives up making all documents again when a stream is damaged whose document was whole', async () => {
  const { stop, reopen, edited, events } = await damaged('')
  await record(events, 'talk-2', said)
  await stop()
  await reopen()
  const onError = vi.fn()
  const { model } = await start(counters, await edited(flip), { rebuild: true, onError })
  await expect(model.caughtUp).rejects.toThrow(/talk-2, revision 1.*changed after it was recorded/)
  await model.stopped
})

it('keeps a document when an event leaves none that is not known to', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  const forgetful: Projection<Counter> = {
    ...counters,
    evolve: (counter, event, id) => (event.type === 'NewerThanThis' ? undefined : counters.evolve(counter, event, id)),
  }
  const { model } = await start(forgetful, stores)
  await model.caughtUp
  await model.reached((await record(stores.events, 'talk-1', eventOf('NewerThanThis'))).position, soon)
  expect([await counts(model), model.setAside.length]).toEqual([['talk-1 1'], 1])
  await model.reached((await record(stores.events, 'talk-2', said, eventOf('Erased'))).position, soon)
  expect([await counts(model), model.setAside.length]).toEqual([['talk-1 1'], 1])
})

it('lets no one wait for a first catching-up that cannot come', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  const documents = guarded(stores.documents, (changes) => {
    const saves = changes.some((change) => 'put' in change && change.collection === 'checkpoints')
    if (saves) throw new Error('the file is broken')
  })
  const onError = vi.fn<FollowOptions['onError']>()
  const { model } = await start(counters, { ...stores, documents }, { onError })
  await expect(model.caughtUp).rejects.toThrow('the file is broken')
  await model.stopped
  expect([onError.mock.calls.length, model.running, await model.reached(1n, 60_000)]).toEqual([1, false, false])
})

it('answers those who wait for a position: when it is there, when it is late, and when the following ends', async () => {
  const stores = await testStores()
  const { model, stop } = await start(counters, stores)
  await model.caughtUp
  expect(await model.reached(0n, 0)).toBe(true)
  expect(await model.reached(1n, 1)).toBe(false)
  const settled: string[] = []
  const waiting = [3n, 2n, 9n].map((position) =>
    model.reached(position, 60_000).then((reached) => settled.push(`${position} ${reached}`)),
  )
  await record(stores.events, 'talk-1', said)
  await record(stores.events, 'talk-1', said)
  await waiting[1]
  expect(settled).toEqual(['2 true'])
  await record(stores.events, 'talk-1', said)
  await waiting[0]
  await stop()
  await Promise.all(waiting)
  expect(settled).toEqual(['2 true', '3 true', '9 false'])
  expect(await model.reached(9n, 60_000)).toBe(false)
})

it('writes nothing any more once it has stopped', async () => {
  const stores = await testStores()
  const { model, stop } = await start(counters, stores)
  await model.caughtUp
  await stop()
  await record(stores.events, 'talk-1', said)
  const other = await start({ ...counters, name: 'others' }, stores)
  await other.model.caughtUp
  expect(await other.model.collection.count()).toBe(1)
  expect(await model.collection.count()).toBe(0)
})

it('gives others a turn while it folds a long history', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', ...Array.from({ length: 2_000 }, () => said))
  const again = await stores.reopen() // reads pages from the file now
  const { model } = await start(counters, again)
  const seen: bigint[] = []
  const look = async () => {
    const position = await model.position()
    seen.push(position)
    if (position < 2_000n) setImmediate(look)
  }
  setImmediate(look)
  await model.caughtUp
  expect(seen.filter((position) => position > 0n && position < 2_000n).length).toBeGreaterThan(0)
  expect(await model.collection.get('talk-1')).toMatchObject({ count: 2_000 })
})

/** Version 1 has folded two events; version 2 has begun, and stands before the exchange until `exchange` is called. */
async function beforeTheExchange() {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said, said)
  const first = await start(counters, stores)
  await first.model.caughtUp
  await first.stop()

  const held = Promise.withResolvers<void>()
  const reachedTheEnd = Promise.withResolvers<void>()
  const documents = guarded(stores.documents, (changes) => {
    if (!changes.some(({ collection }) => collection === 'projections')) return
    reachedTheEnd.resolve()
    return held.promise
  })
  const { model, stop } = await start(inDozens, { ...stores, documents })
  await reachedTheEnd.promise
  return { ...stores, model, stop, exchange: held.resolve }
}

it('makes the documents again for a new version, and has the old ones read meanwhile', async () => {
  const { events, documents, model, exchange } = await beforeTheExchange()
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1, count: 2 })
  expect(await model.position()).toBe(2n)
  expect(model.lag).toBeGreaterThan(0)
  const { position } = await record(events, 'talk-2', said)
  expect(await model.reached(position, 1)).toBe(false)

  exchange()
  await model.caughtUp
  expect(await model.reached(position, soon)).toBe(true)
  const { documents: found } = await model.collection.find()
  expect(found.map(({ id, unit }) => `${id} ${unit}`)).toEqual(['talk-1 dozen', 'talk-2 dozen'])
  expect(await documents.collection('counters_1').count()).toBe(0)
  expect(await documents.collection('checkpoints').get('counters_1')).toBeUndefined()
})

it('is read by its new version from then on', async () => {
  const { model, stop, exchange, reopen } = await beforeTheExchange()
  exchange()
  await model.caughtUp
  await stop()
  const evolve = vi.fn(inDozens.evolve)
  const later = await start({ ...inDozens, evolve }, await reopen())
  await later.model.caughtUp
  expect(await later.model.collection.get('talk-1')).toMatchObject({ unit: 'dozen' })
  expect(evolve).not.toHaveBeenCalled()
})

it('drops the old documents at the next start when it died before it could', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  const first = await start(counters, stores)
  await first.model.caughtUp
  await first.stop()
  const documents = guarded(stores.documents, (changes) => {
    if (changes.some((change) => 'remove' in change && change.remove === 'counters_1'))
      throw new Error('the process dies')
  })
  const { model } = await start(inDozens, { ...stores, documents }, { onError: () => {} })
  await model.stopped
  expect(await stores.documents.collection('counters_1').count()).toBe(1)

  const later = await start(inDozens, stores)
  await later.model.caughtUp
  expect(await stores.documents.collection('counters_1').count()).toBe(0)
  expect(await later.model.collection.get('talk-1')).toMatchObject({ unit: 'dozen' })
})

it('drops the old documents, and answers who waits for new ones, though the store was away at that moment', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said)
  let failures = 1
  const documents = guarded(stores.documents, (changes) => {
    const drops = changes.some((change) => 'remove' in change && change.remove === 'counters_1')
    if (drops && failures-- > 0) throw new Unavailable('The document store')
  })
  const { model } = await start(counters, { ...stores, documents })
  await model.caughtUp
  await model.remake()
  expect(await model.collection.get('talk-1')).toMatchObject({ count: 1 })
  expect(await stores.documents.collection('counters_1').count()).toBe(0)
})

/** Version 1 stands at 1,200 events; another making of the documents has died after folding 1,150 of them. */
async function diedOnTheWay(making = inDozens, options: Partial<FollowOptions> = {}) {
  const stores = await testStores()
  await record(stores.events, 'talk-1', ...Array.from({ length: 1_200 }, () => said))
  const first = await start(counters, stores)
  await first.model.caughtUp
  await first.stop()

  const { events, documents } = await stores.reopen() // reads pages of 50 from the file now
  const dying = guarded(documents, (changes) => {
    if (changes.some(({ collection }) => collection === 'projections')) throw new Error('the process dies')
  })
  const { model } = await start(making, { events, documents: dying }, { onError: () => {}, ...options })
  await expect(model.caughtUp).rejects.toThrow('the process dies')
  expect(await documents.collection('counters_2').get('talk-1')).toMatchObject({ revision: 1_149 })
  return stores.reopen()
}

it('goes on with documents that were half made again', async () => {
  const stores = await diedOnTheWay()
  const evolve = vi.fn(inDozens.evolve)
  const { model } = await start({ ...inDozens, evolve }, stores)
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1_199, count: 1_200 })
  await model.caughtUp
  expect(evolve).toHaveBeenCalledTimes(50)
  const counter = await model.collection.get('talk-1')
  expect(counter).toMatchObject({ revision: 1_199, unit: 'dozen' })
  expect(counter!.count).toBeCloseTo(100)
})

it('tells no one that a position is reached by documents that are not read yet', async () => {
  const { events, documents } = await diedOnTheWay()
  await record(events, 'talk-2', ...Array.from({ length: 600 }, () => said))
  const dying = guarded(documents, (changes) => {
    if (changes.some(({ collection }) => collection === 'projections')) throw new Error('the process dies')
  })
  const { model } = await start(inDozens, { events, documents: dying }, { onError: () => {} })
  expect(await model.reached(1_300n, 60_000)).toBe(false)
  expect(await documents.collection('counters_2').get('talk-1')).toMatchObject({ revision: 1_199 })
})

it('builds no version upon what another one has left', async () => {
  const stores = await diedOnTheWay()
  const { model } = await start({ ...counters, version: 3 }, stores)
  await model.caughtUp
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1_199, count: 1_200 })
})

it('goes back to the version before, and drops what the other had begun', async () => {
  const stores = await diedOnTheWay()
  const evolve = vi.fn(counters.evolve)
  const { model } = await start({ ...counters, evolve }, stores)
  await model.caughtUp
  expect(evolve).not.toHaveBeenCalled()
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1_199, count: 1_200 })
  expect(await stores.documents.collection('counters_2').count()).toBe(0)
  expect(await stores.documents.collection('checkpoints').get('counters_2')).toBeUndefined()
})

it('drops what was begun again of the same version', async () => {
  const stores = await diedOnTheWay(counters, { rebuild: true })
  const { model } = await start(counters, stores)
  await model.caughtUp
  expect(await model.collection.get('talk-1')).toEqual({ id: 'talk-1', revision: 1_199, count: 1_200 })
  expect(await stores.documents.collection('counters_2').count()).toBe(0)
})

it('makes everything again from the first event when told to, whatever was begun', async () => {
  const stores = await diedOnTheWay(counters, { rebuild: true })
  const evolve = vi.fn(counters.evolve)
  const { model } = await start({ ...counters, evolve }, stores, { rebuild: true })
  await model.caughtUp
  expect(evolve).toHaveBeenCalledTimes(1_200)
  expect(await stores.documents.collection('counters_1').count()).toBe(0)
  expect(await model.collection.get('talk-1')).toMatchObject({ count: 1_200 })
})

it('does not write after each batch of a long history how far it is, although others are to see it at once', async () => {
  const { events, documents } = await testStores()
  const ignored = eventOf('Ignored')
  await record(events, 'talk-1', ...Array.from({ length: 50 }, () => ignored))
  const oneByOne: EventStore = {
    ...events,
    async *follow(after, signal) {
      for await (const batch of events.follow(after, signal)) {
        for (const event of batch.events) yield { events: [event], caughtUp: false }
        yield { ...batch, events: [] }
      }
    },
  }
  let writes = 0
  const counting: DocumentStore = {
    ...documents,
    write: (...what) => {
      writes++
      return documents.write(...what)
    },
  }
  const { model } = await start(counters, { events: oneByOne, documents: counting }, { saveAfter: 1 })
  await model.caughtUp
  expect(await model.position()).toBe(await events.end())
  expect(writes).toBeLessThan(10)
})

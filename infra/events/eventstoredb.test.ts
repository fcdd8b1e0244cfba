import { randomUUID } from 'node:crypto'
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { eventStoreContract } from './contract.ts'
import { openEventStoreDb } from './eventstoredb.ts'
import { defaultTimeouts, readAddress } from './eventstoredb-connection.ts'
import { type Batch, type EventStore, readRange, WrongRevision } from './store.ts'
import { type EncodedEvent, encode, encoded, hashOf } from './stored-event.ts'
import { startDouble } from './testing/double.ts'
import { verifyStream } from './verify.ts'

const prefix = 'atelier.'

/** However slow the machine is, what can be answered is. */
const patient = { callMs: 20_000, attemptMs: 10_000, gatheringMs: 5, heartbeatMs: 60_000 }
/** Does not wait long for what is lost on the way, and asks for it again. */
const insistent = { ...patient, attemptMs: 600 }
/** Gives up soon. */
const hasty = { ...patient, callMs: 250, attemptMs: 100 }

eventStoreContract('the event store on the double of EventStoreDB', async () => {
  const double = await startDouble()
  return { open: async () => openEventStoreDb(readAddress(double.url), prefix, patient), remove: double.close }
})

const real = process.env.EVENTSTORE_URL
describe.runIf(real)('with the server of EVENTSTORE_URL', () => {
  eventStoreContract('the event store on EventStoreDB', async () => {
    // What is recorded stays there; so every test has streams of its own.
    const own = `atelier-test-${randomUUID()}.`
    return { open: async () => openEventStoreDb(readAddress(real!), own, patient), remove: async () => {} }
  })
})

const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const said = (words: unknown): NewEvent => ({
  type: 'Said',
  data: { words },
  id: randomUUID(),
  by,
  at: '2026-11-16T09:00:00.000Z',
})
const words = (events: readonly Recorded[]) => events.map(({ data }) => (data as { words: unknown }).words)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

async function prepared(timeouts = patient) {
  const double = await startDouble()
  const open = (own = prefix) => {
    const store = openEventStoreDb(readAddress(double.url), own, timeouts)
    onTestFinished(() => store.close())
    return store
  }
  onTestFinished(double.close)
  /** How often something that we appended is recorded. */
  const recorded = (id: string) => double.entries.filter((entry) => entry.id === id).length
  return { double, open, store: open(), recorded }
}

async function all(store: EventStore, stream = 'talk'): Promise<Recorded[]> {
  const events: Recorded[] = []
  for await (const event of store.read(stream)) events.push(event)
  return events
}

/** Follows in the background and keeps what it is handed; `until` waits for it. */
function listen(store: EventStore, after: bigint | 'end' = 0n) {
  const stop = new AbortController()
  const seen: Recorded[] = []
  const batches: Batch[] = []
  let wake = Promise.withResolvers<void>()
  async function run() {
    for await (const batch of store.follow(after, stop.signal)) {
      seen.push(...batch.events)
      batches.push(batch)
      wake.resolve()
      wake = Promise.withResolvers()
    }
  }
  const ended = run()
  onTestFinished(async () => {
    stop.abort()
    await ended
  })
  return {
    seen,
    batches,
    ended,
    async until(enough: () => boolean) {
      while (!enough()) await wake.promise
    },
    caughtUp: () => batches.at(-1)?.caughtUp === true,
  }
}

/** Keeps appending to a stream until everything is recorded, whatever happens meanwhile. */
async function appendEach(store: EventStore, stream: string, count: number, then: (n: number) => unknown = () => {}) {
  for (let n = 0; n < count; n++) {
    const event = said(n)
    for (;;) {
      try {
        await store.append(stream, n - 1, [event])
        break
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
      }
    }
    await then(n)
  }
}

/** How long it took, in milliseconds, until it was said that the store cannot be reached. */
async function unavailableAfter(attempt: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await expect(attempt).rejects.toBeInstanceOf(Unavailable)
  return performance.now() - began
}

/** Asks until it is answered. */
const eventually = <T>(ask: () => Promise<T>) => vi.waitFor(ask, { timeout: 20_000 })

it('is given so little time that who asks is answered within two seconds', () =>
  expect(defaultTimeouts.callMs).toBeLessThan(1_500))

describe('a server that cannot be reached', () => {
  it.each([
    ['is down', ({ double }: Prepared) => double.down()],
    ['says nothing any more', ({ double }: Prepared) => double.silence()],
    ['takes ten seconds to answer', ({ double }: Prepared) => Object.assign(double.faults, slow)],
    ['never answers', ({ double }: Prepared) => Object.assign(double.faults, { lostAppends: 1e9, readDelay: 1e4 })],
  ])('that %s is told of as soon as a call has had its time', async (_, fail) => {
    const context = await prepared(hasty)
    const { store, double } = context
    await appendEach(store, 'talk', 1)
    await fail(context)
    const times = await Promise.all([
      unavailableAfter(store.append('talk', 0, [said('after')])),
      unavailableAfter(store.append('new', -1, [said('after')])),
      unavailableAfter(all(store)),
    ])
    expect(Math.max(...times)).toBeLessThan(2_000)
    double.speak()
  })

  it('is told of when it never was there', async () => {
    const { double, open } = await prepared(hasty)
    await double.down()
    expect(await unavailableAfter(all(open()))).toBeLessThan(2_000)
  })

  it('is used again as soon as it is back, by everyone, however long it was away', async () => {
    const { store, double } = await prepared(defaultTimeouts)
    const listeners = [listen(store), listen(store), listen(store)]
    for (const listener of listeners) await listener.until(listener.caughtUp)
    await double.down()
    // Long enough for gRPC to pause before it connects again longer than an append may take.
    for (let n = 0; n < 5; n++) await unavailableAfter(store.append('talk', -1, [said('meanwhile')]))
    await double.up()
    const began = performance.now()
    await appendEach(store, 'talk', 1)
    for (const listener of listeners) await listener.until(() => listener.seen.length === 1)
    expect(performance.now() - began).toBeLessThan(10_000) // left alone, gRPC pauses for up to two minutes
  })

  it('is asked again over a new connection when the old one has gone dead', async () => {
    const { store, double } = await prepared(insistent)
    await store.append('talk', -1, [said('before')])
    double.stall()
    await store.append('talk', 0, [said('after')])
    double.stall()
    expect(words(await all(store))).toEqual(['before', 'after'])
  })

  it('is used again when it speaks again', async () => {
    const { store, double } = await prepared(hasty)
    await appendEach(store, 'talk', 1)
    double.silence()
    await unavailableAfter(all(store))
    double.speak()
    expect(words(await eventually(() => all(store)))).toEqual([0])
  })

  it('is not waited for when the store is closed', async () => {
    const { store, double } = await prepared()
    const listener = listen(store)
    await double.down()
    await store.close()
    await listener.ended
    await unavailableAfter(store.append('talk', -1, [said('too late')]))
  })
})

type Prepared = Awaited<ReturnType<typeof prepared>>
const slow = { appendDelay: 10_000, readDelay: 10_000 }

describe('an append', () => {
  it.each([
    ['whose answer is lost', { lostAnswers: 1 }],
    ['that is lost on its way', { lostAppends: 1 }],
  ])('%s is repeated, and recorded once', async (_, fault) => {
    const { store, double, recorded } = await prepared(insistent)
    Object.assign(double.faults, fault)
    const event = said('once')
    expect(await store.append('talk', -1, [event])).toMatchObject([{ revision: 0, id: event.id }])
    expect(recorded(event.id)).toBe(1)
    expect(words(await all(store))).toEqual(['once'])
  })

  it('whose answer came too late may be asked for again, and is recorded once', async () => {
    const { store, double, recorded } = await prepared(hasty)
    double.faults.appendDelay = 5_000
    const events = [said('one'), said('two')]
    await unavailableAfter(store.append('talk', -1, events))
    double.heal()
    const again = await eventually(() => store.append('talk', -1, events))
    expect(again).toMatchObject([{ revision: 0 }, { revision: 1 }])
    expect(events.map(({ id }) => recorded(id))).toEqual([1, 1])
  })

  it('that is broken off is repeated over a new connection', async () => {
    const { store, double, recorded } = await prepared()
    const events = upTo(20).map((n) => said(n))
    double.faults.appendDelay = 100
    const appended = Promise.all(events.map((event, n) => store.append(`talk-${n}`, -1, [event])))
    await expect.poll(() => recorded(events[0]!.id)).toBe(1)
    double.drop()
    await appended
    expect(events.map(({ id }) => recorded(id))).toEqual(upTo(20).map(() => 1))
  })

  it('that was recorded is not taken for a neighbour’s', async () => {
    const { store, double } = await prepared(insistent)
    double.faults.lostAnswers = 2
    const results = await Promise.allSettled([store.append('talk', -1, [said(1)]), store.append('talk', -1, [said(2)])])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = results.filter((each) => each.status === 'rejected')
    expect(refused!.reason).toBeInstanceOf(WrongRevision)
    expect(await all(store)).toHaveLength(1)
  })
})

describe('following', () => {
  it('goes on after the server was away, with nothing missed and nothing twice', async () => {
    const { store, double } = await prepared()
    const listener = listen(store)
    await appendEach(store, 'talk', 30, async (n) => {
      if (n === 10) await double.down()
      if (n === 10) await double.up()
      if (n !== 20) return
      await listener.until(() => listener.seen.length >= 15) // it has subscribed again
      double.drop()
    })
    await listener.until(() => listener.seen.length >= 30)
    await appendEach(store, 'end', 1)
    await listener.until(() => listener.seen.at(-1)!.stream === 'end')
    expect(words(listener.seen)).toEqual([...upTo(30), 0])
    expect(double.begun.length).toBeGreaterThan(2)
  })

  it('drops what a subscription hands out again', async () => {
    const { store, double } = await prepared()
    const [later, everything] = [listen(store, 'end'), listen(store)]
    await later.until(later.caughtUp)
    await appendEach(store, 'talk', 10)
    await later.until(() => later.seen.length === 10)
    double.faults.repeated = 8
    const begun = double.begun.length
    double.drop()
    await expect.poll(() => double.begun.length).toBe(begun + 2)
    await appendEach(store, 'more', 5)
    await later.until(() => later.seen.length >= 15)
    await everything.until(() => everything.seen.length >= 15)
    for (const { seen } of [later, everything]) expect(words(seen)).toEqual([...upTo(10), ...upTo(5)])
  })

  it('begins where it was told to, even if the server hands out more', async () => {
    const { store, double } = await prepared()
    const recorded = await store.append('talk', -1, upTo(10).map(said))
    double.faults.repeated = 8
    const [after, end] = [listen(store, recorded[6]!.position), listen(store, 'end')]
    await after.until(after.caughtUp)
    await end.until(end.caughtUp)
    expect(words(after.seen)).toEqual([7, 8, 9])
    expect(words(end.seen)).toEqual([])
  })

  it('misses nothing from the end on, although the line breaks before anything was recorded', async () => {
    const { store, double } = await prepared()
    await appendEach(store, 'before', 3)
    const listener = listen(store, 'end')
    await listener.until(listener.caughtUp)
    await double.down()
    await listener.until(() => !listener.caughtUp())
    await double.up()
    await appendEach(store, 'talk', 3)
    await listener.until(() => listener.seen.length >= 3)
    expect(words(listener.seen)).toEqual(upTo(3))
  })

  // spec: 11.31
  it('notices within seconds that nothing comes any more, and subscribes again', async () => {
    const { store, double } = await prepared({ ...patient, heartbeatMs: 100 })
    const listener = listen(store)
    await appendEach(store, 'talk', 2)
    await listener.until(() => listener.seen.length >= 2)
    double.stickSubscriptions()
    await store.append('talk', 1, [said(2)])
    await listener.until(() => listener.seen.length >= 3)
    expect(words(listener.seen)).toEqual(upTo(3))
  })

  it('reads no more of a long stream than is looked at', async () => {
    const { store, double } = await prepared()
    await store.append(
      'talk',
      -1,
      upTo(600).map((n) => said(n)),
    )
    const before = double.eventsRead()
    expect(words(await readRange(store, 'talk', 10, 12))).toEqual([10, 11, 12])
    expect(double.eventsRead() - before).toBe(3)
  })

  it('does not begin again while nothing is recorded', async () => {
    const { store, double } = await prepared({ ...patient, heartbeatMs: 20 })
    const listener = listen(store)
    await appendEach(store, 'talk', 2)
    await listener.until(() => listener.seen.length >= 2 && listener.caughtUp())
    // On a slow machine it may have begun again before it had all there was.
    const [reads, begun] = [double.reads(), double.begun.length]
    await expect.poll(() => double.reads() - reads).toBeGreaterThan(5)
    expect(double.begun).toHaveLength(begun)
  })

  it('does not begin again for an event that is on its way when it is looked for', async () => {
    const { store, double } = await prepared({ ...patient, heartbeatMs: 500 })
    const listener = listen(store)
    await appendEach(store, 'talk', 1)
    await listener.until(() => listener.seen.length === 1 && listener.caughtUp())
    const looked = async (times: number) => {
      const before = double.reads()
      await expect.poll(() => double.reads() - before, { interval: 20, timeout: 10_000 }).toBeGreaterThanOrEqual(times)
    }
    await looked(2)
    const letGo = double.holdSubscriptionsAt()
    await store.append('talk', 0, [said(1)])
    const begun = double.begun.length
    await looked(1)
    letGo()
    await listener.until(() => listener.seen.length === 2)
    await looked(2)
    expect(double.begun).toHaveLength(begun)
  })

  it('waits for a server that is not there yet', async () => {
    const { store, double } = await prepared(hasty)
    await double.down()
    const listener = listen(store, 'end')
    await unavailableAfter(all(store))
    expect(listener.batches).toEqual([])
    await double.up()
    await listener.until(listener.caughtUp)
    await appendEach(store, 'talk', 1)
    await listener.until(() => listener.seen.length === 1)
  })

  it('says that it has not caught up while the line is broken', async () => {
    const { store, double } = await prepared()
    const listener = listen(store)
    await listener.until(listener.caughtUp)
    await double.down()
    await listener.until(() => !listener.caughtUp())
    expect(listener.batches.at(-1)).toEqual({ events: [], caughtUp: false })
    await double.up()
    await listener.until(listener.caughtUp)
    expect(listener.seen).toEqual([])
  })

  it('waits for our own last event and no further, however much others have recorded since', async () => {
    const { store, open } = await prepared()
    const others = open('others.')
    const [first] = await store.append('talk', -1, [said('ours')])
    await others.append('talk', -1, upTo(1_200).map(said))
    expect([await store.end(), await store.end()]).toEqual([first!.position, first!.position])
    const [second] = await store.append('talk', 0, [said('ours again')])
    await others.append('talk', 1_199, upTo(600).map(said))
    expect(await store.end()).toBe(second!.position)
    expect(await open('nobody.').end()).toBe(0n)
  })

  it('does not look through again what was others’', async () => {
    const { store, double, open } = await prepared()
    const other = open('other.')
    for (let n = 0; n < 1_200; n += 300) await other.append('talk', n - 1, upTo(300).map(said))
    const listener = listen(store)
    await listener.until(listener.caughtUp)
    const begun = double.begun.length
    double.drop()
    await expect.poll(() => double.begun.length).toBe(begun + 1)
    expect(double.begun.at(-1)).toBeGreaterThan(double.entries[900]!.position)
    await appendEach(store, 'talk', 1)
    await listener.until(() => listener.seen.length === 1)
    expect(listener.seen).toMatchObject([{ stream: 'talk', revision: 0 }])
  })

  it('takes its time with a server that reads slowly', async () => {
    const { store, double } = await prepared()
    await store.append('talk', -1, upTo(30).map(said))
    double.faults.readDelay = 20
    const listener = listen(store)
    await listener.until(listener.caughtUp)
    expect(words(listener.seen)).toEqual(upTo(30))
  })

  it('hands out a long history in large batches', async () => {
    const { store } = await prepared({ ...patient, gatheringMs: 100 })
    for (let n = 0; n < 3_000; n += 500) await store.append('talk', n - 1, upTo(500).map(said))
    const listener = listen(store)
    await listener.until(listener.caughtUp)
    expect(listener.seen).toHaveLength(3_000)
    expect(listener.batches.length).toBeLessThan(100)
  })
})

describe('two clients', () => {
  it('see the same, in the same order, and let each other know of a conflict', async () => {
    const { open, double } = await prepared()
    const stores = [open(), open()] as const
    const listeners = stores.map((store) => listen(store))
    const race = async (store: EventStore) => {
      let won = 0
      for (let revision = -1; revision < 39; revision++) {
        await store.append('talk', revision, [said(revision + 1)]).then(
          () => won++,
          (error) => expect(error).toBeInstanceOf(WrongRevision),
        )
      }
      return won
    }
    const [one, two] = await Promise.all([race(stores[0]), race(stores[1]), double.drop()])
    expect(one + two).toBe(40)
    for (const listener of listeners) await listener.until(() => listener.seen.length >= 40)
    expect(listeners[0]!.seen).toEqual(listeners[1]!.seen)
    expect(words(listeners[0]!.seen)).toEqual(upTo(40))
  })

  it('with prefixes of their own do not see each other', async () => {
    const { open } = await prepared()
    const [one, other] = [open('one.'), open('other.')]
    await one.append('talk', -1, [said('one')])
    await other.append('talk', -1, [said('other')])
    const listener = listen(one)
    await listener.until(listener.caughtUp)
    expect(words(listener.seen)).toEqual(['one'])
    expect(words(await all(other))).toEqual(['other'])
  })
})

describe('the chain of a stream', () => {
  /** Appends to `talk` past the store, with or without hashes. */
  function appendRaw(
    { double }: Prepared,
    { id, type, content }: EncodedEvent,
    metadata?: { previous: string; hash: string },
  ) {
    const client = EventStoreDBClient.connectionString(double.url)
    onTestFinished(() => client.dispose())
    const proposed = binaryEvent({ id, type, data: Buffer.from(content), ...(metadata ? { metadata } : {}) })
    return client.appendToStream(`${prefix}talk`, [proposed])
  }
  const verified = (store: EventStore) => verifyStream(store, 'talk')

  it('is the same over several writers, over a new process, and over conflicts', async () => {
    const { open } = await prepared()
    const [one, two] = [open(), open()]
    await appendEach(one, 'talk', 2)
    await two.append('talk', 1, [said(2), said(3)])
    await expect(one.append('talk', 1, [said('late')])).rejects.toBeInstanceOf(WrongRevision)
    await one.append('talk', 3, [said(4)])
    await open().append('talk', 4, [said(5)])
    expect(await verified(two)).toEqual({ events: 6, unsealed: 0, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('begins with the events from before there were hashes, and the first hash stands for them', async () => {
    const context = await prepared()
    const { double, store, open } = context
    for (const n of upTo(3)) await appendRaw(context, encoded(said(n)))
    expect(words(await all(store))).toEqual([0, 1, 2])
    await open().append('talk', 2, [said(3)])
    expect(await verified(store)).toMatchObject({ events: 4, unsealed: 3 })
    // Nothing shows what is altered before the first hash, until that hash is met.
    Object.assign(double.entries.find(({ stream }) => stream === `${prefix}talk`)!, { type: 'Unsaid' })
    expect(await verified(store)).toMatchObject({ damage: { damage: 'replaced', revision: 3 } })
  })

  it('shows a byte that was flipped: that stream is not served, the others are', async () => {
    const { double, store, open } = await prepared()
    await appendEach(store, 'talk', 3)
    await appendEach(store, 'other', 1)
    const entry = double.entries.filter(({ stream }) => stream === `${prefix}talk`)[1]!
    entry.data = Buffer.from(Buffer.from(entry.data).toString().replace('"words":1', '"words":7'))
    const fresh = open()
    const damaged = { damage: 'altered', stream: 'talk', revision: 1, position: entry.position }
    await expect(all(fresh)).rejects.toMatchObject(damaged)
    await expect(fresh.append('talk', 2, [said('on')])).rejects.toMatchObject(damaged)
    const listener = listen(fresh)
    await listener.until(listener.caughtUp)
    expect(listener.seen.map(({ stream }) => stream)).toEqual(['other'])
    expect(listener.batches.flatMap(({ damaged }) => damaged ?? [])).toMatchObject([damaged])
  })

  it('shows a fork: an event that was recorded after another one than the one before it', async () => {
    const context = await prepared()
    const { store, open } = context
    await appendEach(store, 'talk', 1)
    const { hash } = await verified(store)
    await store.append('talk', 0, [said(1)])
    const place = { stream: 'talk', revision: 2, id: randomUUID(), type: 'Said', content: encode(said(2)) }
    await appendRaw(context, place, { previous: hash, hash: hashOf(hash, place) })
    await expect(all(open())).rejects.toMatchObject({ damage: 'replaced', revision: 2 })
  })
})

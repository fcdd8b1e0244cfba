import { expect, it, onTestFinished } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import { type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import { NewerEvents } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { rebuild } from '#projections/rebuild.ts'
import { guarded, record, testClock, testStores } from '#projections/testing.ts'
import { type Dependencies, type Reaction, react } from './reaction.ts'
import { tasksOf } from './tasks.ts'

const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const at = '2026-11-16T09:00:00.000Z'
const said = (words: string) => ({ type: 'Said', data: { words }, by, at })
const wordsOf = ({ data }: Recorded) => (data as { words: string }).words
const minute = 60_000

/** Repeats what was said, two minutes after the last word of a talk, ten after the first at the latest. */
function echo(say: (words: readonly string[]) => unknown = () => {}) {
  const received: string[][] = []
  const reaction: Reaction<string> = {
    name: 'echo',
    async plan(event) {
      const words = wordsOf(event)
      if (words === 'poison') throw new Error('poison')
      if (words === 'never mind') return { drop: [{ group: event.stream }] }
      const time = Date.parse(event.at)
      const due = { due: time + 2 * minute, latest: time + 10 * minute }
      return { tasks: [{ id: event.id, group: event.stream, ...due, work: words }] }
    },
    async perform(words) {
      await say(words)
      received.push([...words])
    },
  }
  return { reaction, heard: received }
}

type Stores = { events: EventStore; documents: DocumentStore }

async function start(reaction: Reaction<string>, stores: Stores, options: Partial<Dependencies> = {}) {
  const ending = new AbortController()
  const logged: string[] = []
  const note = (_: unknown, message?: string) => void logged.push(message ?? '')
  const log = { warn: note, error: note } as Dependencies['log']
  const clock = testClock(at)
  const reacting = await react(reaction, { ...stores, clock, log, signal: ending.signal, ...options })
  const stop = async () => {
    ending.abort()
    await reacting.stopped
  }
  onTestFinished(stop)
  /** How many things are still to be done, now or later. */
  async function pending(): Promise<number> {
    const tasks = everyDocument<Document & { items: unknown[] }>(stores.documents, tasksOf(reaction.name))
    return (await Array.fromAsync(tasks)).flatMap(({ items }) => items).length
  }
  return { ...reacting, clock, logged, stop, pending }
}

it('begins with what is recorded from its first start on, and goes on where it was', async () => {
  const stores = await testStores()
  await record(stores.events, 'talk-1', said('long ago'))
  const first = echo()
  await (await start(first.reaction, stores)).stop()

  await record(stores.events, 'talk-1', said('while it was down'))
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, await stores.reopen())
  clock.advance(2 * minute)
  await settled(2n)
  expect([first.heard, received]).toEqual([[], [['while it was down']]])
})

it('does a burst in one go, once it is quiet', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  await record(stores.events, 'talk-2', said('another talk'))
  await settled(2n)
  clock.advance(minute)
  await record(stores.events, 'talk-1', { ...said('two'), at: new Date(clock.now()).toISOString() })
  await settled(3n)
  clock.advance(minute)
  await settled(3n)
  expect(received).toEqual([['another talk']])
  clock.advance(minute)
  await settled(3n)
  expect(received).toEqual([['another talk'], ['one', 'two']])
})

it('does not wait for ever for a burst to end', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, stores)
  for (let n = 1; n <= 11; n++) {
    const { position } = await record(stores.events, 'talk-1', {
      ...said(`${n}`),
      at: new Date(clock.now()).toISOString(),
    })
    await settled(position)
    if (n < 11) clock.advance(minute)
  }
  expect(received).toEqual([['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']])
})

it('remembers through a restart what it has still to do', async () => {
  const stores = await testStores()
  const first = echo()
  const before = await start(first.reaction, stores)
  await record(stores.events, 'talk-1', said('one'), said('two'), said('three'))
  await before.settled(3n)
  await before.stop()
  const { reaction, heard: received } = echo()
  const { settled, clock, pending } = await start(reaction, await stores.reopen())
  await settled(3n)
  expect([await pending(), received]).toEqual([3, []])
  clock.advance(2 * minute)
  await settled(3n)
  expect([await pending(), first.heard, received]).toEqual([0, [], [['one', 'two', 'three']]])
})

it('forgets what is done', async () => {
  const stores = await testStores()
  const first = echo()
  const before = await start(first.reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  before.clock.advance(2 * minute)
  await before.settled(1n)
  await before.stop()
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, await stores.reopen())
  clock.advance(60 * minute)
  await settled(1n)
  expect([first.heard, received]).toEqual([[['one']], []])
})

it('does again what it may not have done when the process died', async () => {
  const stores = await testStores()
  const first = echo()
  const documents = guarded(stores.documents, (changes) => {
    if (changes.some((change) => 'remove' in change)) throw new Error('the process dies')
  })
  const before = await start(first.reaction, { ...stores, documents })
  await record(stores.events, 'talk-1', said('one'))
  before.clock.advance(2 * minute)
  await expect.poll(() => first.heard).toEqual([['one']])
  await before.stop()
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, await stores.reopen())
  clock.advance(2 * minute)
  await settled(1n)
  expect(received).toEqual([['one']])
})

it('drops what need not be done any more, also what came in the same moment', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  const { settled, clock, pending } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  await settled(1n)
  await record(stores.events, 'talk-1', said('two'), said('never mind'), said('three'))
  await settled(4n)
  expect(await pending()).toBe(1)
  clock.advance(2 * minute)
  await settled(4n)
  expect(received).toEqual([['three']])
})

it('does not do what is dropped while the store is asked whether this process still may', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  const documents = guarded(stores.documents, async (changes) => {
    if (changes.length > 0) return
    await record(stores.events, 'talk-1', said('never mind'))
    await expect.poll(pending).toBe(0)
  })
  const { settled, clock, pending } = await start(reaction, { ...stores, documents })
  await record(stores.events, 'talk-1', said('one'))
  await settled(1n)
  clock.advance(2 * minute)
  await settled(2n)
  expect(received).toEqual([])
})

it('goes on after an event it cannot stand, and says so', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  const { settled, clock, logged } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('poison'), said('one'))
  clock.advance(2 * minute)
  await settled(2n)
  expect([received, logged]).toEqual([[['one']], ['no reaction to an event']])
})

it('drops work that fails, and does the rest', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo((words) => {
    if (words.includes('bad')) throw new Error('bad')
  })
  const { settled, clock, logged, pending } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('bad'))
  await record(stores.events, 'talk-2', said('good'))
  clock.advance(2 * minute)
  await settled(2n)
  expect([received, logged, await pending()]).toEqual([[['good']], ['given up'], 0])
})

it('asks of what is due at once a single time whom it is for, however much there is of it', async () => {
  const stores = await testStores()
  const { reaction, heard: received } = echo()
  let calls = 0
  const laneOf = (words: string) => {
    calls++
    return words
  }
  const { settled, clock } = await start({ ...reaction, laneOf }, stores)
  for (let n = 1; n <= 100; n++) await record(stores.events, `talk-${n}`, said(`${n}`))
  clock.advance(2 * minute)
  await settled(100n)
  expect([received.length, calls]).toEqual([100, 100])
})

/** How many turns of the event loop have begun, at each of the times at which something that takes long was done. */
function turnsBetween() {
  let turns = 0
  const counted = new Set<number>()
  const counting = setInterval(() => turns++, 0)
  onTestFinished(() => clearInterval(counting))
  const takeLong = () => {
    counted.add(turns)
    for (const since = performance.now(); performance.now() - since < 6; );
  }
  return { counted, takeLong }
}

it('lets others have their turn between what is due at once', async () => {
  const stores = await testStores()
  const { counted, takeLong } = turnsBetween()
  const { settled, clock } = await start(echo(takeLong).reaction, stores)
  for (let n = 1; n <= 20; n++) await record(stores.events, `talk-${n}`, said(`${n}`))
  await settled(20n)
  clock.advance(2 * minute)
  await settled(20n)
  expect(counted.size).toBeGreaterThan(5)
})

it('lets others have their turn while it plans for what was recorded while it was down', async () => {
  const stores = await testStores()
  const { reaction } = echo()
  await (await start(reaction, stores)).stop()
  await record(stores.events, 'talk-1', ...Array.from({ length: 20 }, (_, n) => said(`${n}`)))
  const { counted, takeLong } = turnsBetween()
  const plan: typeof reaction.plan = (event) => {
    takeLong()
    return reaction.plan(event)
  }
  const { settled } = await start({ ...reaction, plan }, await stores.reopen())
  await settled(20n)
  expect(counted.size).toBeGreaterThan(5)
})

it('tries again, later and later, while something is unavailable; the others do not wait for it', async () => {
  const stores = await testStores()
  let tries = 0
  const { reaction, heard: received } = echo((words) => {
    if (words.includes('down') && ++tries < 4) throw new Unavailable('Something')
  })
  const { settled, clock } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('down'))
  await record(stores.events, 'talk-2', said('up'))
  clock.advance(2 * minute)
  await settled(2n)
  expect([tries, received]).toEqual([1, [['up']]])
  for (const [seconds, expected] of [
    [1, 2],
    [1, 2],
    [1, 3],
    [3, 3],
    [1, 4],
  ] as const) {
    clock.advance(seconds * 1_000)
    await settled(2n)
    expect(tries).toBe(expected)
  }
  expect(received).toEqual([['up'], ['down']])
})

it('tries again while only a newer server knows all events', async () => {
  const stores = await testStores()
  let isOlder = true
  const { reaction, heard: received } = echo(() => {
    if (isOlder) throw new NewerEvents(new Error('Whispered at revision 1'))
  })
  const { settled, clock, pending } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  clock.advance(2 * minute)
  await settled(1n)
  expect(await pending()).toBe(1)
  isOlder = false
  clock.advance(minute)
  await settled(1n)
  expect([received, await pending()]).toEqual([[['one']], 0])
})

it('gives up what has been unavailable for days', async () => {
  const stores = await testStores()
  const { reaction } = echo(() => {
    throw new Unavailable('Something')
  })
  const { settled, clock, logged, pending } = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  clock.advance(2 * minute)
  await settled(1n)
  expect(await pending()).toBe(1)
  clock.advance(3 * 24 * 60 * minute)
  await settled(1n)
  expect([await pending(), logged]).toEqual([0, ['will be retried', 'given up']])
})

/** A reaction to what a talk says, which has said one thing, while what the reaction needs is away. */
async function oneSaidWhileAway() {
  const stores = await testStores()
  let isAway = true
  const { reaction, heard: received } = echo(() => {
    if (isAway) throw new Unavailable('Something')
  })
  const started = await start(reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  const comeBack = () => {
    isAway = false
  }
  return { ...started, stores, received, comeBack }
}

it('tries again what was due days ago, when the server was off, and fails only now', async () => {
  const { received, settled, clock, pending, comeBack } = await oneSaidWhileAway()
  clock.advance(4 * 24 * 60 * minute)
  await settled(1n)
  expect(await pending()).toBe(1)
  comeBack()
  clock.advance(minute)
  await settled(1n)
  expect([received, await pending()]).toEqual([[['one']], 0])
})

it('gives up only what is so old, and tries again what came later', async () => {
  const { stores, received, settled, clock, pending, comeBack } = await oneSaidWhileAway()
  clock.advance(2 * minute)
  await settled(1n)
  clock.advance(3 * 24 * 60 * minute)
  await record(stores.events, 'talk-1', { ...said('two'), at: new Date(clock.now()).toISOString() })
  await settled(2n)
  clock.advance(10 * minute)
  await settled(2n)
  expect(await pending()).toBe(1)
  comeBack()
  clock.advance(20 * minute)
  await settled(2n)
  expect([received, await pending()]).toEqual([[['two']], 0])
})

it('plans once what it could not keep at first', async () => {
  const stores = await testStores()
  let refusals = 3
  const documents = guarded(stores.documents, (changes) => {
    if (changes.length > 1 && refusals-- > 0) throw new Unavailable('The document store')
  })
  const { reaction, heard: received } = echo()
  const { settled, clock } = await start(reaction, { ...stores, documents })
  await record(stores.events, 'talk-1', said('one'))
  await settled(1n)
  clock.advance(2 * minute)
  await settled(1n)
  expect([refusals, received]).toEqual([-1, [['one']]])
})

/** Documents whose first write of several changes is stored, but for the last `lost` of them, and then fails. */
function failingOnce(documents: DocumentStore, { lost, then }: { lost: number; then(): Promise<unknown> }) {
  let isFirst = true
  const write: DocumentStore['write'] = async (changes, ...options) => {
    if (!isFirst || changes.length < 2) return documents.write(changes, ...options)
    isFirst = false
    await documents.write(changes.slice(0, changes.length - lost))
    await then()
    throw new Unavailable('The document store')
  }
  return { ...documents, write }
}

it.each([
  ['in part', 1],
  ['although it failed', 0],
])('does once what was stored %s, also after a restart', async (_, lost) => {
  const stores = await testStores()
  const then = () => record(stores.events, 'talk-1', said('two'))
  const first = echo()
  const before = await start(first.reaction, { ...stores, documents: failingOnce(stores.documents, { lost, then }) })
  await record(stores.events, 'talk-1', said('one'))
  await expect.poll(before.pending).toBe(2)
  await before.settled(2n)
  before.clock.advance(2 * minute)
  await before.settled(2n)
  const checkpoint = await stores.documents.collection('reactions').get('echo')
  await before.stop()
  const { reaction, heard: received } = echo()
  const { settled, clock, pending } = await start(reaction, await stores.reopen())
  clock.advance(10 * minute)
  await settled(2n)
  expect([first.heard, received, await pending()]).toEqual([[['one', 'two']], [], 0])
  expect(checkpoint).toMatchObject({ position: '2' })
})

it('has what a failed write dropped and the next one does not', async () => {
  const stores = await testStores()
  const { reaction } = echo()
  let isFirst = true
  const plan: typeof reaction.plan = async (event) => {
    const forgets = wordsOf(event) === 'never mind' && isFirst
    if (forgets) isFirst = false
    return wordsOf(event) === 'one' || forgets ? reaction.plan(event) : undefined
  }
  let away = false
  const write: DocumentStore['write'] = async (changes, ...options) => {
    await stores.documents.write(away ? changes.slice(0, -1) : changes, ...options)
    if (!away) return
    away = false
    throw new Unavailable('The document store')
  }
  const before = await start({ ...reaction, plan }, { ...stores, documents: { ...stores.documents, write } })
  await record(stores.events, 'talk-1', said('one'))
  await before.settled(1n)
  away = true
  await record(stores.events, 'talk-1', said('never mind'))
  await before.settled(2n)
  await before.stop()
  const { pending } = await start(reaction, await stores.reopen())
  expect(await pending()).toBe(1)
})

it('keeps its tasks and its checkpoint in one write', async () => {
  const stores = await testStores()
  const writes: string[][] = []
  const documents = guarded(stores.documents, (changes) => writes.push(changes.map(({ collection }) => collection)))
  const { settled } = await start(echo().reaction, { ...stores, documents })
  await record(stores.events, 'talk-1', said('one'), said('two'))
  await settled(2n)
  expect(writes).toEqual([['reactions'], ['tasks_echo', 'reactions']])
})

it('is not told anything again by a rebuild', async () => {
  const stores = await testStores()
  const first = echo()
  const before = await start(first.reaction, stores)
  await record(stores.events, 'talk-1', said('one'))
  before.clock.advance(2 * minute)
  await before.settled(1n)
  await before.stop()
  await rebuild(stores.events, stores.documents)
  const { reaction, heard: received } = echo()
  const { settled, clock, pending } = await start(reaction, stores)
  clock.advance(60 * minute)
  await settled(1n)
  expect([first.heard, received, await pending()]).toEqual([[['one']], [], 0])
})

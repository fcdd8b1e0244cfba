import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewEvent, Recorded } from '#domain/event.ts'
import { type Batch, type EventStore, WrongRevision } from './store.ts'

/** How a suite reaches one store: `open` opens it, again after a close, on what was recorded before. */
type Opener = { open(): Promise<EventStore>; remove(): Promise<void> }

const by = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const at = '2026-11-16T09:00:00.000Z'

/** An event with nothing but words. */
const said = (words: unknown, id: string = randomUUID()): NewEvent => ({ type: 'Said', data: { words }, id, by, at })
const words = (events: Recorded[]) => events.map(({ data }) => (data as { words: unknown }).words)

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = []
  for await (const each of source) result.push(each)
  return result
}

/** Follows until a batch satisfies, then stops. Answers all that was seen. */
async function followUntil(
  store: EventStore,
  after: bigint | 'end',
  enough: (seen: Recorded[], batch: Batch) => boolean,
): Promise<Recorded[]> {
  const stop = new AbortController()
  const seen: Recorded[] = []
  for await (const batch of store.follow(after, stop.signal)) {
    seen.push(...batch.events)
    if (enough(seen, batch)) stop.abort()
  }
  return seen
}

/** The contract tests of event stores: each adapter runs all of them. */
export function eventStoreContract(name: string, prepare: () => Promise<Opener>): void {
  describe(name, () => {
    let opener: Opener
    let store: EventStore

    beforeEach(async () => {
      opener = await prepare()
      store = await opener.open()
    })
    afterEach(async () => {
      await store.close()
      await opener.remove()
    })

    describe('appending', () => {
      it('answers the events with their places', async () => {
        const [first, second] = await store.append('talk-1', -1, [said('one'), said('two')])
        expect(first).toMatchObject({ stream: 'talk-1', revision: 0, type: 'Said', data: { words: 'one' }, by, at })
        expect(second).toMatchObject({ stream: 'talk-1', revision: 1 })
        expect(second!.position > first!.position).toBe(true)
      })

      it('continues a stream at the expected revision', async () => {
        await store.append('talk-1', -1, [said('one')])
        const [next] = await store.append('talk-1', 0, [said('two')])
        expect(next).toMatchObject({ revision: 1 })
      })

      it.each([
        ['expected to be new, but is not', -1],
        ['has moved on', 0],
        ['is not that long yet', 7],
      ])('is refused when the stream %s', async (_, expected) => {
        await store.append('talk-1', -1, [said('one'), said('two')])
        const refused = await store.append('talk-1', expected, [said('three')]).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(WrongRevision)
        expect(refused).toMatchObject({ actual: 1 })
        expect(words(await all(store.read('talk-1')))).toEqual(['one', 'two'])
      })

      it('is refused on a stream that does not exist but was expected to', async () => {
        await expect(store.append('talk-1', 0, [said('one')])).rejects.toMatchObject({ actual: -1 })
      })

      it('records the same ids once, and answers the same again', async () => {
        const events = [said('one'), said('two')]
        const first = await store.append('talk-1', -1, events)
        await store.append('talk-1', 1, [said('three')])
        expect(await store.append('talk-1', -1, events)).toEqual(first)
        expect(words(await all(store.read('talk-1')))).toEqual(['one', 'two', 'three'])
      })

      it('does not take other ids at that place for a repetition', async () => {
        await store.append('talk-1', -1, [said('one')])
        await expect(store.append('talk-1', -1, [said('one')])).rejects.toBeInstanceOf(WrongRevision)
      })

      it('lets one of many at the same revision through', async () => {
        const results = await Promise.allSettled(
          Array.from({ length: 50 }, (_, n) => store.append('talk-1', -1, [said(n)])),
        )
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        expect(await all(store.read('talk-1'))).toHaveLength(1)
      })

      it('takes many streams at once, and loses none to a neighbour that is refused', async () => {
        await store.append('talk-0', -1, [said('taken')])
        const results = await Promise.allSettled(
          Array.from({ length: 100 }, (_, n) => store.append(`talk-${n}`, -1, [said(n), said(n)])),
        )
        expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(99).fill('fulfilled')])
        expect(words(await all(store.read('talk-99')))).toEqual([99, 99])
      })

      it('records all of the events or none', async () => {
        const impossible = { ...said('two'), data: { words: 1n } }
        await expect(store.append('talk-1', -1, [said('one'), impossible])).rejects.toThrow()
        expect(await all(store.read('talk-1'))).toEqual([])
        await store.append('talk-1', -1, [said('after')])
      })

      it('records nothing when there is nothing to record', async () => {
        expect(await store.append('talk-1', -1, [])).toEqual([])
        expect(await all(store.read('talk-1'))).toEqual([])
      })
    })

    describe('reading a stream', () => {
      it('hands out exactly what was recorded, in order', async () => {
        const strange = said({ text: 'नमस्ते \u0000 "quotes" 😀', nested: [null, 1.5, { a: [] }] })
        const withCause = { ...said('cause'), cause: { key: 'k', body: 'b' } }
        const recorded = await store.append('talk-1', -1, [strange, withCause])
        expect(await all(store.read('talk-1'))).toEqual(recorded)
      })

      it('begins after a revision, and ends with another', async () => {
        await store.append(
          'talk-1',
          -1,
          ['one', 'two', 'three'].map((each) => said(each)),
        )
        expect(words(await all(store.read('talk-1', 0)))).toEqual(['two', 'three'])
        expect(await all(store.read('talk-1', 2))).toEqual([])
        expect(words(await all(store.read('talk-1', 0, 1)))).toEqual(['two'])
        expect(words(await all(store.read('talk-1', 0, 9)))).toEqual(['two', 'three'])
        expect(await all(store.read('talk-1', 1, 1))).toEqual([])
      })

      it('is empty for a stream that does not exist', async () => {
        expect(await all(store.read('talk-1'))).toEqual([])
      })

      it('tells streams apart whose names look alike', async () => {
        await store.append('talk-1', -1, [said('one')])
        await store.append('talk-11', -1, [said('eleven')])
        await store.append("talk-1' or '1'='1", -1, [said('hostile')])
        expect(words(await all(store.read('talk-1')))).toEqual(['one'])
        expect(words(await all(store.read("talk-1' or '1'='1")))).toEqual(['hostile'])
      })

      it('reads a long stream whole', async () => {
        for (let n = 0; n < 1_200; n += 300) {
          await store.append(
            'talk-1',
            n - 1,
            Array.from({ length: 300 }, (_, at) => said(n + at)),
          )
        }
        expect(words(await all(store.read('talk-1')))).toEqual(Array.from({ length: 1_200 }, (_, n) => n))
      })
    })

    describe('following', () => {
      it('hands out what was recorded, then says that it has caught up, then what is recorded', async () => {
        await store.append('talk-1', -1, [said('one')])
        await store.append('talk-2', -1, [said('two')])
        const caughtUpAt: number[] = []
        const seen = await followUntil(store, 0n, (soFar, { caughtUp }) => {
          if (caughtUp) caughtUpAt.push(soFar.length)
          if (caughtUp && soFar.length === 2) void store.append('talk-1', 0, [said('three')])
          return soFar.length === 3
        })
        expect(words(seen)).toEqual(['one', 'two', 'three'])
        expect(caughtUpAt).toContain(2)
      })

      it('says at once that it has caught up when there is nothing', async () => {
        expect(await followUntil(store, 0n, (_, { caughtUp }) => caughtUp)).toEqual([])
      })

      it('begins after a position', async () => {
        const [first] = await store.append('talk-1', -1, [said('one'), said('two')])
        expect(words(await followUntil(store, first!.position, (_, { caughtUp }) => caughtUp))).toEqual(['two'])
      })

      it('begins at the end', async () => {
        await store.append('talk-1', -1, [said('before')])
        const seen = await followUntil(store, 'end', (soFar, { caughtUp }) => {
          if (caughtUp && soFar.length === 0) void store.append('talk-1', 0, [said('after')])
          return soFar.length > 0
        })
        expect(words(seen)).toEqual(['after'])
      })

      it('misses nothing and repeats nothing while others append', async () => {
        const writing = Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            for (let revision = -1; revision < 49; revision++) await store.append(`talk-${n}`, revision, [said(n)])
          }),
        )
        const [early, late] = await Promise.all([
          followUntil(store, 0n, (seen) => seen.length === 1_000),
          writing.then(() => followUntil(store, 0n, (_, { caughtUp }) => caughtUp)),
        ])
        expect(early).toEqual(late)
        expect(early.every(({ position }, n) => n === 0 || position > early[n - 1]!.position)).toBe(true)
        for (let n = 0; n < 20; n++) {
          const revisions = early.filter(({ stream }) => stream === `talk-${n}`).map(({ revision }) => revision)
          expect(revisions).toEqual(Array.from({ length: 50 }, (_, at) => at))
        }
      })

      it('stops when told to', async () => {
        const stop = new AbortController()
        const following = all(store.follow('end', stop.signal))
        stop.abort()
        expect((await following).flatMap(({ events }) => events)).toEqual([])
      })
    })

    it('knows its end: what is recorded from then on comes after it', async () => {
      expect(await store.end()).toBe(0n)
      const [, second] = await store.append('talk-1', -1, [said('one'), said('two')])
      expect(await store.end()).toBe(second!.position)
      await store.append('talk-2', -1, [said('three')])
      expect(words(await followUntil(store, second!.position, (seen) => seen.length === 1))).toEqual(['three'])
    })

    it('finds an event by its position, and none where there is none', async () => {
      const [first, second] = await store.append('talk-1', -1, [said('one'), said('two')])
      expect(await store.at(first!.position)).toEqual(first)
      expect(await store.at(second!.position)).toEqual(second)
      expect(await store.at(second!.position + 1n)).toBeUndefined()
      expect(await store.at(0n)).toBeUndefined()
    })

    it('has everything again after it was closed and opened', async () => {
      const recorded = await store.append('talk-1', -1, [said('one'), said('two')])
      await store.close()
      store = await opener.open()
      expect(await all(store.read('talk-1'))).toEqual(recorded)
      const [next] = await store.append('talk-1', 1, [said('three')])
      expect(next!.position > recorded[1]!.position).toBe(true)
    })
  })
}

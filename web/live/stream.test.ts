import { describe, expect, it } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import { applyEvents, classify, type FollowedStream, followFrom, isBehind } from './stream.ts'

const eventAt = (revision: number): Recorded => ({
  id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
  type: 'Said',
  data: {},
  by: { id: 'asha', name: 'Asha Rao', role: 'client' },
  at: '2026-11-16T09:00:00.000Z',
  stream: 'order-1',
  revision,
  position: BigInt(revision + 1),
})
const write = (read: readonly number[], { revision }: Recorded) => [...read, revision]
const events = (...revisions: number[]) => revisions.map(eventAt)
const listen = (followed: FollowedStream<readonly number[]>, ...revisions: number[]) =>
  applyEvents(followed, events(...revisions), write).followed

const loaded = followFrom<readonly number[]>([], 3)

describe('classifying an event', () => {
  it('takes the next revision', () => expect(classify(3, eventAt(4))).toBe('take'))
  it('drops the revision it stands at', () => expect(classify(3, eventAt(3))).toBe('drop'))
  it('drops an older one', () => expect(classify(3, eventAt(0))).toBe('drop'))
  it('sees a gap before a later one', () => expect(classify(3, eventAt(5))).toBe('gap'))
  it('takes revision 0 where nothing is known', () => expect(classify(-1, eventAt(0))).toBe('take'))
})

describe('following a stream', () => {
  it('folds events in their order', () => {
    expect(listen(loaded, 4, 5, 6)).toEqual({ state: [4, 5, 6], revision: 6, latestKnown: 6 })
  })

  it('answers with the events that were taken, and only those', () => {
    expect(applyEvents(loaded, events(3, 4, 4, 5), write).applied.map(({ revision }) => revision)).toEqual([4, 5])
  })

  it('takes an event once that comes twice', () => {
    expect(listen(listen(loaded, 4, 5), 4, 5).state).toEqual([4, 5])
  })

  it('stops before an event that a newer server wrote, and says so', () => {
    const knowing = (read: readonly number[], event: Recorded) =>
      event.revision === 5 ? undefined! : write(read, event)
    const { followed, applied: taken, unknown } = applyEvents(loaded, events(4, 5, 6), knowing)
    expect(followed).toEqual({ state: [4], revision: 4, latestKnown: 5 })
    expect([taken.map(({ revision }) => revision), unknown]).toEqual([[4], true])
    expect(applyEvents(loaded, events(4), knowing).unknown).toBe(false)
  })

  it('is the same object when nothing was taken', () => expect(listen(loaded, 1, 2, 3)).toBe(loaded))

  it('is behind after a gap, and takes nothing beyond it', () => {
    const behind = listen(loaded, 6)
    expect(behind).toEqual({ state: [], revision: 3, latestKnown: 6 })
    expect(isBehind(behind)).toBe(true)
  })

  it('is not behind any more once what was missing has come', () => {
    const whole = listen(listen(loaded, 6), 4, 5, 6)
    expect(whole.state).toEqual([4, 5, 6])
    expect(isBehind(whole)).toBe(false)
  })

  it('stays behind when an answer does not reach as far as what was heard', () => {
    expect(isBehind(listen(listen(loaded, 6), 4, 5))).toBe(true)
  })

  it('takes live events that come before the acknowledgement, and drops their repetition in it', () => {
    expect(listen(listen(loaded, 4), 4, 5).state).toEqual([4, 5])
  })

  it('misses nothing when live events overtake the acknowledgement', () => {
    const overtaken = listen(loaded, 6, 7)
    expect(isBehind(overtaken)).toBe(true)
    const acknowledged = listen(overtaken, 4, 5, 6)
    expect(acknowledged.state).toEqual([4, 5, 6])
    expect(isBehind(acknowledged)).toBe(true)
    expect(listen(acknowledged, 7).state).toEqual([4, 5, 6, 7])
  })

  it('takes events that come in the wrong order one after the other, as they are asked for again', () => {
    expect(listen(listen(listen(loaded, 5), 4), 5).state).toEqual([4, 5])
  })

  it('ends at the same fold whatever the order and the repetitions, once it has asked for the rest', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = generator(seed)
      let followed = loaded
      for (let at = 0; at < 30; at++) followed = listen(followed, Math.floor(random() * 14))
      const rest = Array.from({ length: 14 - followed.revision - 1 }, (_, at) => followed.revision + 1 + at)
      followed = listen(followed, ...rest)
      expect(followed.state, `seed ${seed}`).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
      expect(isBehind(followed), `seed ${seed}`).toBe(false)
    }
  })
})

// A linear congruential generator: the same numbers for the same seed.
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

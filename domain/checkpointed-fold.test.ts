import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCheckpointedFold } from './checkpointed-fold.ts'
import { type Event, fold } from './event.ts'
import { forClient, orders } from './order/actions.ts'
import { allPersons, scenarios } from './order/testing.ts'
import { asha, messageSent, opened, replied, signed, unsigned } from './samples.ts'
import { recorded } from './testing.ts'

// spec: 2.105
it('an order at revision n is the fold of its first n events, for every n, whatever was done to it', () =>
  fc.assert(
    fc.property(
      scenarios(),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...allPersons),
      (events, every, person) => {
        const known = person.role === 'admin' ? events : events.map(forClient)
        const past = createCheckpointedFold(orders, every)
        past.add(known.slice(0, 2))
        past.add(known.slice(2))
        // Backwards, so that no state is made of the one that was looked at before.
        for (const revision of known.map(({ revision }) => revision).toReversed()) {
          const expected = known
            .slice(0, revision + 1)
            .reduce((order, event) => orders.evolve(order, event), orders.initial)
          expect(past.stateAt(revision)).toEqual(expected)
          expect(past.stateAt(revision)).toEqual(fold(orders, known.slice(0, revision + 1)))
        }
      },
    ),
  ))

// spec: 2.106
it('two moments looked at in turn are folded from where each stood before, event by event', () => {
  const folded: string[] = []
  const past = createCheckpointedFold<number, Event<string, object>>({
    name: 'count',
    initial: 0,
    evolve(count, { id }) {
      folded.push(id)
      return count + 1
    },
  })
  const events = Array.from({ length: 400 }, (_, n) => ({ type: 'Counted', data: {}, id: `${n}`, by: asha, at: '' }))
  past.add(events.map((event, revision) => ({ ...event, stream: 'count-1', revision, position: 0n })))
  expect([past.stateAt(100), past.stateAt(300)]).toEqual([101, 301])
  folded.length = 0
  expect([past.stateAt(101), past.stateAt(300), past.stateAt(102), past.stateAt(301)]).toEqual([102, 301, 103, 302])
  expect(folded).toEqual(['101', '102', '301'])
})

it('a state that was looked at stays as it was, whatever is added afterwards', () => {
  const events = recorded('order-x1', [opened, messageSent, signed, replied, unsigned])
  const past = createCheckpointedFold(orders, 2)
  past.add(events.slice(0, 3))
  const [first, third] = [past.stateAt(0), past.stateAt(2)]
  past.add(events.slice(3))
  expect(past.stateAt(4).conversation).toHaveLength(2)
  expect([first.conversation.length, third.conversation.length]).toEqual([0, 1])
  expect(third.conversation[0]!.by).toEqual(asha)
})

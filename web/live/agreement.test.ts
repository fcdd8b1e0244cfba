import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fold, type Recorded } from '#domain/event.ts'
import { type Order, type OrderEvent, orders } from '#domain/order/order.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { lives, overHttp } from '#domain/order/testing.ts'
import { orderFromWire, orderToWire, rowFromWire, rowToWire } from '#domain/order/wire.ts'
import { meera } from '#domain/samples.ts'
import { fromWire, toWire } from '#domain/wire.ts'
import { liveOrder } from './order.ts'
import { hearRow, type Rows, refreshed, rowsOf } from './rows.ts'

type Fact = Recorded<OrderEvent>

const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }

/** The page of an order, loaded when its stream stood at a revision. */
const pageAt = (events: readonly Fact[], revision: number) => {
  const order = fold(orders, events.slice(0, revision + 1))
  return liveOrder(orderFromWire(overHttp(orderToWire('x1', revision, order, contact, meera))))
}
/** An order without what others have read: that is not theirs to be sent. */
const own = (order: Order): Order => ({ ...order, read: { [meera.id]: order.read[meera.id] ?? 0 } })
const onTheWire = (events: readonly Fact[]) => overHttp(events.map((event) => toWire(event)))

// Ink dries on a clock of its own.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a page that watches an order from any revision', () => {
  /** A life, the revision the page was loaded at, and what reaches it then: any facts, in any order, however often. */
  const watched = lives().chain((events) =>
    fc.record({
      events: fc.constant(events),
      loaded: fc.nat(events.length - 1),
      arrivals: fc.array(fc.array(fc.nat(events.length - 1), { maxLength: 6 }), { maxLength: 12 }),
    }),
  )

  it('ends in the same order as the fold, once it has asked for what is missing', () =>
    fc.assert(
      fc.property(watched, ({ events, loaded, arrivals }) => {
        const page = pageAt(events, loaded)
        for (const revisions of arrivals) page.hear(onTheWire(revisions.map((revision) => events[revision]!)))
        const { revision } = page.now()
        // Whatever came, what it shows is the order as it once was.
        expect(own(page.now().order)).toEqual(own(fold(orders, events.slice(0, revision + 1))))
        page.hear(onTheWire(events.slice(revision + 1)))
        expect(page.now()).toMatchObject({ revision: events.length - 1, refused: false })
        expect(own(page.now().order)).toEqual(own(fold(orders, events)))
      }),
    ))
  it('has heard each fact once, in order', () =>
    fc.assert(
      fc.property(watched, ({ events, loaded, arrivals }) => {
        const page = pageAt(events, loaded)
        for (const revisions of arrivals) page.hear(onTheWire(revisions.map((revision) => events[revision]!)))
        page.hear(onTheWire(events))
        expect(page.now().events).toEqual(events.slice(loaded + 1))
      }),
    ))
})

describe('a list that watches several orders', () => {
  /** What happens to a fact on its way: it arrives, it arrives again later, or the line is down. */
  const fate = fc.record({
    lost: fc.boolean(),
    again: fc.option(fc.nat(500), { nil: undefined }),
    /** After how many more facts the list that is asked for now is answered. */
    answered: fc.nat(4),
  })
  type Fate = typeof fate extends fc.Arbitrary<infer F> ? F : never

  /** Three orders, their facts in the order of the store, from where the list was loaded on. */
  const story = fc
    .record({
      streams: fc.tuple(lives(), lives(), lives()),
      turns: fc.array(fc.nat(2), { minLength: 1, maxLength: 150 }),
      fates: fc.array(fate, { minLength: 1, maxLength: 40 }),
    })
    .chain(({ streams, turns, fates }) => {
      const facts = interleaved(streams, turns)
      return fc.record({ facts: fc.constant(facts), fates: fc.constant(fates), loaded: fc.nat(facts.length) })
    })

  it('ends in the rows of the fold without asking again, when all facts arrive, some of them twice', () =>
    fc.assert(
      fc.property(story, ({ facts, fates, loaded }) => {
        const { rows, asked } = watch(
          facts,
          loaded,
          fates.map((each) => ({ ...each, lost: false })),
        )
        expect(asked).toBe(0)
        expect(seen(rows)).toEqual(seen(rowsAfter(facts)))
      }),
    ))
  it('ends in the rows of the fold, when facts are lost and the line comes back', () =>
    fc.assert(
      fc.property(story, ({ facts, fates, loaded }) => {
        const { rows } = watch(facts, loaded, fates)
        expect(seen(rows)).toEqual(seen(rowsAfter(facts)))
      }),
    ))

  /** The rows as the list keeps them, told what happens from a fact on. It asks again as the page does. */
  function watch(facts: readonly Fact[], loaded: number, fates: readonly Fate[]) {
    let rows = answerAfter(facts.slice(0, loaded))
    let underWay: { answer: Rows; before: Rows; due: number } | undefined
    let behind = false
    let asked = 0
    /** At every moment each row is its order as it once was, and none goes back. */
    const show = (next: Rows) => {
      for (const [id, { revision }] of next) {
        const then = rowsAfter(facts.filter((fact) => idOf(fact) === id && fact.revision <= revision))
        expect(seen(next)[id]).toEqual(seen(then)[id])
      }
      for (const [id, { revision }] of rows) expect(next.get(id)?.revision).toBeGreaterThanOrEqual(revision)
      rows = next
    }
    const hear = (fact: Fact) => {
      const heard = hearRow(rows, idOf(fact), fromWire<OrderEvent>(overHttp(toWire(fact))))
      if (heard.rows !== rows) show(heard.rows)
      behind ||= heard.behind
    }
    const settle = () => {
      if (underWay) show(refreshed([...underWay.answer.values()], underWay.before, rows))
      underWay = undefined
    }
    facts.slice(loaded).forEach((fact, at) => {
      const { lost, again, answered } = fates[at % fates.length]!
      if (!lost) hear(fact)
      const known = facts.slice(0, loaded + at + 1)
      if (!lost && again !== undefined) hear(known[again % known.length]!)
      if (underWay && at >= underWay.due) settle()
      if (behind && !underWay) {
        asked += 1
        behind = false
        underWay = { answer: answerAfter(known), before: rows, due: at + answered }
      }
    })
    settle()
    // The line is back: the list is asked for once more, as after every connect.
    if (fates.some(({ lost }) => lost)) show(refreshed([...answerAfter(facts).values()], rows, rows))
    return { rows, asked }
  }
})

const idOf = ({ stream }: Fact): string => stream.slice('order-'.length)

/** The rows that facts make. */
function rowsAfter(facts: readonly Fact[]): Rows {
  const rows = new Map<string, OrderRow>()
  for (const fact of facts) rows.set(idOf(fact), evolveRow(rows.get(idOf(fact)), fact)!)
  return rows
}

/** What the server answers an admin when these facts are all. */
const answerAfter = (facts: readonly Fact[]): Rows =>
  rowsOf([...rowsAfter(facts).values()].map((row) => rowFromWire(overHttp(rowToWire(row, meera)))))

/** What an admin sees of rows: of the reading marks only her own. */
const seen = (rows: Rows) => Object.fromEntries([...rows].map(([id, row]) => [id, rowToWire(row, meera)]))

/** The facts of several orders, as their turns come; what is left comes in the end. */
function interleaved(streams: readonly Fact[][], turns: readonly number[]): Fact[] {
  const queues = streams.map((facts, at) => facts.map((fact) => ({ ...fact, stream: `order-${at}` })))
  const taken = turns.flatMap((turn) => queues[turn]!.splice(0, 1))
  return [...taken, ...queues.flat()].map((fact, at) => ({ ...fact, position: BigInt(at + 1) }))
}

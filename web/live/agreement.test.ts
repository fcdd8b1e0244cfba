import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fold, fromWire, type Recorded, toWire } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { rowFromWire, rowToWire } from '#domain/order/row-wire.ts'
import { scenarios, throughJson } from '#domain/order/testing.ts'
import { orderFromWire, orderToWire } from '#domain/order/wire.ts'
import { meera } from '#domain/samples.ts'
import { liveOrder } from './live-order.ts'
import { stateOf } from './order.ts'
import { applyRowEvent, type Rows, refreshed, rowsOf } from './rows.ts'

type RecordedEvent = Recorded<OrderEvent>

const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }

/** The page of an order, loaded when its stream stood at a revision. */
const pageAt = (events: readonly RecordedEvent[], revision: number) => {
  const order = fold(orders, events.slice(0, revision + 1))
  return liveOrder('x1', stateOf(orderFromWire(throughJson(orderToWire('x1', revision, order, contact, meera)))))
}
/** An order without what others have read: that is not theirs to be sent. */
const own = (order: Order): Order => ({ ...order, read: { [meera.id]: order.read[meera.id] ?? 0 } })
const onTheWire = (events: readonly RecordedEvent[]) => throughJson(events.map((event) => toWire(event)))

// Ink dries on a clock of its own.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a page that watches an order from any revision', () => {
  /** A life, the revision the page was loaded at, and what reaches it then: any events, in any order, however often. */
  const watched = scenarios().chain((events) =>
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
        for (const revisions of arrivals) page.applyEvents(onTheWire(revisions.map((revision) => events[revision]!)))
        const { revision } = page.now()
        // Whatever came, what it shows is the order as it once was.
        expect(own(page.now().order)).toEqual(own(fold(orders, events.slice(0, revision + 1))))
        page.applyEvents(onTheWire(events.slice(revision + 1)))
        expect(page.now()).toMatchObject({ revision: events.length - 1, refused: false })
        expect(own(page.now().order)).toEqual(own(fold(orders, events)))
      }),
    ))
  it('has heard each event once, in order', () =>
    fc.assert(
      fc.property(watched, ({ events, loaded, arrivals }) => {
        const page = pageAt(events, loaded)
        for (const revisions of arrivals) page.applyEvents(onTheWire(revisions.map((revision) => events[revision]!)))
        page.applyEvents(onTheWire(events))
        expect(page.now().events).toEqual(events.slice(loaded + 1))
      }),
    ))
})

describe('a list that watches several orders', () => {
  /** The fate of an event on its way: it arrives, it arrives again later, or the connection is down. */
  const fate = fc.record({
    lost: fc.boolean(),
    again: fc.option(fc.nat(500), { nil: undefined }),
    /** After how many more events the list that is asked for now is answered. */
    answered: fc.nat(4),
  })
  type Fate = typeof fate extends fc.Arbitrary<infer F> ? F : never

  /** Three orders, their events in the order of the store, from where the list was loaded on. */
  const story = fc
    .record({
      streams: fc.tuple(scenarios(), scenarios(), scenarios()),
      turns: fc.array(fc.nat(2), { minLength: 1, maxLength: 150 }),
      fates: fc.array(fate, { minLength: 1, maxLength: 40 }),
    })
    .chain(({ streams, turns, fates }) => {
      const events = interleaved(streams, turns)
      return fc.record({ events: fc.constant(events), fates: fc.constant(fates), loaded: fc.nat(events.length) })
    })

  it('ends in the rows of the fold without asking again, when all events arrive, some of them twice', () =>
    fc.assert(
      fc.property(story, ({ events, fates, loaded }) => {
        const { rows, requests } = watch(
          events,
          loaded,
          fates.map((each) => ({ ...each, lost: false })),
        )
        expect(requests).toBe(0)
        expect(seen(rows)).toEqual(seen(rowsAfter(events)))
      }),
    ))
  it('ends in the rows of the fold, when events are lost and the line comes back', () =>
    fc.assert(
      fc.property(story, ({ events, fates, loaded }) => {
        const { rows } = watch(events, loaded, fates)
        expect(seen(rows)).toEqual(seen(rowsAfter(events)))
      }),
    ))

  /** The rows as the list keeps them, with what happens from an event on. It asks again as the page does. */
  function watch(events: readonly RecordedEvent[], loaded: number, fates: readonly Fate[]) {
    let rows = answerAfter(events.slice(0, loaded))
    let inFlight: { answer: Rows; before: Rows; due: number } | undefined
    let behind = false
    let requests = 0
    /** At every moment each row is its order as it once was, and none goes back. */
    const show = (next: Rows) => {
      for (const [id, { revision }] of next) {
        const then = rowsAfter(events.filter((event) => idOf(event) === id && event.revision <= revision))
        expect(seen(next)[id]).toEqual(seen(then)[id])
      }
      for (const [id, { revision }] of rows) expect(next.get(id)?.revision).toBeGreaterThanOrEqual(revision)
      rows = next
    }
    const applyEvents = (event: RecordedEvent) => {
      const received = applyRowEvent(rows, idOf(event), fromWire<OrderEvent>(throughJson(toWire(event))))
      if (received.rows !== rows) show(received.rows)
      behind ||= received.behind
    }
    const settle = () => {
      if (inFlight) show(refreshed([...inFlight.answer.values()], inFlight.before, rows))
      inFlight = undefined
    }
    events.slice(loaded).forEach((event, at) => {
      const { lost, again, answered } = fates[at % fates.length]!
      if (!lost) applyEvents(event)
      const known = events.slice(0, loaded + at + 1)
      if (!lost && again !== undefined) applyEvents(known[again % known.length]!)
      if (inFlight && at >= inFlight.due) settle()
      if (behind && !inFlight) {
        requests += 1
        behind = false
        inFlight = { answer: answerAfter(known), before: rows, due: at + answered }
      }
    })
    settle()
    // The line is back: the list is asked for once more, as after every connect.
    if (fates.some(({ lost }) => lost)) show(refreshed([...answerAfter(events).values()], rows, rows))
    return { rows, requests }
  }
})

const idOf = ({ stream }: RecordedEvent): string => stream.slice('order-'.length)

/** The rows that events make. */
function rowsAfter(events: readonly RecordedEvent[]): Rows {
  const rows = new Map<string, OrderRow>()
  for (const event of events) rows.set(idOf(event), evolveRow(rows.get(idOf(event)), event)!)
  return rows
}

/** The server’s answer to an admin after these events. */
const answerAfter = (events: readonly RecordedEvent[]): Rows =>
  rowsOf([...rowsAfter(events).values()].map((row) => rowFromWire(throughJson(rowToWire(row, meera)))))

/** The rows as an admin sees them: of the reading marks only her own. */
const seen = (rows: Rows) => Object.fromEntries([...rows].map(([id, row]) => [id, rowToWire(row, meera)]))

/** The events of several orders, as their turns come; what is left comes in the end. */
function interleaved(streams: readonly RecordedEvent[][], turns: readonly number[]): RecordedEvent[] {
  const queues = streams.map((events, at) => events.map((event) => ({ ...event, stream: `order-${at}` })))
  const taken = turns.flatMap((turn) => queues[turn]!.splice(0, 1))
  return [...taken, ...queues.flat()].map((event, at) => ({ ...event, position: BigInt(at + 1) }))
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Action, perform, Refusal } from '#domain/action.ts'
import { fold, type Person, type Recorded } from '#domain/event.ts'
import { asha, farhan, meera, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { completeOrCancel } from './complete-or-cancel.ts'
import { type Order, type OrderEvent, orders, otherSide } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { evolveRow, type OrderRow, unread } from './row.ts'
import { toggleStep } from './toggle-step.ts'
import { orderFromWire, orderToWire, rowFromWire, rowToWire } from './wire.ts'

const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
const rowOf = (events: readonly Recorded<OrderEvent>[]) => events.reduce(evolveRow, undefined as OrderRow | undefined)!
const ownMarks = ({ read }: { read: Record<string, number> }, { id }: Person) => (id in read ? { [id]: read[id] } : {})
const overHttp = <T>(value: T): T => JSON.parse(JSON.stringify(value))

type Doing = (order: Order, at: string) => { by: Person; events: OrderEvent[] }

const doing =
  <Input>(action: Action<Order, OrderEvent, Input>, by: Person, input: Input): Doing =>
  (order, at) => ({ by, events: perform(action, order, input, { by, at }) })

const orderId = 'x1'
const staff = fc.constantFrom(meera, ravi)
const toggling = fc
  .record({ by: staff, progressId: fc.nat(9), status: fc.constantFrom(undefined, 0 as const, 1 as const) })
  .map(({ by, ...input }) => doing(toggleStep, by, { orderId, ...input }))
const reading = fc
  .record({ by: fc.constantFrom(asha, meera, ravi), upTo: fc.nat(30) })
  .map(({ by, upTo }) => doing(readConversation, by, { orderId, upTo }))
const closing = fc
  .record({ by: staff, status: fc.constantFrom('complete' as const, 'cancel' as const) })
  .map(({ by, status }) => doing(completeOrCancel, by, { orderId, status }))
const doings = fc.oneof(
  { weight: 8, arbitrary: toggling },
  { weight: 4, arbitrary: reading },
  { weight: 1, arbitrary: closing },
)

/** What is recorded when people do these things one after the other; what is refused leaves no trace. */
function lived(doings: readonly Doing[]): Recorded<OrderEvent>[] {
  const samples: Sample<OrderEvent>[] = [opened]
  doings.forEach((doing, minute) => {
    const at = new Date(Date.parse(opened.at) + (minute + 1) * 60_000).toISOString()
    try {
      const { by, events } = doing(fold(orders, recorded('order-x1', samples)), at)
      samples.push(...events.map((event) => ({ ...event, by, at })))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  })
  return recorded('order-x1', samples)
}

describe('whatever is done to an order', () => {
  const always = (holds: (events: Recorded<OrderEvent>[]) => void, ...atLast: Doing[]) =>
    fc.assert(
      fc.property(fc.array(doings, { maxLength: 25 }), (doings) => {
        holds(lived([...doings, ...atLast]))
      }),
    )

  it('its row agrees with it on status, steps and what each person has not read', () =>
    always((events) => {
      const order = fold(orders, events)
      const row = rowOf(events)
      expect(row).toMatchObject({ status: order.status, steps: order.steps, revision: events.length - 1 })
      for (const person of [asha, meera, ravi]) {
        const sent = order.sent[otherSide(person.role)].length
        expect(unread(row, person)).toBe(sent - (order.read[person.id] ?? 0))
      }
    }))
  it('it is the same on the other side of the wire, for the person who asked', () =>
    always((events) => {
      const order = fold(orders, events)
      const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }
      for (const person of [asha, meera, ravi, farhan]) {
        const wire = overHttp(orderToWire('x1', events.length - 1, order, contact, person))
        expect(orderFromWire(wire)).toEqual({
          id: 'x1',
          revision: events.length - 1,
          order: { ...order, read: ownMarks(order, person) },
          contact,
        })
      }
    }))
  it('its row is the same on the other side, for the person who asked', () =>
    always((events) => {
      const row = rowOf(events)
      for (const person of [asha, meera, ravi, farhan]) {
        const wire = overHttp(rowToWire(row, person))
        expect(rowFromWire(wire)).toEqual({ ...row, read: ownMarks(row, person) })
        expect(wire.unread_messages).toBe(unread(row, person))
      }
    }))
  it('folding it live from the middle comes to the same', () =>
    always((events) => {
      const half = Math.floor(events.length / 2)
      const order = fold(orders, events.slice(0, half))
      const wire = overHttp(orderToWire('x1', half - 1, order, { name: '', phone: '', email: '' }, meera))
      const live = fold(orders, events.slice(half), orderFromWire(wire).order)
      const whole = fold(orders, events)
      expect({ ...live, read: ownMarks(live, meera) }).toEqual({ ...whole, read: ownMarks(whole, meera) })
    }))
  it('reading everything at last leaves that person nothing', () =>
    always(
      (events) => expect(unread(rowOf(events), meera)).toBe(0),
      doing(readConversation, meera, { orderId, upTo: 1000 }),
    ))
})

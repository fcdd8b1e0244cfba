import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Aggregate, fold, type Recorded } from '#domain/event.ts'
import { asha, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Order } from './order.ts'
import { scenarios } from './testing.ts'

const oneByOne = (events: readonly Recorded<OrderEvent>[], from = orders.initial) =>
  events.reduce((order, event) => orders.evolve(order, event), from)

it('comes to the same, all events at once or one after the other', () =>
  fc.assert(
    fc.property(scenarios(), fc.nat(40), (events, at) => {
      const whole = oneByOne(events)
      expect(fold(orders, events)).toEqual(whole)
      expect(fold(orders, events.slice(at), fold(orders, events.slice(0, at)))).toEqual(whole)
    }),
  ))

it('leaves the orders that it began with as they were', () =>
  fc.assert(
    fc.property(scenarios(), fc.nat(40), (events, at) => {
      const [once, live] = [fold(orders, events.slice(0, at)), oneByOne(events.slice(0, at))]
      const copies = structuredClone([once, live])
      fold(orders, events.slice(at), once)
      fold(orders, events.slice(at), live)
      for (const event of events.slice(at)) orders.evolve(once, event)
      expect([once, live]).toEqual(copies)
    }),
  ))

const size = 1_000
const file = { filename: 'f', originalName: 'f.pdf', fileType: 'application', size: 1 } as const
const times = (make: (at: number) => OrderEvent, many = size) =>
  Array.from({ length: many }, (_, at) => ({ ...make(at), by: asha, at: opened.at }))
const share = () => ({ type: 'FileShared', data: { file, caption: '' } }) as const
/** The id of the file that was shared as the nth. */
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`

// spec: 11.36
it.each<[string, Sample<OrderEvent>[]]>([
  ['messages', times((at) => ({ type: 'MessageSent', data: { text: `${at}` } }))],
  ['designs', times((at) => ({ type: 'DesignLinkShared', data: { link: `https://figma.com/${at}` } }))],
  [
    'files that are replaced',
    [...times(share), ...times((at) => ({ type: 'FileReplaced', data: { id: idOf(at), file, caption: '' } }))],
  ],
  [
    'versions of one file',
    [...times(share, 1), ...times(() => ({ type: 'FileReplaced', data: { id: idOf(0), file, caption: '' } }))],
  ],
  [
    'files that are deleted',
    [...times(share), ...times((at) => ({ type: 'FileDeleted', data: { id: idOf(at), files: [file] } }))],
  ],
])('copies what it has once, and not at each event, of %s', (_, samples) => {
  const events = recorded('order-1', [opened, ...samples])
  const lists = new Set<unknown>()
  const watched: Aggregate<Order, OrderEvent> = {
    ...orders,
    evolve(...all) {
      const order = orders.evolve(...all)
      for (const each of [order.conversation, order.designs, order.deleted, order.sent.client]) lists.add(each)
      const [only, ...others] = order.conversation
      if (only?.kind === 'file' && others.length === 0) lists.add(only.before)
      return order
    },
  }
  expect(fold(watched, events)).toEqual(oneByOne(events))
  expect(lists.size).toBeLessThan(size / 50)
})

import { describe, expect, it } from 'vitest'
import { fold, type Person } from '#domain/event.ts'
import { asha, cancelled, completed, meera, opened, read, signed } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './order.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { orderFromWire, orderToWire, rowToWire } from './wire.ts'

const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }
const pageOf = (reader: Person, ...samples: Sample<OrderEvent>[]) =>
  orderToWire('x1', samples.length - 1, fold(orders, recorded('order-x1', samples)), contact, reader)
const page = (...samples: Sample<OrderEvent>[]) => pageOf(asha, ...samples)
const row = (...samples: Sample<OrderEvent>[]) =>
  recorded('order-x1', samples).reduce(evolveRow, undefined as OrderRow | undefined)!

describe('an order as its page receives it', () => {
  it('has the specification’s names', () =>
    expect(page(opened, signed)).toMatchObject({
      ...contact,
      id: 'x1',
      order_id: 'x1',
      client_id: 'asha',
      revision: 1,
    }))
  it('has its progress as JSON text', () =>
    expect(JSON.parse(page(opened, signed).progress).slice(0, 2)).toMatchObject([
      { id: 1, value: 'Quick test', status: 1 },
      { id: 2, value: 'Business onboarding', status: 0 },
    ]))
  it('has its answers as JSON text', () => expect(JSON.parse(page(opened).questions)).toEqual(opened.data.questions))
  it.each([
    ['current', [opened], { completed: 0, cancelled: 0 }],
    ['completed', [opened, completed], { completed: 1, cancelled: 0 }],
    ['cancelled', [opened, cancelled], { completed: 0, cancelled: 1 }],
  ])('is %s by its two flags', (_, samples, flags) => expect(page(...samples)).toMatchObject(flags))
  it('tells nobody what others have read', () => {
    const readBy = (reader: Person) => orderFromWire(pageOf(reader, opened, read)).order.read
    expect(readBy(meera)).toEqual({ meera: 1 })
    expect(readBy(asha)).toEqual({})
  })
})

describe('an order as lists receive it', () => {
  it('has the specification’s names', () =>
    expect(rowToWire(row(opened), meera)).toMatchObject({
      id: 'x1',
      order_id: 'x1',
      name: 'Asha Rao #3',
      date: opened.at,
      completed: 0,
      cancelled: 0,
      unread_messages: 1,
    }))
  it('says how it was closed', () =>
    expect(rowToWire(row(opened, cancelled), meera)).toMatchObject({ completed: 0, cancelled: 1 }))
  it('tells nobody what others have read', () => expect(rowToWire(row(opened, read), asha).read).toEqual({}))
})

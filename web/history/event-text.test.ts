import { beforeAll, describe, expect, it } from 'vitest'
import { fold, type Person } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { orderFromWire, orderToWire, withLatestConversation } from '#domain/order/wire.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { loadActions } from '#web/live/actions.ts'
import { announcementOf, senderLabel, unreadCountIn, unreadIn } from './event-text.ts'

beforeAll(loadActions)

const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
const meera: Person = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' }

const steps = [{ id: 1, value: 'Payment' }]
const data = { clientId: 'asha', number: 1, title: 'Asha Rao #1', steps, questions: [] }
const opened: Sample<OrderEvent> = { type: 'OrderOpened', data, by: asha, at: '2026-11-14T09:00:00.000Z' }
const read: Sample<OrderEvent> = {
  type: 'ConversationRead',
  data: { upTo: 0, seen: 1 },
  by: meera,
  at: '2026-11-15T09:00:00.000Z',
}
const signed: Sample<OrderEvent> = {
  type: 'StepToggled',
  data: { step: 1, done: true },
  by: meera,
  at: '2026-11-16T09:00:00.000Z',
}
const completed: Sample<OrderEvent> = { type: 'OrderCompleted', data: {}, by: meera, at: '2026-11-17T09:00:00.000Z' }
const orderOf = (...samples: Sample<OrderEvent>[]): Order => fold(orders, recorded('order-1', samples))

describe('an order’s page', () => {
  it('counts to an admin what the client sent, until they have read it', () => {
    expect(unreadCountIn(orderOf(opened), meera)).toBe(1)
    expect(unreadCountIn(orderOf(opened, read), meera)).toBe(0)
  })

  it('counts nothing of what a person sent themselves', () => expect(unreadCountIn(orderOf(opened), asha)).toBe(0))

  it('was last written in when a step was signed or opened again, the invoice was revised, or it was closed', () => {
    expect(orderOf(opened).lastAt).toBe(opened.at)
    expect(orderOf(opened, read).lastAt).toBe(opened.at)
    expect(orderOf(opened, read, signed).lastAt).toBe(signed.at)
    expect(orderOf(opened, read, signed, completed).lastAt).toBe(completed.at)
    const reopened = { ...signed, data: { step: 1, done: false }, at: '2026-11-18T09:00:00.000Z' } as const
    expect(orderOf(opened, read, signed, reopened).lastAt).toBe(reopened.at)
    const revised = { ...signed, type: 'InvoiceRevised', data: { paid: 1, actual: 2, revisions: 0 } } as const
    expect(orderOf(opened, { ...revised, at: '2026-11-19T09:00:00.000Z' }).lastAt).toBe('2026-11-19T09:00:00.000Z')
  })

  it('says who did what', () => {
    const [event] = recorded('order-1', [signed])
    expect(announcementOf(event!, orderOf(opened, signed), asha)).toBe('Meera Kulkarni: Payment is done')
    expect(announcementOf(event!, orderOf(opened, signed), meera)).toBe('You: Payment is done')
  })

  it('says which API key a program did it with, and in whose name', () => {
    const [event] = recorded('order-1', [{ ...signed, by: { ...meera, via: 'Month-end export' } }])
    expect(announcementOf(event!, orderOf(opened, signed), asha)).toBe(
      'Meera Kulkarni (API key “Month-end export”): Payment is done',
    )
  })
})

describe('what was sent', () => {
  // spec: 2.99
  it('bears the side it came from, never the client’s on the agency’s', () => {
    expect(senderLabel(asha, asha, 'Longhand')).toBe('You')
    expect(senderLabel(meera, asha, 'Longhand')).toBe('Longhand')
    expect(senderLabel(asha, meera, 'Longhand')).toBe('Client')
    expect(senderLabel({ ...meera, id: 'rohan' }, meera, 'Longhand')).toBe('Longhand')
  })

  it('is unread from where its reader has left off', () => {
    const said: Sample<OrderEvent> = { ...read, type: 'MessageSent', data: { text: 'Hello' }, by: asha }
    const order = orderOf(opened, said, { ...read, data: { upTo: 1, seen: 2 } }, said, said)
    const unreadFor = (viewer: Person) => order.conversation.filter(unreadIn(order, viewer).has)
    expect(unreadFor(meera).map(({ revision }) => revision)).toEqual([3, 4])
    expect(unreadFor(asha)).toEqual([])
  })

  it('is a file that was replaced since it was read', () => {
    const file = { filename: 'a.png', originalName: 'a.png', fileType: 'image', size: 1 } as const
    const shared: Sample<OrderEvent> = { ...read, type: 'FileShared', data: { file, caption: '' }, by: asha }
    const id = orderOf(opened, shared).conversation[0]!.id
    const replaced: Sample<OrderEvent> = { ...shared, type: 'FileReplaced', data: { id, file, caption: '' } }
    const life = [opened, shared, { ...read, data: { upTo: 1, seen: 2 } }]
    const order = orderOf(...life, replaced)
    const unread = unreadIn(order, meera)
    expect([unreadCountIn(order, meera), order.conversation.filter(unread.has).length]).toEqual([1, 1])
    // Replaced once more, it stays what was unread as the page was opened.
    expect(orderOf(...life, replaced, replaced).conversation.map(unread.has)).toEqual([true])
    expect(orderOf(...life).conversation.map(unreadIn(orderOf(...life), meera).has)).toEqual([false])
  })

  it('is not what came after it was looked at', () => {
    const said: Sample<OrderEvent> = { ...read, type: 'MessageSent', data: { text: 'Hello' }, by: asha }
    const unread = unreadIn(orderOf(opened, said), meera)
    expect(orderOf(opened, said, said).conversation.map(unread.has)).toEqual([true, false])
  })

  // spec: 7.38
  it('is the same where only the end of a long conversation was loaded', () => {
    const say = (by: Person): Sample<OrderEvent> => ({ ...read, type: 'MessageSent', data: { text: 'Hello' }, by })
    const life = [opened, ...Array.from({ length: 250 }, (_, at) => say(at % 2 ? meera : asha))]
    const contact = { name: 'Asha Rao', phone: '', email: '' }
    for (const seen of [0, 1, 3, 80, 124, 125]) {
      const order = { ...orderOf(...life), read: { asha: seen } }
      const wire = withLatestConversation(orderToWire('1', life.length - 1, order, contact, asha), asha)
      const { order: begun, earlier } = orderFromWire(wire)
      const [whole, known] = [unreadIn(order, asha), unreadIn(begun, asha, earlier)]
      expect(unreadCountIn(begun, asha)).toBe(125 - seen)
      // Each line of it, once it is loaded.
      expect(order.conversation.filter(known.has)).toEqual(order.conversation.filter(whole.has))
      expect(known.earlier + begun.conversation.filter(known.has).length).toBe(125 - seen)
    }
  })
})

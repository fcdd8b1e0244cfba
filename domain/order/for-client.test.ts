import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, life, meera } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { asSentTo, forClient, isPlaceholder, type OrderEvent, orders } from './actions.ts'
import { unreadCount } from './order.ts'

const events = recorded<OrderEvent>('order-1', life)
const [read] = recorded<OrderEvent>('order-1', [
  { type: 'ConversationRead', data: { upTo: 7, seen: 2 }, by: meera, at: '2026-11-16T09:00:00.000Z' },
])

describe('an event as a client is sent it', () => {
  it('says nothing of what an admin has read, nor which admin, nor when', () => {
    const sent = forClient(read!)
    expect(sent).toEqual({
      ...read,
      by: { id: 'agency', name: '', role: 'admin' },
      at: '1970-01-01T00:00:00.000Z',
      data: { upTo: 0, seen: 0 },
    })
    expect([isPlaceholder(sent), isPlaceholder(read!)]).toEqual([true, false])
  })

  it('says what the client has read, and is whole to an admin', () => {
    const own = { ...read!, by: asha }
    expect([forClient(own), isPlaceholder(own)]).toEqual([own, false])
    expect(asSentTo(meera, read!)).toBe(read)
    expect(asSentTo(asha, read!)).toEqual(forClient(read!))
  })

  it('comes to the same order, as far as its client can see', () => {
    const whole = fold(orders, [...events, { ...read!, revision: events.length }])
    const seen = fold(orders, [...events, { ...read!, revision: events.length }].map(forClient))
    expect({ ...seen, read: {} }).toEqual({ ...whole, read: {} })
    const row = (order: typeof whole) => ({
      ...order,
      sent: { client: order.sent.client.length, admin: order.sent.admin.length },
    })
    expect(unreadCount(row(seen), asha)).toBe(unreadCount(row(whole), asha))
  })
})

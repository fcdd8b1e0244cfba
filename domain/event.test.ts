import { describe, expect, it } from 'vitest'
import { fold, fromWire, idIn, streamOf, toWire } from './event.ts'
import { orders } from './order/actions.ts'
import { completed, opened, registered, signed } from './samples.ts'
import { recorded } from './testing.ts'

const events = recorded('order-1', [opened, signed, completed])

describe('folding', () => {
  it('begins with the initial state', () => expect(fold(orders, [])).toBe(orders.initial))
  it('goes on from a state to the same end', () => {
    const half = fold(orders, events.slice(0, 2))
    expect(fold(orders, events.slice(2), half)).toEqual(fold(orders, events))
  })
  it('leaves the state it began with as it was', () => {
    const before = fold(orders, events.slice(0, 1))
    const copy = structuredClone(before)
    fold(orders, events.slice(1), before)
    expect(before).toEqual(copy)
  })
})

describe('the name of a stream', () => {
  it('is its kind and its id', () => expect(streamOf(orders, 'x1')).toBe('order-x1'))
  it('gives the id back, dashes and all', () => expect(idIn(orders, 'order-a-b')).toBe('a-b'))
  it('gives no id for another kind', () => expect(idIn(orders, 'orders-1')).toBeUndefined())
})

const overHttp = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('an event on the wire', () => {
  const [, event] = recorded('order-x1', [opened, signed])

  it('comes back as it was', () => expect(fromWire(overHttp(toWire(event!)))).toEqual(event))
  it('keeps a position no number can hold', () => {
    const far = { ...event!, position: 2n ** 63n - 1n }
    expect(toWire(far).position).toBe('9223372036854775807')
    expect(fromWire(overHttp(toWire(far)))).toEqual(far)
  })
  it('says which order it is about', () => expect(toWire(event!)).toMatchObject({ orderId: 'x1' }))
  it('says nothing of orders when it is about an account', () => {
    const [account] = recorded('account-1', [registered])
    expect(toWire(account!)).not.toHaveProperty('orderId')
  })
  it('keeps to itself what caused it', () => {
    const caused = { ...event!, cause: { key: 'k', body: 'b' } }
    expect(toWire(caused)).toEqual(toWire(event!))
  })
})

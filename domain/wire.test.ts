import { describe, expect, it } from 'vitest'
import { opened, registered, signed } from './samples.ts'
import { recorded } from './testing.ts'
import { fromWire, toWire } from './wire.ts'

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

import { describe, expect, it } from 'vitest'
import { fold, idIn, streamOf } from './event.ts'
import { orders } from './order/actions.ts'
import { completed, opened, signed } from './samples.ts'
import { recorded } from './testing.ts'

const facts = recorded('order-1', [opened, signed, completed])

describe('folding', () => {
  it('begins with the initial state', () => expect(fold(orders, [])).toBe(orders.initial))
  it('goes on from a state to the same end', () => {
    const half = fold(orders, facts.slice(0, 2))
    expect(fold(orders, facts.slice(2), half)).toEqual(fold(orders, facts))
  })
  it('leaves the state it began with as it was', () => {
    const before = fold(orders, facts.slice(0, 1))
    const copy = structuredClone(before)
    fold(orders, facts.slice(1), before)
    expect(before).toEqual(copy)
  })
})

describe('the name of a stream', () => {
  it('is its kind and its id', () => expect(streamOf(orders, 'x1')).toBe('order-x1'))
  it('gives the id back, dashes and all', () => expect(idIn(orders, 'order-a-b')).toBe('a-b'))
  it('gives no id for another kind', () => expect(idIn(orders, 'orders-1')).toBeUndefined())
})

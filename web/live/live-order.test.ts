import { describe, expect, it } from 'vitest'
import { fold, toWire } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { opened, signed } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { liveOrder } from './live-order.ts'
import { stateOf } from './order.ts'

const events = recorded('order-x1', [opened, signed])
const page = () => liveOrder('x1', stateOf({ revision: 0, order: fold(orders, events.slice(0, 1)) }))
const [, next] = events.map(toWire)

describe('an order on an open page', () => {
  it('folds the next event', () => {
    const live = page()
    live.applyEvents([next!])
    expect(live.now()).toMatchObject({ order: fold(orders, events), revision: 1, outdated: false })
  })

  it('stays as it was when a newer server writes what it does not know, and says that it is outdated', () => {
    const live = page()
    live.applyEvents([{ ...next!, type: 'NobodyKnowsThis' }])
    expect(live.now()).toMatchObject({ order: fold(orders, events.slice(0, 1)), revision: 0, outdated: true })
  })
})

import { expect, it } from 'vitest'
import type { WireEvent } from '#domain/event.ts'
import { liveSetting } from './settings.ts'

const event = (type: string, data: unknown, revision: number): WireEvent => ({
  ...{ id: String(revision), type, data, stream: 'prices-1', revision, position: '1' },
  ...{ by: { id: 'meera', name: 'Meera', role: 'admin' }, at: '2026-11-16T09:00:00.000Z' },
})

it('asks the server what stands after an event of a newer one, and shows what it knows until then', async () => {
  const answer = Promise.withResolvers<{ state: number; revision: number }>()
  const prices = liveSetting<number>({
    stream: 'prices-1',
    type: 'PricesRevised',
    stateOf: ({ inr }: { inr: { price: number } }) => inr.price,
    load: () => answer.promise,
  })
  prices.apply([event('PricesRevised', { inr: { price: 1 } }, 0)])
  expect(prices.apply([event('PricesRounded', {}, 1)])).toEqual({ state: 1, revision: 0 })
  answer.resolve({ state: 2, revision: 1 })
  await expect.poll(() => prices.now()).toEqual({ state: 2, revision: 1 })
})

import type { Action } from '../action.ts'
import { givenPrices, type Parts, type Prices, type PricesEvent, prices, pricesOf } from './prices.ts'

/** Asks other prices from now on, all ten at once: a list with one figure of yesterday would add up to nothing. */
export const revisePrices: Action<Prices, PricesEvent, Prices> = {
  aggregate: prices,
  may: ['admin'],
  input: givenPrices.transform(pricesOf),
  done: 'Prices updated',
  decide(before, { inr, usd }) {
    if (same(inr, before.inr) && same(usd, before.usd)) return []
    return [{ type: 'PricesRevised', data: { inr, usd } }]
  },
}

const same = (some: Parts, others: Parts) =>
  (Object.keys(others) as (keyof Parts)[]).every((part) => some[part] === others[part])

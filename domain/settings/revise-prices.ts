import type { Command } from '../command.ts'
import { type PriceComponents, type Prices, type PricesEvent, prices, pricesInput, pricesOf } from './prices.ts'

/** Asks other prices from now on, all ten at once: a list with one figure of yesterday would add up to nothing. */
export const revisePrices: Command<Prices, PricesEvent, Prices> = {
  aggregate: prices,
  roles: ['admin'],
  input: pricesInput.transform(pricesOf),
  success: 'Prices updated',
  decide(before, { inr, usd }) {
    if (same(inr, before.inr) && same(usd, before.usd)) return []
    return [{ type: 'PricesRevised', data: { inr, usd } }]
  },
}

const same = (some: PriceComponents, others: PriceComponents) =>
  (Object.keys(others) as (keyof PriceComponents)[]).every((part) => some[part] === others[part])

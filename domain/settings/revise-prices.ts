import type { z } from 'zod'
import type { Command } from '../command.ts'
import { type Changes, hasChanges, nothingToChange, withChanges } from '../command.ts'
import { type Prices, type PricesEvent, prices, pricesInput, pricesOf, toFigures } from './prices.ts'

/** Asks other prices from now on. A figure that is left out stays as it is. */
export const revisePrices: Command<Prices, PricesEvent, Changes<z.output<typeof pricesInput>>> = {
  aggregate: prices,
  roles: ['admin'],
  input: pricesInput.partial().refine(hasChanges, nothingToChange),
  success: 'Prices updated',
  decide(before, changes) {
    const figures = toFigures(before)
    const after = withChanges(figures, changes)
    return after === figures ? [] : [{ type: 'PricesRevised', data: pricesOf(after) }]
  },
}

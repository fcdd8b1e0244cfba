import { defineCommand } from '#domain/action.ts'
import { hasChanges, nothingToChange, withChanges } from '#domain/command.ts'
import { type Prices, PricesRevised, pricesInput, pricesOf, toFigures } from './prices.ts'

const input = pricesInput.partial().refine(hasChanges, nothingToChange)

/** Changes the prices from now on. A figure that is left out stays as it is. */
export const revisePrices = defineCommand('updatePrices', input, {
  summary: 'Update the price list; omitted prices stay unchanged',
  call: 'PUT /api/update-prices',
  logged: { admin: 'changed the prices' },
  scope: 'settings:write',
  roles: ['admin'],
  success: 'Prices updated',
  decide(before: Prices, changes) {
    const figures = toFigures(before)
    const after = withChanges(figures, changes)
    return after === figures ? [] : [PricesRevised(pricesOf(after))]
  },
})

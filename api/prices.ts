import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import { revisePrices } from '#domain/settings/revise-prices.ts'
import type { Routes } from './http/router.ts'
import type { Parts } from './parts.ts'

/** What a project costs, for everybody to see before they ask. */
export const priceRoutes = ({ handler }: Parts) =>
  ({
    async getPricing() {
      const { state, revision } = await handler.folded(prices, priceListId)
      return { data: [{ ...pricesToWire(state), revision }] }
    },

    updatePrices: ({ body, execute }) => execute(revisePrices, priceListId, body),
  }) satisfies Partial<Routes>

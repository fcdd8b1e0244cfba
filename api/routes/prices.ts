import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import type { AppContext } from '../app-context.ts'
import type { Routes } from '../http/router.ts'

/** What a project costs: public. */
export const priceRoutes = ({ handler }: AppContext) =>
  ({
    async getPricing() {
      const { state, revision } = await handler.load(prices, priceListId)
      return { data: [{ ...pricesToWire(state), revision }] }
    },
  }) satisfies Partial<Routes>

import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import type { AppContext } from '../app-context.ts'
import { revalidated } from '../http/compressed.ts'
import type { Routes } from '../http/router.ts'

/** What a project costs: public. */
export const priceRoutes = ({ handler }: AppContext) =>
  ({
    async getPricing({ request, response }) {
      const { state, revision } = await handler.load(prices, priceListId)
      return revalidated(request, response, { data: [{ ...pricesToWire(state), revision }] as const })
    },
  }) satisfies Partial<Routes>

import type { AppContext } from '#api/app-context.ts'
import { revalidated } from '#api/http/compressed.ts'
import type { Routes } from '#api/http/router.ts'
import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'

/** What a project costs: public. */
export const priceRoutes = ({ handler }: AppContext) =>
  ({
    async getPricing({ request, response }) {
      const { state, revision } = await handler.load(prices, priceListId)
      return revalidated(request, response, { data: [{ ...pricesToWire(state), revision }] as const })
    },
  }) satisfies Partial<Routes>

import type { AppContext } from '#api/app-context.ts'
import { revalidated } from '#api/http/compressed.ts'
import type { Routes } from '#api/http/router.ts'
import { portfolioId, portfolios, worksOf } from '#domain/settings/portfolio.ts'
import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import { termsId, termsOfAgency, termsPage } from '#domain/settings/terms.ts'

/** The public settings of the agency: prices, the terms, and the six projects of the portfolio. */
export const publicSettingRoutes = ({ handler }: AppContext) =>
  ({
    async getPricing({ request, response }) {
      const { state, revision } = await handler.load(prices, priceListId)
      return revalidated(request, response, { data: [{ ...pricesToWire(state), revision }] as const })
    },

    async getTerms({ request, response }) {
      const { state: texts, revision } = await handler.load(termsOfAgency, termsId)
      return revalidated(request, response, { data: [{ ...termsPage(texts), texts, revision }] })
    },

    async getWorks({ request, response }) {
      const { state, revision } = await handler.load(portfolios, portfolioId)
      return revalidated(request, response, { data: worksOf(state), revision })
    },
  }) satisfies Partial<Routes>

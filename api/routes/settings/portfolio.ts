import type { AppContext } from '#api/app-context.ts'
import { revalidated } from '#api/http/compressed.ts'
import type { Routes } from '#api/http/router.ts'
import { portfolioId, portfolios, worksOf } from '#domain/settings/portfolio.ts'

/** The six projects that the agency shows: public. */
export const portfolioRoutes = ({ handler }: AppContext) =>
  ({
    async getWorks({ request, response }) {
      const { state, revision } = await handler.load(portfolios, portfolioId)
      return revalidated(request, response, { data: worksOf(state), revision })
    },
  }) satisfies Partial<Routes>

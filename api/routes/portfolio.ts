import { portfolioId, portfolios, worksOf } from '#domain/settings/portfolio.ts'
import type { AppContext } from '../app-context.ts'
import { revalidated } from '../http/compressed.ts'
import type { Routes } from '../http/router.ts'

/** The six projects that the agency shows: public. */
export const portfolioRoutes = ({ handler }: AppContext) =>
  ({
    async getWorks({ request, response }) {
      const { state, revision } = await handler.load(portfolios, portfolioId)
      return revalidated(request, response, { data: worksOf(state), revision })
    },
  }) satisfies Partial<Routes>

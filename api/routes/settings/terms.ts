import type { AppContext } from '#api/app-context.ts'
import { revalidated } from '#api/http/compressed.ts'
import type { Routes } from '#api/http/router.ts'
import { termsId, termsOfAgency, termsPage } from '#domain/settings/terms.ts'

/** The terms, and what the agency writes around them: public. */
export const termsRoutes = ({ handler }: AppContext) =>
  ({
    async getTerms({ request, response }) {
      const { state: texts, revision } = await handler.load(termsOfAgency, termsId)
      return revalidated(request, response, { data: [{ ...termsPage(texts), texts, revision }] })
    },
  }) satisfies Partial<Routes>

import type { AppContext } from '#api/app-context.ts'
import { caughtUp } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { assertPackage, packageId, templates } from '#domain/questionnaire/template.ts'
import { initialVersion, packageToWire } from '#domain/questionnaire/wire.ts'
import { countOrdersByStatus } from '#projections/order/orders.ts'
import { readTemplateVersions } from './template-versions.ts'

/** The templates of new orders: the questionnaire and the progress steps, with their histories. */
export const templateRoutes = ({ handler, events, projections }: AppContext) =>
  ({
    async getSinglePackage({ query, request }) {
      assertPackage(query.packageId)
      await caughtUp(request, projections.orders)
      const [{ state, revision }, counts] = await Promise.all([
        handler.load(templates, packageId),
        countOrdersByStatus(projections.orders),
      ])
      return { data: [packageToWire(revision, state)], orders: counts }
    },

    async getPackageVersions({ query: { packageId: named, ...page } }) {
      assertPackage(named)
      const { state, revision } = await handler.load(templates, packageId)
      const { questions, progress } = state.revised
      const count = 1 + (page.of ? state.revised[page.of] : questions + progress)
      const { data, next } = await readTemplateVersions(events, { revision, ...page })
      return next === undefined ? { data: [...data, initialVersion(page.of)], count } : { data, count, next }
    },
  }) satisfies Partial<Routes>

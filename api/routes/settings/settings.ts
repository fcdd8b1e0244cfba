import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { portfolioId, portfolios, worksOf } from '#domain/settings/portfolio.ts'
import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import { termsId, termsOfAgency, termsPage } from '#domain/settings/terms.ts'
import { changesOf, settings } from '#domain/settings/versions.ts'
import { readBackwards } from '#infra/events/store.ts'

/** The public settings of the agency: prices, the terms, and the six projects of the portfolio. */
export const publicSettingRoutes = ({ handler }: AppContext) =>
  ({
    async getPricing() {
      const { state, revision } = await handler.load(prices, priceListId)
      return { data: [{ ...pricesToWire(state), revision }] as const }
    },

    async getTerms() {
      const { state: texts, revision } = await handler.load(termsOfAgency, termsId)
      return { data: [{ ...termsPage(texts), texts, revision }] }
    },

    async getWorks() {
      const { state, revision } = await handler.load(portfolios, portfolioId)
      return { data: worksOf(state), revision }
    },
  }) satisfies Partial<Routes>

/** How what the agency set came to be what it is. */
export const settingVersionRoutes = ({ handler, events }: AppContext) =>
  ({
    async getSettingVersions({ query: { of: name, limit, after } }) {
      const { aggregate, id } = settings[name]
      const { revision } = await handler.load(aggregate, id)
      // One more than is shown: what an event changed is told by the one before it.
      const page = { revision, before: after, limit: limit + 1 }
      const { events: read } = await readBackwards(events, streamOf(aggregate, id), page)
      const shown = read.slice(0, limit)
      const data = shown.map((event, at) => ({
        revision: event.revision,
        by: event.by.name,
        at: event.at,
        changes: changesOf(name, event as Recorded, read[at + 1]),
      }))
      return read.length > limit ? { data, next: String(shown.at(-1)!.revision) } : { data }
    },
  }) satisfies Partial<Routes>

import type { SiteData } from '#domain/site/site.ts'
import { type Agency, agencies, publicPart } from './agency.ts'
import { type PortfolioTexts, portfolios, publishedWorks } from './portfolio.ts'
import { type Prices, prices, pricesToWire } from './prices.ts'
import { type TermsTexts, termsOfAgency } from './terms.ts'

type Loaded<State> = { state: State; revision: number }

/** The part of an agency's settings that everyone may see. */
export const siteDataOf = (
  demo: boolean,
  agency: Loaded<Agency>,
  priceList: Loaded<Prices>,
  terms: Loaded<TermsTexts>,
  portfolio: Loaded<PortfolioTexts>,
): SiteData => ({
  demo,
  agency: { ...publicPart(agency.state), revision: agency.revision },
  prices: { state: pricesToWire(priceList.state), revision: priceList.revision },
  terms,
  works: { state: publishedWorks(portfolio.state, demo), revision: portfolio.revision },
})

const unset = <State>(state: State): Loaded<State> => ({ state, revision: -1 })

/** The site of an agency, or of the demo’s, that has set nothing yet. */
export const newSite = (demo: boolean) =>
  siteDataOf(
    demo,
    unset(agencies.initial),
    unset(prices.initial),
    unset(termsOfAgency.initial),
    unset(portfolios.initial),
  )

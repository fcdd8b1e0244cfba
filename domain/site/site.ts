import type { WireAgency } from '#domain/settings/agency.ts'
import type { WirePrices } from '#domain/settings/prices.ts'
import type { TermsTexts } from '#domain/settings/terms.ts'
import type { ZoneClock } from '#domain/zone-clock.ts'
import type { Work } from './works.ts'

/** The settings of an agency that everyone may see. They come with every page, so that no page has to ask for them. */
export type SiteData = {
  /** True when the agency, its people and its orders are invented. */
  demo: boolean
  agency: WireAgency
  prices: { state: WirePrices; revision: number }
  terms: { state: TermsTexts; revision: number }
  works: { state: Work[]; revision: number }
  /** The clock of the agency's time zone. */
  clock?: ZoneClock
}

/** The id of the script element that holds the `SiteData` of a page, as JSON. */
export const siteDataId = 'site-data'

/**
 * The cookie that says that there is a session, for scripts, which cannot see the session itself. It proves nothing: a
 * page without it does not ask who is logged in, and that is all.
 */
export const sessionHint = 'signed-in'

/** A page as finished HTML, with what of it has to be named in its content security policy. */
export type RenderedPage = { html: string; inline: InlineHashes }

/** Digests of what stands in a page itself: `sha256-…`. */
export type InlineHashes = { scripts: string[]; styles: string[]; styleAttributes: string[] }

/**
 * Renders a page for visitors. `path` is that of a page, or of none: then it is the one that says so. `origin` is where
 * the site stands, without a trailing slash.
 */
export type RenderPage = (path: string, origin: string, site: SiteData) => Promise<RenderedPage>

/** Answers a call that a page makes, by its path: as JSON. */
export type ReadCall = (path: string) => Promise<string>

/** Renders a page as one person sees it, with what it shows. Undefined for a page that only a script can draw. */
export type RenderForPerson = (
  path: string,
  origin: string,
  site: SiteData,
  read: ReadCall,
) => Promise<RenderedPage | undefined>

/** The id of the script element that holds what the calls of a person's page were answered with: texts of JSON, by path. */
export const answersId = 'page-answers'

/** The content of a script element: JSON that cannot end it. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

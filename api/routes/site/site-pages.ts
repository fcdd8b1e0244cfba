import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { compressedOnce, type Encoding, etagOf } from '#api/http/compressed.ts'
import type { Aggregate, Event } from '#domain/event.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, defaultTimeZone } from '#domain/settings/brand.ts'
import { portfolioId, portfolios } from '#domain/settings/portfolio.ts'
import { priceListId, prices } from '#domain/settings/prices.ts'
import { siteDataOf } from '#domain/settings/site-data.ts'
import { termsId, termsOfAgency } from '#domain/settings/terms.ts'
import type { InlineHashes, ReadCall, RenderedPage, RenderForPerson, RenderPage, SiteData } from '#domain/site/site.ts'
import { zoneClock } from '#domain/zone-clock.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import { createSlices } from '#infra/slices.ts'
import { Busy, insteadOf, isUnavailable } from '#infra/unavailable.ts'

/** A rendered page, with its bytes in each encoding that was requested. */
type SitePage = { html: string; etag: string; inline: InlineHashes; bytes(encoding: Encoding): Promise<Buffer> }

/** How often pages are rendered anew although nothing was set: the year and the name of the time zone stand on them. */
const renewedAfter = 60 * 60 * 1_000

/** How many persons’ pages are rendered or wait at a time, one of each: it takes some hundredths of a second. */
const maxPersonsWaiting = 8

/** How long a page that is rendered waits for an answer, in milliseconds: others wait for it meanwhile. */
const answeredWithin = 500

/** An answer; throws `Busy` when it takes too long. */
function inTime(answer: Promise<string>): Promise<string> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Busy()), answeredWithin)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

/**
 * The origin that pages are rendered with: a made-up `Host` does not have one rendered anew. The request's origin then
 * replaces it.
 */
const anyOrigin = 'http://origin.invalid'

/** Of how many origins each page is cached with its bytes. */
const maxOrigins = 4

/** An origin as it can stand in an attribute and in JSON: a `Host` may be any text. */
const harmless = (origin: string): string => origin.replace(/[^\w.:/[\]%-]/g, encodeURIComponent)

/**
 * The public pages as finished HTML. Each is rendered at its first request, and again once an event has changed what
 * the agency has set. This process follows the store, so it knows of every one.
 */
export function createSitePages({ handler, settings, now }: Pick<AppContext, 'handler' | 'settings' | 'now'>) {
  const pages = new Map<string, ReturnType<typeof render>>()
  const personsWaiting = new Set<string>()
  let version = ''

  /** Loads the state of an aggregate. No page waits for a store that is away: then it is as if nothing was set. */
  function load<State, E extends Event>(aggregate: Aggregate<State, E>, id: string) {
    const unset = { state: aggregate.initial, revision: -1 }
    return loadUsable(handler, aggregate, id).catch(insteadOf(isUnavailable, unset))
  }

  /** The public part of the agency’s settings. */
  async function data(): Promise<SiteData> {
    const [agency, priceList, terms, portfolio] = await Promise.all([
      load(agencies, agencyId),
      load(prices, priceListId),
      load(termsOfAgency, termsId),
      load(portfolios, portfolioId),
    ])
    const clock = zoneClock(agency.state.timeZone ?? defaultTimeZone, now())
    return { ...siteDataOf(settings.demo, agency, priceList, terms, portfolio), clock }
  }

  /** The renderer, which Node loads once; again after it was missing while it was built anew. */
  const rendering = (): Promise<{ renderPage: RenderPage; renderForPerson: RenderForPerson }> =>
    import(/* @vite-ignore */ new URL('../../../web/dist/server/render.js', import.meta.url).href)

  /** Renders a page, for whichever origin it is requested under. */
  async function render(path: string, site: SiteData): Promise<LRUCache<string, SitePage>> {
    const { html: rendered, inline } = await (await rendering()).renderPage(path, anyOrigin, site)
    return new LRUCache({
      max: maxOrigins,
      memoMethod: (origin) => {
        const html = rendered.replaceAll(anyOrigin, () => harmless(origin))
        return { html, etag: etagOf(html), inline, bytes: compressedOnce(html, 9) }
      },
    })
  }

  return {
    data,

    /**
     * A page as one person sees it, with what `read` answers. Nothing of it is cached. Undefined for a page that only a
     * script can draw. Also while another of the person's is being rendered, or so many of others that the browser
     * draws it sooner. Throws what `read` throws.
     */
    async forPerson(person: string, path: string, origin: string, read: ReadCall): Promise<RenderedPage | undefined> {
      if (personsWaiting.has(person) || personsWaiting.size >= maxPersonsWaiting) return undefined
      personsWaiting.add(person)
      try {
        const site = await data()
        await createSlices()() // others have their turn between two pages
        return await (await rendering()).renderForPerson(path, origin, site, (call) => inTime(read(call)))
      } finally {
        personsWaiting.delete(person)
      }
    },

    /** A page for visitors. For a path without one it is the page that says so. */
    async at(path: string, origin: string): Promise<SitePage> {
      const site = await data()
      const revisions = [site.agency, site.prices, site.terms, site.works].map(({ revision }) => revision)
      const current = [...revisions, Math.floor(now() / renewedAfter)].join()
      if (current !== version) {
        pages.clear()
        version = current
      }
      let page = pages.get(path)
      if (!page) {
        const rendered = render(path, site)
        pages.set(path, rendered)
        rendered.catch(() => pages.get(path) === rendered && pages.delete(path))
        page = rendered
      }
      return (await page).memo(origin)
    },
  }
}

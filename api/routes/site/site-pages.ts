import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { compressed, type Encoding, etagOf } from '#api/http/compressed.ts'
import type { Aggregate, Event } from '#domain/event.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, defaultTimeZone } from '#domain/settings/brand.ts'
import { portfolioId, portfolios } from '#domain/settings/portfolio.ts'
import { priceListId, prices } from '#domain/settings/prices.ts'
import { siteDataOf } from '#domain/settings/site-data.ts'
import { termsId, termsOfAgency } from '#domain/settings/terms.ts'
import type { InlineHashes, RenderedPage, RenderForPerson, RenderPage, SiteData } from '#domain/site/site.ts'
import { zoneClock } from '#domain/zone-clock.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import { createSlices } from '#infra/slices.ts'
import { Busy, Unavailable } from '#infra/unavailable.ts'

/** A rendered page, with its bytes in each encoding that was asked for. */
type SitePage = { html: string; etag: string; inline: InlineHashes; bytes(encoding: Encoding): Promise<Buffer> }

/** How often pages are rendered anew although nothing was set: the year and the name of the time zone stand on them. */
const renewedAfter = 60 * 60 * 1_000

/** How many persons’ pages are rendered or wait at a time, one of each: it takes some hundredths of a second. */
const maxPersonsWaiting = 8

type Read = Parameters<RenderForPerson>[3]

/** How long a page that is rendered waits for an answer, in milliseconds: others wait for it meanwhile. */
const answeredWithin = 500

/** An answer; throws `Busy` when it takes too long. */
function inTime(answer: Promise<string>): Promise<string> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Busy()), answeredWithin)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

/** How many rendered pages are kept, of all origins under which the site is asked for. */
const maxPages = 64

/**
 * The public pages as finished HTML. Each is rendered at its first request, and again once an event has changed what
 * the agency has set. This process follows the store, so it knows of every one.
 */
export function createSitePages({ handler, settings, now }: Pick<AppContext, 'handler' | 'settings' | 'now'>) {
  const pages = new LRUCache<string, Promise<SitePage>>({ max: maxPages })
  let renderer: Promise<{ renderPage: RenderPage; renderForPerson: RenderForPerson }> | undefined
  const personsWaiting = new Set<string>()
  let version = ''

  /** Loads the state of an aggregate. No page waits for a store that is away: then it is as if nothing was set. */
  async function load<State, E extends Event>(aggregate: Aggregate<State, E>, id: string) {
    try {
      return await loadUsable(handler, aggregate, id)
    } catch (error) {
      if (error instanceof Unavailable) return { state: aggregate.initial, revision: -1 }
      throw error
    }
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

  const rendering = (): NonNullable<typeof renderer> =>
    (renderer ??= import(/* @vite-ignore */ new URL('../../../web/dist/server/render.js', import.meta.url).href))

  async function render(path: string, origin: string, site: SiteData): Promise<SitePage> {
    const { html, inline } = await (await rendering()).renderPage(path, origin, site)
    const bytes = new Map<Encoding, Promise<Buffer>>()
    return {
      html,
      etag: etagOf(html),
      inline,
      bytes: (encoding) => bytes.get(encoding) ?? bytes.set(encoding, compressed(html, encoding, 9)).get(encoding)!,
    }
  }

  return {
    data,

    /**
     * A page as one person sees it, with what `read` answers. Nothing of it is kept. Undefined for a page that only a
     * script can draw. Also while another of the person's is being rendered, or so many of others that the browser
     * draws it sooner. Throws what `read` throws.
     */
    async forPerson(person: string, path: string, origin: string, read: Read): Promise<RenderedPage | undefined> {
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
      const key = `${origin} ${path}`
      const known = pages.get(key)
      if (known) return known
      const rendering = render(path, origin, site)
      pages.set(key, rendering)
      rendering.catch(() => pages.peek(key) === rendering && pages.delete(key))
      return rendering
    },
  }
}

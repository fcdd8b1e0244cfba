import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import escapeHtml from 'escape-html'
import { type Request, type Response, Router } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { built, builtFiles, preloadsFor } from '#api/http/built-files.ts'
import { encodingFor, etagOf, sendCompressed } from '#api/http/compressed.ts'
import { pageOrigin } from '#api/http/origin.ts'
import { isAnswerable } from '#api/http/problems.ts'
import { callerIdOf, type ReadFor } from '#api/http/router.ts'
import { NotFound } from '#domain/command.ts'
import { listProgressHeader } from '#domain/contract/call.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName, defaultName, logoPath } from '#domain/settings/brand.ts'
import { accentOf, brandSheet } from '#domain/settings/colour.ts'
import { isPage, listedPages, publicPageAt } from '#domain/site/pages.ts'
import { type InlineHashes, jsonInHtml, type RenderedPage, type SiteData, siteDataId } from '#domain/site/site.ts'
import { createSitePages } from './site-pages.ts'

/** The path under which the page is rendered that says that there is none: it stands for every other. */
const noPage = '/no-such-page'

/** The web app: its files, the public pages as finished HTML, and one page under every other path that it knows. */
export function pageRoutes(
  context: Pick<AppContext, 'handler' | 'sessions' | 'limiter' | 'settings' | 'now' | 'log'>,
  read: ReadFor,
): Router {
  const { sessions, limiter, settings, log } = context
  const pages = createSitePages(context)
  const router = Router()

  // What is named after its content never changes. Everything else is requested again: an old theme.js or layers.css
  // beside a new page would spoil it.
  router.use('/assets', builtFiles(`${built}assets`, { immutable: true, maxAge: '1y', index: false }))
  router.get('/index.html', (request, response) => response.redirect(301, `/${request.url.replace(/^[^?]*/, '')}`))
  router.get('/manifest.webmanifest', async (request, response) => {
    const { agency } = await pages.data()
    const manifest = brandedManifest(await builtText('manifest.webmanifest'), agency)
    await answer(request, response, 'manifest.webmanifest', manifest)
  })
  router.get('/brand.css', async (request, response) =>
    answer(request, response, 'brand.css', brandSheet((await pages.data()).agency.colour)),
  )
  router.get('/robots.txt', (request, response) =>
    answer(request, response, 'txt', robots(pageOrigin(request, settings))),
  )
  router.get('/sitemap.xml', async (request, response) => {
    const { works } = await pages.data()
    await answer(request, response, 'xml', sitemap(pageOrigin(request, settings), works.state))
  })
  // What notices and home screens show: the agency's own, once it has one.
  router.get(['/icon-192.png', '/icon-512.png', '/icon-maskable.png'], async (_request, response, next) => {
    const { logo } = (await pages.data()).agency
    if (!logo) return next()
    response.set('Cache-Control', 'no-cache').redirect(302, logoPath(logo.icon))
  })
  router.use(builtFiles(built, { index: false, cacheControl: false, setHeaders: revalidate }))

  // A form that is sent without its script: the page says that it needs one.
  router.post(/.*/, (request, response, next) =>
    isPage(request.path) && request.accepts(['json', 'html']) === 'html' ? response.redirect(303, request.url) : next(),
  )
  router.get(/.*/, async (request, response, next) => {
    const { path } = request
    const page = request.accepts(['html', 'json']) === 'html' && !/^\/(api|uploads|assets)\//.test(path)
    if (!page) return next(new NotFound('Not found'))
    const lower = path.replace(/^\/[^/]+/, (first) => first.toLowerCase())
    if (!isPage(path) && isPage(lower)) return response.redirect(301, request.url.replace(path, lower))
    const there = await isThere(path)
    const publicPage = there ? publicPageAt(path) : undefined
    response
      .vary('Accept')
      .vary('Cookie')
      .status(there ? 200 : 404)
    if (publicPage === undefined && there) response.set('X-Robots-Tag', 'noindex')
    // Who has a session has other pages: what stands on them is known to the browser alone.
    const forVisitors = !sessions.hint(request, response) && (publicPage !== undefined || !there)
    if (forVisitors) return answerRendered(request, response, publicPage ?? noPage)
    // Nothing is rendered for headers alone.
    if (rendersForPerson(request) && request.method === 'HEAD')
      return void response.set('Cache-Control', 'no-store').type('html').end()
    const personal = rendersForPerson(request) ? await renderedForPerson(request, response) : undefined
    await (personal ? answerPersonal(request, response, personal) : answerApp(request, response))
  })

  /** Whether a page stands at a path: that of a project as long as the agency publishes it. */
  async function isThere(path: string): Promise<boolean> {
    if (!isPage(path) || !path.startsWith('/work/')) return isPage(path)
    return listedPages((await pages.data()).works.state).includes(publicPageAt(path)!)
  }

  async function answerRendered(request: Request, response: Response, path: string): Promise<void> {
    const { html, etag, inline, bytes } = await pages.at(path, pageOrigin(request, settings))
    allowInline(response, inline)
    response.set({ ...revalidated, ETag: etag })
    response.vary('Accept-Encoding').type('html')
    const encoding = request.fresh ? undefined : encodingFor(request)
    if (!encoding) return void response.send(html)
    response.set('Content-Encoding', encoding).send(await bytes(encoding))
  }

  /** The caller's page; undefined where only a script can draw it or show its error, or where the caller has had too many. */
  async function renderedForPerson(request: Request, response: Response): Promise<RenderedPage | undefined> {
    try {
      const person = callerIdOf(await sessions.require(request, response))
      await limiter.account('page', person)
      const origin = pageOrigin(request, settings)
      const page = await pages.forPerson(person, request.path, origin, (path) => read(path, request, response))
      // A list that is being made says so beside its answer, to the script that asks for it.
      return response.hasHeader(listProgressHeader) ? undefined : page
    } catch (error) {
      if (!isAnswerable(error)) log.error({ err: error, path: request.path }, 'A page could not be rendered')
      return undefined
    } finally {
      response.removeHeader(listProgressHeader)
    }
  }

  /** Sends a page that is one person's: no one else may have it, and nothing may cache it. */
  async function answerPersonal(request: Request, response: Response, { html, inline }: RenderedPage): Promise<void> {
    allowInline(response, inline)
    response.set('Cache-Control', 'no-store').type('html')
    await sendCompressed(request, response, html)
  }

  /** Sends the page that only its script draws, with the agency’s settings. */
  async function answerApp(request: Request, response: Response): Promise<void> {
    const site = await pages.data()
    const page = withSiteData(brandedPage(await builtText('index.html'), site.agency), site)
    const head = `${preloadsFor(request.path, built)}</head>`
    const preloading = page.replace('</head>', () => head)
    await answer(request, response, 'html', preloading)
  }

  return router
}

/**
 * Whether a request is for a page that is rendered for one person. Not with a query of anyone's making: what another site
 * may write into an address is not compressed with what is private (docs/decisions/0053).
 */
const rendersForPerson = ({ url }: Request): boolean =>
  /^\/(dashboard|orders|order-detail\/[\w-]+(\?tab=overview)?)$/.test(url)

async function builtText(file: string): Promise<string> {
  if (!existsSync(built + file)) throw new NotFound('The web app is not built. Run npm start.')
  return readFile(built + file, 'utf8')
}

const withSiteData = (html: string, site: SiteData): string =>
  html.replace(
    '<div id="root">',
    () => `<script type="application/json" id="${siteDataId}">${jsonInHtml(site)}</script><div id="root">`,
  )

/** Sends text that may be cached as long as it is revalidated. */
async function answer(request: Request, response: Response, type: string, text: string): Promise<void> {
  response.type(type).set({ ...revalidated, ETag: etagOf(text) })
  await sendCompressed(request, response, text)
}

/** It may be cached, and is revalidated at each request. */
const revalidated = { 'Cache-Control': 'no-cache' }

const revalidate = (response: Response) => void response.set(revalidated)

const robots = (origin: string): string =>
  `User-agent: *\nAllow: ${logoPath('')}\nDisallow: /api/\nDisallow: /uploads/\n\nSitemap: ${origin}/sitemap.xml\n`

const sitemap = (origin: string, works: SiteData['works']['state']): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listedPages(works).map((path) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** Allows a page its own inline parts, and nothing else, beside what its content security policy allows. */
function allowInline(response: Response, { scripts, styles, styleAttributes }: InlineHashes): void {
  const also = {
    'script-src': scripts,
    'style-src': [...styles, ...(styleAttributes.length > 0 ? ['unsafe-hashes', ...styleAttributes] : [])],
  }
  let policy = String(response.get('Content-Security-Policy'))
  for (const [directive, sources] of Object.entries(also)) {
    const quoted = sources.map((source) => ` '${source}'`).join('')
    policy = policy.replace(new RegExp(`(^|;)${directive} 'self'`), (allowed) => allowed + quoted)
  }
  response.set('Content-Security-Policy', policy)
}

/** The page of the web app as the agency's: its name and its icon, from the first paint on. */
function brandedPage(html: string, agency: Agency): string {
  const { logo } = agency
  const named = html.replaceAll(defaultName, () => escapeHtml(agencyName(agency)))
  return logo
    ? named.replace('href="/mark.svg" type="image/svg+xml"', `href="${logoPath(logo.icon)}" type="image/png"`)
    : named
}

/** The manifest as the agency's: what the app is called on a telephone, its icon, its colour. */
function brandedManifest(json: string, agency: Agency): string {
  const { logo, colour } = agency
  const manifest = JSON.parse(json.replaceAll(defaultName, () => quoted(agencyName(agency))))
  return JSON.stringify({
    ...manifest,
    ...(colour ? { theme_color: accentOf(colour).light.colour } : {}),
    ...(logo ? { icons: iconPurposes.map((purpose) => ({ ...icon, src: logoPath(logo.icon), purpose })) } : {}),
  })
}

const icon = { type: 'image/png', sizes: '512x512' }
const iconPurposes = ['any', 'maskable']

/** Text as it stands between the quotes of JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

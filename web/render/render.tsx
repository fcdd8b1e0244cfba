import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import escapeHtml from 'escape-html'
import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { agencyName, defaultTimeZone, logoPath } from '#domain/settings/brand.ts'
import { brandSheet } from '#domain/settings/colour.ts'
import {
  answersId,
  jsonInHtml,
  type ReadCall,
  type RenderedPage,
  type RenderForPerson,
  type RenderPage,
  type SiteData,
  siteDataId,
} from '#domain/site/site.ts'
import { answerBy } from '#web/early.ts'
import { setServerRenderTime, setZone } from '#web/kit/time.ts'
import { forgetAgency } from '#web/live/agency.ts'
import { routes } from '#web/router.tsx'
import router from '#web/router.tsx?raw'
import { defaultDescription, HeadCollector, type HeadProps, windowTitle } from '#web/shell/Head.tsx'
import { renewSession, session } from '#web/shell/session.ts'
import { setRendersForPerson, setSiteData } from '#web/site-data.ts'
import { preloadedFont } from './preloaded-fonts.ts'
import { structuredDataOf } from './structured-data.ts'
import { builtFrom, loadedBy, textOf } from './vite-manifest.ts'

const { query, dataRoutes } = createStaticHandler(routes)

let before: Promise<unknown> = Promise.resolve()

/** Renders one page at a time: who looks at it, and what the agency has set, is the modules' own, as in a browser. */
function inTurn<Page>(render: () => Promise<Page>): Promise<Page> {
  const rendered = before.then(render)
  before = rendered.catch(() => {})
  return rendered
}

/** Renders a page for visitors. */
export const renderPage: RenderPage = (path, origin, site) =>
  inTurn(async () => {
    const page = await render(path, origin, site)
    if (!page) throw new Error(`${path} answers something else than a page`)
    return page
  })

/** Renders a page as one person sees it. */
export const renderForPerson: RenderForPerson = (path, origin, site, read) =>
  inTurn(() => render(path, origin, site, read))

async function render(
  path: string,
  origin: string,
  site: SiteData,
  read?: ReadCall,
): Promise<RenderedPage | undefined> {
  const at = Date.now()
  const answers: Record<string, string> = {}
  // Nothing of the page before is left: neither who looked at it, nor what they were shown.
  setSiteData(site)
  forgetAgency()
  setZone(site.agency.timeZone ?? defaultTimeZone, site.clock)
  setServerRenderTime(at)
  setRendersForPerson(read !== undefined)
  let problem: unknown
  const answer = async (read: ReadCall, path: string) => {
    try {
      answers[path] = await read(path)
      return new Response(answers[path])
    } catch (error) {
      problem ??= error
      throw error
    }
  }
  answerBy((path) => read && answer(read, path))
  void renewSession()
  const context = await query(new Request(origin + path))
  if (context instanceof Response) return undefined
  if (problem ?? context.errors) throw problem ?? Object.values(context.errors!)[0]
  if (Object.values(context.loaderData).some((loaded) => loaded?.shows === 'questions')) return undefined // drafts are the browser's
  let head: HeadProps = {}
  let failure: unknown
  const { prelude } = await prerenderToNodeStream(
    <HeadCollector
      value={(collected) => {
        head = collected
      }}
    >
      <StrictMode>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </StrictMode>
    </HeadCollector>,
    {
      // Else sections of more than 12 kB come behind the page, and need a script to be put in their places.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure = error
      },
    },
  )
  const body = await text(prelude)
  if (failure) throw failure
  if (body.includes('<template id="B:')) throw new Error(`${path} has a part that only a script would put in its place`)
  const shown = context.matches.at(-1)?.route.path
  const sources = sourcesOf(shown)
  if (!read) return documentOf({ path: shown === '*' ? undefined : path, origin, site, head, body, sources })
  const isAdmins = (await session()).user?.admin && shown === '/order-detail/:id'
  const person = { answers, at }
  return documentOf({ path, origin, site, head, body, sources: [...sources, ...(isAdmins ? [adminsOwn] : [])], person })
}

/** The source of what only an admin has on an order's page. */
const adminsOwn = 'order/admin/controls.tsx'

/** The source of the page of a route, as the router names it; none where it is loaded with the router itself. */
const sourcesOf = (route: string | undefined): string[] =>
  [...router.matchAll(/path: '([^']+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)].flatMap(([, path, source]) =>
    path === route ? [source!] : [],
  )

type Parts = {
  /** Undefined for the page that says that there is none. */
  path: string | undefined
  origin: string
  site: SiteData
  head: HeadProps
  body: string
  /** The sources of the page's own code. */
  sources: string[]
  /** A person's page: the answers of its calls, by path, and when they were given, in milliseconds since 1970. */
  person?: { answers: Record<string, string>; at: number }
}

/** The picture of previews where a page has none of its own. */
const defaultImage = '/previews/site.png'

/**
 * The whole document of a page. What it looks like stands in itself, so that it is drawn as soon as it has come; its
 * scripts are loaded at its first use (on-first-use.ts).
 */
function documentOf({ path, origin, site, head, body, sources, person }: Parts): RenderedPage {
  const { agency } = site
  const { title, description = defaultDescription, image = defaultImage, noindex } = head
  const name = agencyName(agency)
  const { scripts, sheets } = loadedBy(['index.html', ...sources])
  const [app, ...also] = scripts
  const style = [textOf('/layers.css'), ...sheets.map(textOf), brandSheet(agency.colour)].join('\n')
  const theme = textOf('/theme.js')
  const onFirstUse = textOf(`/${builtFrom('on-first-use.ts').file}`)
  const icon = agency.logo
    ? `<link rel="icon" href="${logoPath(agency.logo.icon)}" type="image/png">`
    : '<link rel="icon" href="/mark.svg" type="image/svg+xml">'
  const meta = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
  const html = [
    `<!doctype html><html lang="en-IN"${person ? ` data-drawn="${person.at}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(windowTitle(title, name))}</title>`,
    meta('name', 'description', description),
    noindex ? meta('name', 'robots', 'noindex') : '',
    meta('name', 'application-name', name),
    `<style>${style}</style>`,
    ...preloadedFonts(sheets).map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="">`,
    ),
    `<script>${theme}</script>`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f9f7f0" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#110e0b" media="(prefers-color-scheme: dark)">',
    icon,
    '<link rel="apple-touch-icon" href="/icon-192.png"><link rel="manifest" href="/manifest.webmanifest">',
    ...(person
      ? []
      : [
          path === undefined ? '' : `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
          meta('property', 'og:type', 'website'),
          meta('property', 'og:site_name', name),
          meta('property', 'og:title', title ?? windowTitle(title, name)),
          meta('property', 'og:description', description),
          path === undefined ? '' : meta('property', 'og:url', origin + path),
          meta('property', 'og:image', origin + image),
          meta('property', 'og:image:width', '1200') + meta('property', 'og:image:height', '630'),
          meta('property', 'og:locale', 'en_IN'),
          meta('name', 'twitter:card', 'summary_large_image'),
          `<script type="application/ld+json">${jsonInHtml(structuredDataOf(path, origin, site))}</script>`,
        ]),
    // Their rules stand above: the scripts find them here and do not load them again.
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" disabled>`),
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="${siteDataId}">${jsonInHtml(site)}</script>`,
    person
      ? `<script type="application/json" id="${answersId}">${jsonInHtml(person.answers)}</script>` +
        '<noscript>You’re seeing this page without JavaScript. Turn it on to make changes and get live updates.</noscript>'
      : '',
    `<script type="module"${person ? ' data-now' : ''} data-app="${app}" data-also='${JSON.stringify(also)}'>`,
    `${onFirstUse}</script></body></html>`,
  ].join('')
  return {
    html,
    inline: {
      scripts: [theme, onFirstUse].map(digestOf),
      styles: [digestOf(style)],
      styleAttributes: [
        ...new Set([...body.matchAll(/ style="([^"]*)"/g)].map(([, value]) => digestOf(unescaped(value!)))),
      ],
    },
  }
}

const preloadedFonts = (sheets: readonly string[]): string[] =>
  sheets.flatMap((sheet) => textOf(sheet).match(new RegExp(`/assets/${preloadedFont.source}`, 'g')) ?? [])

const digestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The value of an attribute as a browser reads it. */
const unescaped = (value: string): string =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { defaultTimeZone } from '#domain/settings/agency.ts'
import type { RenderedPage, RenderPage, SiteData } from '#domain/site.ts'
import { setZone } from '#web/kit/time.ts'
import { Root } from '#web/Root.tsx'
import { routes } from '#web/router.tsx'
import router from '#web/router.tsx?raw'
import { HeadCollector, type HeadProps } from '#web/shell/Head.tsx'
import { renewSession } from '#web/shell/session.ts'
import { setSiteData } from '#web/site-data.ts'
import { documentOf } from './document.ts'

const { query, dataRoutes } = createStaticHandler(routes)

let before: Promise<unknown> = Promise.resolve()

/** Renders a page for visitors, one at a time: what the agency has set is the modules' own, as in a browser. */
export const renderPage: RenderPage = (path, origin, site) => {
  const rendered = before.then(() => render(path, origin, site))
  before = rendered.catch(() => {})
  return rendered
}

async function render(path: string, origin: string, site: SiteData): Promise<RenderedPage> {
  setSiteData(site)
  void renewSession() // a visitor's, who is told whether this agency is the demo
  setZone(site.agency.timeZone ?? defaultTimeZone)
  const context = await query(new Request(origin + path))
  if (context instanceof Response) throw new Error(`${path} answers ${context.status} and not a page`)
  let head: HeadProps = {}
  let failure: unknown
  const { prelude } = await prerenderToNodeStream(
    <HeadCollector
      value={(collected) => {
        head = collected
      }}
    >
      <Root>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </Root>
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
  return documentOf({ path: shown === '*' ? undefined : path, origin, site, head, body, sources: sourcesOf(shown) })
}

/** The source of the page of a route, as the router names it; none where it is loaded with the router itself. */
const sourcesOf = (route: string | undefined): string[] =>
  [...router.matchAll(/path: '([^']+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)].flatMap(([, path, source]) =>
    path === route ? [source!] : [],
  )

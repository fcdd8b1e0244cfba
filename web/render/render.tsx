import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import type { RenderedPage, RenderForPerson, RenderPage, SiteData } from '#domain/site/site.ts'
import { setDrawnAt } from '#web/drawn.ts'
import { answerBy } from '#web/early.ts'
import { setZone } from '#web/kit/time.ts'
import { forgetAgency } from '#web/live/agency.ts'
import { Root } from '#web/Root.tsx'
import { routes } from '#web/router.tsx'
import router from '#web/router.tsx?raw'
import { HeadCollector, type HeadProps } from '#web/shell/Head.tsx'
import { renewSession, session } from '#web/shell/session.ts'
import { setRendersForPerson, setSiteData } from '#web/site-data.ts'
import { documentOf } from './document.ts'

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

type Read = Parameters<RenderForPerson>[3]

async function render(path: string, origin: string, site: SiteData, read?: Read): Promise<RenderedPage | undefined> {
  const at = Date.now()
  const answers: Record<string, string> = {}
  // Nothing of the page before is left: neither who looked at it, nor what they were shown.
  setSiteData(site)
  forgetAgency()
  setZone(site.agency.timeZone ?? defaultTimeZone, site.clock)
  setDrawnAt(at)
  setRendersForPerson(read !== undefined)
  let problem: unknown
  const answer = async (read: Read, path: string) => {
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
  const sources = sourcesOf(shown)
  if (!read) return documentOf({ path: shown === '*' ? undefined : path, origin, site, head, body, sources })
  const isAdmins = (await session()).user?.admin && shown === '/order-detail/:id'
  const person = { answers, at }
  return documentOf({ path, origin, site, head, body, sources: [...sources, ...(isAdmins ? [adminsOwn] : [])], person })
}

/** The source of what only an admin has on an order's page. */
const adminsOwn = 'order/admin/controls.ts'

/** The source of the page of a route, as the router names it; none where it is loaded with the router itself. */
const sourcesOf = (route: string | undefined): string[] =>
  [...router.matchAll(/path: '([^']+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)].flatMap(([, path, source]) =>
    path === route ? [source!] : [],
  )

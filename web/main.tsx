import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type DataRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import './styles/index.css'
import { answerBy } from './early.ts'
import { keepShown } from './keep-shown.ts'
import { setServerRenderTime, setZone } from './kit/time.ts'
import { createRetry } from './retry.ts'
import { routes } from './router.tsx'
import { isHeldByOther, renewed } from './shell/belongings.ts'
import { renewSession } from './shell/session.ts'
import { mayHaveSession, siteData } from './site-data.ts'
import { basename } from './view-as.ts'

/**
 * Loads a stylesheet again that could not be loaded, until it is there. Vite requests one only once. What is loaded in
 * the background while offline would be shown without its styles for as long as the page is open.
 */
function loadStylesAgain(): void {
  addEventListener('vite:preloadError', (event) => {
    const path = /CSS for (\S+)/.exec(event.payload.message)?.[1]
    if (!path) return
    // Otherwise it says nothing of the others that are missing.
    event.preventDefault()
    loadSheet(path)
  })
}

function loadSheet(path: string): void {
  const load = () => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = path
    link.addEventListener('error', () => {
      link.remove()
      retry.later()
    })
    document.head.append(link)
  }
  const retry = createRetry(load)
  load()
}

setZone(siteData()?.agency.timeZone ?? defaultTimeZone, siteData()?.clock)

async function start() {
  const root = document.getElementById('root')!
  const { drawn, otherwise } = document.documentElement.dataset
  // HTML from the server is that of a visitor, or of a person. Who has logged in or out since then, in another window, has
  // another page.
  const isOthers = isHeldByOther()
  const isTheirs =
    root.firstElementChild && !isOthers && (drawn !== undefined) === mayHaveSession() && otherwise === undefined
  // What came with the page of a person who has logged out since is not the next person’s.
  if (isOthers || (drawn !== undefined && !mayHaveSession())) answerBy(() => undefined)
  const data = isTheirs ? await hydrationData(routes) : undefined
  const dataStrategy = keepShown(() => router)
  const router: DataRouter = createBrowserRouter(routes, { basename, hydrationData: data, dataStrategy })
  addEventListener(renewed, () => renewSession().then(() => router.revalidate()))
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  document.addEventListener('drawn', () => setServerRenderTime(undefined), { once: true })
  document.documentElement.dataset.scripted = ''
  // In small steps, between which the page listens.
  if (data) startTransition(() => void hydrateRoot(root, page, { onRecoverableError }))
  else {
    setServerRenderTime(undefined)
    createRoot(root).render(page)
    delete document.documentElement.dataset.otherwise
  }
}

/** Warns of a failed hydration: what the server has drawn otherwise is drawn again by then. */
const onRecoverableError = (error: unknown) => console.warn('Hydration failed, so the page is rendered again:', error)

loadStylesAgain()
void start()

/**
 * Returns the router’s first data where the server has rendered the page: the address’s routes with their code loaded, and
 * their loaders’ answers. So the first drawing is the one that the HTML was made of. Guards are not run: the HTML is only
 * sent to those who may see it. Undefined where there is no such page: then nothing is taken over.
 */
async function hydrationData(routes: RouteObject[]): Promise<HydrationState | undefined> {
  nameRoutes(routes)
  const loaderData: Record<string, unknown> = {}
  try {
    for (const { route, params } of matchRoutes(routes, location) ?? []) {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
      const { id = '', loader } = route
      const context = { params, request: new Request(location.href) } as unknown as Parameters<
        Extract<typeof loader, Function>
      >[0]
      loaderData[id] = typeof loader === 'function' ? await loader(context, undefined) : null
    }
    return { loaderData }
  } catch (error) {
    console.warn('The server’s page can’t be hydrated, so it is rendered again:', error)
    return undefined
  }
}

/** Gives every route the id that the router would give it. */
function nameRoutes(routes: RouteObject[], above: readonly number[] = []): void {
  routes.forEach((route, at) => {
    const place = [...above, at]
    route.id ??= place.join('-')
    if (route.children) nameRoutes(route.children, place)
  })
}

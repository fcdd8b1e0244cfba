import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import './styles/index.css'
import { setDrawnAt } from './drawn.ts'
import { hydrationData } from './hydration.ts'
import { setZone } from './kit/time.ts'
import { Root } from './Root.tsx'
import { routes } from './router.tsx'
import { mayHaveSession, siteData } from './site-data.ts'
import { loadStylesAgain } from './styles-again.ts'
import { basename } from './view-as.ts'

setZone(siteData()?.agency.timeZone ?? defaultTimeZone, siteData()?.clock)

async function start() {
  const root = document.getElementById('root')!
  const { drawn, otherwise } = document.documentElement.dataset
  // HTML from the server is that of a visitor, or of a person. Who has logged in or out since then, in another window, has
  // another page.
  const isTheirs = root.firstElementChild && (drawn !== undefined) === mayHaveSession() && otherwise === undefined
  const data = isTheirs ? await hydrationData(routes) : undefined
  const router = createBrowserRouter(routes, { basename, hydrationData: data })
  const page = (
    <Root>
      <RouterProvider router={router} />
    </Root>
  )
  document.addEventListener('drawn', () => setDrawnAt(undefined), { once: true })
  document.documentElement.dataset.scripted = ''
  // In small steps, between which the page listens.
  if (data) startTransition(() => void hydrateRoot(root, page, { onRecoverableError }))
  else {
    setDrawnAt(undefined)
    createRoot(root).render(page)
    delete document.documentElement.dataset.otherwise
  }
}

/** Warns of a failed hydration: what the server has drawn otherwise is drawn again by then. */
const onRecoverableError = (error: unknown) => console.warn('Hydration failed, so the page is rendered again:', error)

loadStylesAgain()
void start()

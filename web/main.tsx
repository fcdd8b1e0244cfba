import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { defaultTimeZone } from '#domain/settings/agency.ts'
import './styles/index.css'
import { setZone } from './kit/time.ts'
import { Root } from './Root.tsx'
import { routes } from './router.tsx'
import { mayHaveSession, siteData } from './site-data.ts'
import { basename } from './view-as.ts'

setZone(siteData()?.agency.timeZone ?? defaultTimeZone)

async function start() {
  const root = document.getElementById('root')!
  // HTML from the server is that of a visitor. Who has logged in since then, in another window, has another page.
  const isVisitors = root.firstElementChild && !mayHaveSession()
  const data = isVisitors ? await (await import('./hydration.ts')).hydrationData(routes) : undefined
  const router = createBrowserRouter(routes, { basename, hydrationData: data })
  const page = (
    <Root>
      <RouterProvider router={router} />
    </Root>
  )
  if (data) hydrateRoot(root, page)
  else createRoot(root).render(page)
}

void start()

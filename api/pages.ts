import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { type Response, Router } from 'express'
import { NotFound } from '#domain/action.ts'
import { isPage } from '#domain/pages.ts'

const built = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The web app: its files, and its one page under every path that a router of the browser knows. */
export function pageRoutes(): Router {
  const router = Router()

  // What is named after its content never changes. Everything else is asked for again: an old theme.js or layers.css
  // beside a new page would spoil it.
  router.use('/assets', express.static(`${built}assets`, { immutable: true, maxAge: '1y', index: false }))
  const files = express.static(built, { index: false, cacheControl: false, setHeaders: revalidate })
  router.use(files)

  router.get(/.*/, (request, response, next) => {
    const page = request.accepts(['json', 'html']) === 'html' && !/^\/(api|uploads|assets)\//.test(request.path)
    if (!page) return next(new NotFound('There is nothing here by that name'))
    if (!existsSync(`${built}index.html`)) return next(new NotFound('The web app is not built: npm start builds it'))
    response.vary('Accept').status(isPage(request.path) ? 200 : 404)
    request.url = '/index.html'
    files(request, response, next)
  })

  return router
}

const revalidate = (response: Response) => void response.set('Cache-Control', 'no-cache')

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import { NotFound } from '#domain/action.ts'
import { isPage } from '#domain/pages.ts'

const built = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The web app: its files, and its one page under every path that a router of the browser knows. */
export function pageRoutes(): Router {
  const router = Router()
  const hashed = { immutable: true, maxAge: '1y', index: false, fallthrough: true } as const

  router.use('/assets', express.static(`${built}assets`, hashed))
  router.use(express.static(built, { index: false, maxAge: '1h' }))

  router.get(/.*/, (request, response, next) => {
    const page = request.accepts(['json', 'html']) === 'html' && !/^\/(api|uploads|assets)\//.test(request.path)
    if (!page) return next(new NotFound('There is nothing here by that name'))
    if (!existsSync(`${built}index.html`)) return next(new NotFound('The web app is not built: npm start builds it'))
    response
      .set('Cache-Control', 'no-cache')
      .vary('Accept')
      .status(isPage(request.path) ? 200 : 404)
    response.sendFile('index.html', { root: built, cacheControl: false })
  })

  return router
}

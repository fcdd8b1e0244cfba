import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import express, { type Response, Router } from 'express'
import { NotFound } from '#domain/command.ts'
import { isPage } from '#domain/pages.ts'
import { type Agency, agencies, agencyId, logoPath } from '#domain/settings/agency.ts'
import { Unavailable } from '#infra/unavailable.ts'
import type { AppContext } from '../app-context.ts'
import { brandedManifest, brandedPage, brandSheet } from '../http/branded.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The web app: its files, and its one page under every path that a router of the browser knows. */
export function pageRoutes({ handler }: Pick<AppContext, 'handler'>): Router {
  const router = Router()

  // What is named after its content never changes. Everything else is asked for again: an old theme.js or layers.css
  // beside a new page would spoil it.
  router.use('/assets', express.static(`${built}assets`, { immutable: true, maxAge: '1y', index: false }))
  router.get('/index.html', (_request, response) => answerBranded(response, 'index.html', brandedPage))
  router.get('/manifest.webmanifest', (_request, response) =>
    answerBranded(response, 'manifest.webmanifest', brandedManifest),
  )
  router.get('/brand.css', async (_request, response) => answer(response, 'brand.css', brandSheet(await agency())))
  // What notices and home screens show: the agency's own, once it has one.
  router.get(['/icon-192.png', '/icon-512.png', '/icon-maskable.png'], async (_request, response, next) => {
    const { logo } = await agency()
    if (!logo) return next()
    response.set('Cache-Control', 'no-cache').redirect(302, logoPath(logo.icon))
  })
  router.use(express.static(built, { index: false, cacheControl: false, setHeaders: revalidate }))

  router.get(/.*/, (request, response, next) => {
    const page = request.accepts(['json', 'html']) === 'html' && !/^\/(api|uploads|assets)\//.test(request.path)
    if (!page) return next(new NotFound('There is nothing here by that name'))
    response.vary('Accept').status(isPage(request.path) ? 200 : 404)
    return answerBranded(response, 'index.html', brandedPage)
  })

  /** Answers a built file as the agency's. */
  async function answerBranded(response: Response, file: string, branded: typeof brandedPage): Promise<void> {
    if (!existsSync(built + file)) throw new NotFound('The web app is not built: npm start builds it')
    answer(response, file, branded(await readFile(built + file, 'utf8'), await agency()))
  }

  /** What the agency has set. No page waits for a store that is away: then it is as if nothing was set. */
  async function agency(): Promise<Agency> {
    try {
      return (await handler.load(agencies, agencyId)).state
    } catch (error) {
      if (error instanceof Unavailable) return {}
      throw error
    }
  }

  return router
}

/** Answers text that may be kept as long as it is asked for again. */
function answer(response: Response, type: string, text: string): void {
  const digest = createHash('sha256').update(text).digest('base64url')
  response
    .type(type)
    .set({ 'Cache-Control': 'no-cache', ETag: `"${digest}"` })
    .send(text)
}

const revalidate = (response: Response) => void response.set('Cache-Control', 'no-cache')

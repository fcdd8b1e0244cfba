import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import express, { type Response, Router } from 'express'
import { NotFound } from '#domain/command.ts'
import { isPage } from '#domain/pages.ts'
import { agencies, agencyId, agencyName, defaultName } from '#domain/settings/agency.ts'
import { Unavailable } from '#infra/unavailable.ts'
import type { AppContext } from '../app-context.ts'
import { escapeHtml } from '../http/plain-page.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The web app: its files, and its one page under every path that a router of the browser knows. */
export function pageRoutes({ handler }: Pick<AppContext, 'handler'>): Router {
  const router = Router()

  // What is named after its content never changes. Everything else is asked for again: an old theme.js or layers.css
  // beside a new page would spoil it.
  router.use('/assets', express.static(`${built}assets`, { immutable: true, maxAge: '1y', index: false }))
  router.get('/index.html', (_request, response) => answerNamed(response, 'index.html', escapeHtml))
  router.get('/manifest.webmanifest', (_request, response) => answerNamed(response, 'manifest.webmanifest', quoted))
  router.use(express.static(built, { index: false, cacheControl: false, setHeaders: revalidate }))

  router.get(/.*/, (request, response, next) => {
    const page = request.accepts(['json', 'html']) === 'html' && !/^\/(api|uploads|assets)\//.test(request.path)
    if (!page) return next(new NotFound('There is nothing here by that name'))
    response.vary('Accept').status(isPage(request.path) ? 200 : 404)
    return answerNamed(response, 'index.html', escapeHtml)
  })

  /** Answers a built file with the agency's name wherever the default one stands in it. */
  async function answerNamed(response: Response, file: string, written: (name: string) => string): Promise<void> {
    if (!existsSync(built + file)) throw new NotFound('The web app is not built: npm start builds it')
    const name = written(await siteName())
    const text = (await readFile(built + file, 'utf8')).replaceAll(defaultName, () => name)
    const digest = createHash('sha256').update(text).digest('base64url')
    response
      .type(file)
      .set({ 'Cache-Control': 'no-cache', ETag: `"${digest}"` })
      .send(text)
  }

  /** What the site calls itself. No page waits for a store that is away: then it is the default. */
  async function siteName(): Promise<string> {
    try {
      return agencyName((await handler.load(agencies, agencyId)).state)
    } catch (error) {
      if (error instanceof Unavailable) return defaultName
      throw error
    }
  }

  return router
}

/** Text as it stands between the quotes of JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

const revalidate = (response: Response) => void response.set('Cache-Control', 'no-cache')

import type { RequestHandler } from 'express'
import { NotAllowed } from '#domain/command.ts'
import { bearerIn } from './api-keys.ts'

type Headers = { origin?: string; host?: string; 'sec-fetch-site'?: string | string[] }

/** Whether a request comes from a page of ours: by `Sec-Fetch-Site` where the browser says it, else by `Origin`. */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: Headers, publicUrl?: string): boolean {
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`
}

/**
 * Refuses changes asked for by other sites' pages, and being logged out by them. A request with an API key is none of
 * those: a browser adds cookies by itself, never a key, and with a key the cookies are not looked at.
 */
export const onlySameOrigin =
  (publicUrl?: string): RequestHandler =>
  (request, _response, next) => {
    const crossSite = request.headers['sec-fetch-site'] === 'cross-site'
    const safe = request.method === 'GET' || request.method === 'HEAD'
    if (bearerIn(request.headers.authorization) !== undefined) return next()
    const fine = safe
      ? !(crossSite && request.path === '/api/logout')
      : isSameOrigin(request.headers as Headers, publicUrl)
    next(fine ? undefined : new NotAllowed('This has to be asked for from the page itself'))
  }

import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { NotAllowed } from '#domain/command.ts'
import { bearerIn } from './api-keys.ts'

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>

/** Whether a request comes from a page of ours: by `Sec-Fetch-Site` where the browser says it, else by `Origin`. */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: Headers, publicUrl?: string): boolean {
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`
}

/**
 * Whether a GET comes from a page of ours, or from a person who typed its address (`none`). A browser that does not say
 * is too old to: it sends no `Origin` with a GET either, and our cookie only when the whole window goes there.
 */
export const isAskedForHere = ({ 'sec-fetch-site': site }: Headers): boolean =>
  site === undefined || site === 'same-origin' || site === 'none'

/** The error message for what another site's page asks for. */
export const onlyFromThePage = 'This has to be asked for from the page itself'

/**
 * Refuses changes asked for by other sites' pages, by whatever path. A request with an API key is none of those: a
 * browser adds cookies by itself, never a key, and with a key the cookies are not looked at. A GET that changes something
 * is refused by its call (`changes`, router.ts).
 */
export const onlySameOrigin =
  (publicUrl?: string): RequestHandler =>
  ({ method, headers }, _response, next) => {
    const safe = method === 'GET' || method === 'HEAD'
    const fine = safe || bearerIn(headers.authorization) !== undefined || isSameOrigin(headers, publicUrl)
    next(fine ? undefined : new NotAllowed(onlyFromThePage))
  }

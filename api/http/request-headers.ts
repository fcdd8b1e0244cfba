import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { CookieOptions, Express, Request, RequestHandler, Response } from 'express'
import { NotAllowed } from '#domain/command.ts'

/** The patterns that find cookies, by their names. */
const cookiePatterns = new Map<string, RegExp>()

/** A cookie of a request's header, if it has it. `name` is one of ours: each that is asked for is kept. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  const pattern = cookiePatterns.get(name) ?? new RegExp(`(?:^|;\\s*)${name}=([^;]+)`)
  cookiePatterns.set(name, pattern)
  return pattern.exec(header)?.[1]
}

/** The key in a request's header, if it has one: what it says is not looked at yet. */
export const bearerIn = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]

export type Cookies = ReturnType<typeof createCookies>

/**
 * The cookies that no script reads. Where they are `secure` (over TLS, in production) their names begin with `__Host-`.
 * A browser takes those from this very host alone, so no neighbouring host can set one.
 */
export function createCookies(secure: boolean) {
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name)
  // By any other path or domain a browser does not take them.
  const options: CookieOptions = { httpOnly: true, secure, path: '/' }

  return {
    secure,
    read: (header: string | undefined, name: string) => cookieIn(header, nameOf(name)),

    /** `lifetime` is in milliseconds; `strict` for what no link from another site needs. */
    write(response: Response, name: string, value: string, lifetime: number, sameSite: 'lax' | 'strict'): void {
      response.cookie(nameOf(name), value, { ...options, sameSite, maxAge: lifetime })
    },

    clear(response: Response, name: string): void {
      response.clearCookie(nameOf(name), options)
    },
  }
}

type Headers = Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>

/** Whether a request comes from a page of ours: by `Sec-Fetch-Site` where the browser says it, else by `Origin`. */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: Headers, publicUrl?: string): boolean {
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  return origin === publicUrl || origin === `http://${host}` || origin === `https://${host}`
}

/**
 * Whether a GET comes from a page of ours, or from a person who typed its address (`none`). Browsers too old to say so
 * send no `Origin` with a GET either, and our cookie only when the whole window goes there.
 */
export const isSameOriginOrTyped = ({ 'sec-fetch-site': site }: Headers): boolean =>
  site === undefined || site === 'same-origin' || site === 'none'

/** The error message for what another site's page asks for. */
export const onlyFromThePage = 'This request must come from this site'

/**
 * Refuses changes asked for by other sites' pages, by whatever path. A request with an API key is none of those: a
 * browser adds cookies by itself, never a key. With a key, cookies are ignored. A GET that changes something is refused
 * by its call (`changes`, router.ts).
 */
export const onlySameOrigin =
  (publicUrl?: string): RequestHandler =>
  ({ method, headers }, _response, next) => {
    const safe = method === 'GET' || method === 'HEAD'
    const fine = safe || bearerIn(headers.authorization) !== undefined || isSameOrigin(headers, publicUrl)
    next(fine ? undefined : new NotAllowed(onlyFromThePage))
  }

const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOP(R|T|iOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** The name by which its owner knows a browser, as far as its `User-Agent` tells: `Firefox on Android`. */
export function deviceLabel(userAgent = ''): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${named(browsers) ?? 'A browser'} on ${named(systems) ?? 'a device'}`
}

/** The same of the browser that a request comes from. */
export const deviceOf = (request: Request): string => deviceLabel(request.get('User-Agent'))

/** The address that a request comes from: that of the connection, or what the proxies that are trusted say of it. */
export function addressOf(app: Pick<Express, 'get'>, { socket, headers }: IncomingMessage): string | undefined {
  const isTrusted = app.get('trust proxy fn') as (address: string, hops: number) => boolean
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const way = [socket.remoteAddress ?? '', ...forwarded.map((each) => each.trim()).reverse()].filter(Boolean)
  return way.find((address, hops) => !isTrusted(address, hops)) ?? way.at(-1)
}

import type { CookieOptions, Response } from 'express'
import { cookieIn } from '../secrets.ts'

export type Cookies = ReturnType<typeof createCookies>

/**
 * The cookies that no script reads. Where they are `secure` (over TLS, in production) their names begin with `__Host-`: a
 * browser takes those from this very host alone, so that no page of a neighbouring host gives its visitors one.
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

import type { Request } from 'express'
import { Refusal } from '#domain/command.ts'
import { isLoopback } from '#infra/public-host.ts'
import type { Settings } from '#infra/settings.ts'

type Known = Pick<Settings, 'publicUrl' | 'production'>

/** Where the pages are that a request sees: `PUBLIC_URL`, else where it came to. Never for what others are sent. */
export const pageOrigin = (request: Request, { publicUrl }: Pick<Known, 'publicUrl'>): string =>
  publicUrl ?? `${request.protocol}://${request.host}`

/**
 * Where the links in a mail begin: `PUBLIC_URL`. Who requests a mail chooses the `Host` of the request. A link made
 * with it would lead its reader, with the secret in it, to an attacker's machine. Without the setting it is only taken
 * where it is this machine, as in development; undefined where it is not.
 */
export function mailOrigin(
  { protocol, host, hostname }: Request,
  { publicUrl, production }: Known,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  return !production && isLoopback(hostname) ? `${protocol}://${host}` : undefined
}

/** The same for a mail that is of no use without its link. Throws `Refusal`. */
export function linkOrigin(request: Request, settings: Known): string {
  const origin = mailOrigin(request, settings)
  if (origin === undefined) throw new Refusal('Set PUBLIC_URL first. Emails need it for their links.')
  return origin
}

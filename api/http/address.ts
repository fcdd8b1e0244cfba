import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'

/** The address that a request comes from: that of the connection, or what the proxies that are trusted say of it. */
export function addressOf(app: Pick<Express, 'get'>, { socket, headers }: IncomingMessage): string | undefined {
  const isTrusted = app.get('trust proxy fn') as (address: string, hops: number) => boolean
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const way = [socket.remoteAddress ?? '', ...forwarded.map((each) => each.trim()).reverse()].filter(Boolean)
  return way.find((address, hops) => !isTrusted(address, hops)) ?? way.at(-1)
}

import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** What only one browser or one letter knows: 256 random bits. Never stored as it is. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored of secrets: one-way digests. */
export const digestOf = (...secrets: string[]): string =>
  createHash('sha256').update(JSON.stringify(secrets)).digest('base64url')

/**
 * What is stored of something short enough to be found by trying them all, for one purpose: a digest that takes the
 * server's own secret, which no store holds, to make.
 */
export function keyedDigest(serverSecret: string, purpose: string): (...secrets: string[]) => string {
  const key = createHmac('sha256', serverSecret).update(purpose).digest()
  return (...secrets) => createHmac('sha256', key).update(JSON.stringify(secrets)).digest('base64url')
}

/** A cookie of a request's header, if it has it. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(header ?? '')?.[1]

/** The account and the secret in `<id>.<secret>`, as cookies and links carry them. */
export function accountKeyIn(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(text) ?? []
  return id && secret ? { id, secret } : undefined
}

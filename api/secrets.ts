import { createHash, createHmac, randomInt } from 'node:crypto'
import type { Request } from 'express'
import { sealBy } from '#infra/seal.ts'
import { newSecret } from '#infra/secret.ts'

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The one-way digest under which secrets are stored. */
export const digestOf = (...secrets: string[]): string =>
  createHash('sha256').update(JSON.stringify(secrets)).digest('base64url')

/**
 * The digest, for one purpose, of something short enough to be guessed. It is keyed by the server's own secret, which no
 * store holds.
 */
export function keyedDigest(serverSecret: string, purpose: string): (...secrets: string[]) => string {
  const key = createHmac('sha256', serverSecret).update(purpose).digest()
  return (...secrets) => createHmac('sha256', key).update(JSON.stringify(secrets)).digest('base64url')
}

/**
 * A secret of 256 bits that a request makes; the parts say what for. The same request makes the same one, so that what it was
 * answered or mailed with can be had again.
 */
export function repeatableSecret(
  request: Request,
  derived: ReturnType<typeof keyedDigest>,
  ...parts: string[]
): string {
  const key = request.get('Idempotency-Key')
  return key === undefined ? newSecret() : derived(...parts, key)
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Ten letters and digits (50 bits) of a digest, to be typed: without hyphens, which `hyphenated` writes. */
export const letterCode = (digest: string): string =>
  Array.from(Buffer.from(digest, 'base64url').subarray(0, 10), (byte) => base32[byte % 32]).join('')

/** A code of ten letters as people read it. */
export const hyphenated = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/**
 * Seals what has to be read again, for one purpose, by a key that takes the server's own secret, which no store holds, to
 * make. `owner` is sealed in: moved to another account it does not open.
 */
export function createSealer(serverSecret: string, purpose: string) {
  const { close, open } = sealBy(createHmac('sha256', serverSecret).update(`seal ${purpose}`).digest())
  return {
    seal: close,
    /** The text, or undefined when it was sealed with another secret, for another owner, or was altered. */
    open(sealed: string, owner: string): string | undefined {
      try {
        return open(sealed, owner)
      } catch {
        return undefined
      }
    },
  }
}

/** The account and the secret in `<id>.<secret>`, as cookies and links carry them. */
export function accountKeyIn(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(text) ?? []
  return id && secret ? { id, secret } : undefined
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** How text goes over the wire, the better one first. Which one a browser prefers makes no difference: both are fine. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The encoding of an answer to a request, among those there are; undefined where it is to go out as it is. */
export const encodingFor = (request: Request, there: readonly Encoding[] = encodings): Encoding | undefined =>
  there.find((encoding) => request.acceptsEncodings(encoding))

/** The smallest size worth compressing, in bytes: a shorter text fits a packet as it is. */
const worthCompressing = 1_024

/** `quality` is brotli's, 0 to 11. 5 costs about a tenth of a millisecond per kilobyte. */
const compressed = (text: string, encoding: Encoding, quality = 5): Promise<Buffer> =>
  encoding === 'gzip'
    ? promisify(gzip)(text)
    : promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/**
 * Sends text, compressed where it is worth it and understood. Only for what does not depend on who caused the request.
 * Otherwise its length would disclose a secret beside something that another site chose (BREACH). Sets `Vary`.
 */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  response.vary('Accept-Encoding')
  const encoding = text.length < worthCompressing || request.fresh ? undefined : encodingFor(request)
  if (!encoding) return void response.send(text)
  if (request.method === 'HEAD') return void response.set('Content-Encoding', encoding).end()
  const bytes = await compressed(text, encoding)
  if (!response.writableEnded) response.set('Content-Encoding', encoding).send(bytes)
}

/** The bytes of a text that is sent often, in each encoding: made at its first use. */
export function compressedOnce(text: string, quality?: number): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => made.get(encoding) ?? made.set(encoding, compressed(text, encoding, quality)).get(encoding)!
}

/** The name of a text's content, weak, since it is of the text and not of its compressed bytes. */
export const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`

/** Whether another site's page has caused a request. */
export const isCrossSite = (request: Request): boolean => request.get('Sec-Fetch-Site') === 'cross-site'

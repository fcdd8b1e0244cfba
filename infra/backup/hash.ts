import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#infra/private-files.ts'

/** The SHA-256 of what is read in hexadecimal, and its size in bytes. */
export async function hashContent(content: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

/** The same of a file. */
export const hashFile = (path: string) => hashContent(createReadStream(path, { highWaterMark: 1024 * 1024 }))

/** The content as it is, of which a hash is made as it passes. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** Copies a file to a new one, durably, and answers the SHA-256 of what was copied. */
export async function copyHashed(from: string, to: string): Promise<string> {
  const hash = createHash('sha256')
  await makeFolder(dirname(to))
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(createReadStream(from), (content) => hashed(content, hash), target)
  return hash.digest('hex')
}

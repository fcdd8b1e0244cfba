import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { fromBuffer } from 'yauzl'
import type { Visitor } from './test-server.ts'

/** The files of a zip by their paths. */
async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error)
    zip.on('end', resolve).on('error', reject)
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files.set(entry.fileName, await buffer(stream))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  await promise
  return files
}

/** The answer of a download link, as a browser is given it. */
export async function downloaded(visitor: Visitor, link: string) {
  const response = await fetch(visitor.url + link, { headers: { Cookie: visitor.cookie } })
  return {
    response,
    files: response.ok ? await unzipped(Buffer.from(await response.arrayBuffer())) : new Map<string, Buffer>(),
  }
}

/**
 * The answer of a download that has begun, and of which nothing is read until the test does. Its connection is its own,
 * and ends with the test.
 */
export async function unread({ url, cookie }: Visitor, path: string): Promise<IncomingMessage> {
  const outgoing = request(url + path, { headers: { Cookie: cookie }, agent: false }).end()
  onTestFinished(() => void outgoing.destroy())
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return answer.on('error', () => {})
}

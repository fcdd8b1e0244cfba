import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { unread } from '#api/testing/downloaded.ts'
import { picture, startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'

let server: TestServer
afterEach(() => server.close())

/** A client with more data than the system keeps for a reader, and the address of a download of all of it. */
async function clientWithData() {
  const visitor = await server.client()
  const orderId = await visitor.order()
  await visitor.share(orderId, [picture('large.png', 20 * 1024 * 1024)])
  const link = async (): Promise<string> =>
    (await visitor.post('/api/request-data', { password: 'bread-at-six-gone-by-ten' })).body.link
  return { visitor, link, read: () => visitor.get(`/api/verify-history?id=${orderId}`) }
}

/** Where a descriptor leads; nowhere once it is closed. */
function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** The stored files that are open, as Linux says. */
function openFiles(): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => linkOf(fd))
  return links.filter((path) => path.startsWith(join(server.dataDir, 'files')))
}

// spec: 11.42
// security: 2.8
it.skipIf(!existsSync('/proc/self/fd'))(
  'a download that its client does not read is ended, and holds no file any more',
  async () => {
    server = await startTestServer({ limits: defaultLimits, answerTimeoutMs: 1_000 })
    const { visitor, link } = await clientWithData()
    const answer = await unread(visitor, await link())
    await expect.poll(() => openFiles().length).toBe(1)
    await expect.poll(() => openFiles().length).toBe(0)
    await expect(answer.toArray()).rejects.toThrow('aborted')
  },
)

// spec: 11.42
it('of two of one account the older one is ended before, and none of another', async () => {
  server = await startTestServer({ limits: defaultLimits, answerTimeoutMs: 10_000 })
  const [asha, zoya] = [await clientWithData(), await clientWithData()]
  const other = await unread(zoya.visitor, await zoya.link())
  const [older, newer] = [await unread(asha.visitor, await asha.link()), await unread(asha.visitor, await asha.link())]
  expect((await asha.read()).status).toBe(200)
  const whole = Promise.all([newer.toArray(), other.toArray()])
  await expect(older.toArray()).rejects.toThrow('aborted')
  for (const pieces of await whole) expect(Buffer.concat(pieces).length).toBeGreaterThan(20 * 1024 * 1024)
})

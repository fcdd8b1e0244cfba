import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'

const megabyte = 1024 * 1024
/** The most memory the process has ever held, in bytes. Linux keeps count. */
const peakOf = async (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** Uploads 200 MB and reads them again: the server may grow by so many megabytes at the most. */
async function expectAtMost(most: number, where: string, settings: Record<string, string> = {}) {
  const server = await prepareServerProcess('api', settings)
  onTestFinished(() => server.remove())
  await server.start()
  const admin = new Visitor(server.url)
  await admin.post('/api/login', adminLogin)
  const client = new Visitor(server.url)
  const account = { name: 'Asha Rao', email: 'asha@example.com', phone: '9845012345', password: 'bread-at-six' }
  await client.post('/api/register', account)
  const orderId = await client.order()
  await client.share(orderId, [new File(['warm'], 'warm.txt')])

  const before = await peakOf(server.pid)
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  async function* body() {
    yield field('orderId', orderId) + field('captions', '["All the raw footage"]')
    yield '--b\r\nContent-Disposition: form-data; name="files"; filename="raw.txt"\r\n\r\n'
    const piece = Buffer.alloc(megabyte, 'a')
    for (let n = 0; n < 200; n++) yield piece
    yield '\r\n--b--\r\n'
  }
  const upload = request(`${server.url}/api/share-files`, {
    method: 'POST',
    headers: { Cookie: client.cookie, Origin: server.url, 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  const answered = new Promise<number>((resolve, reject) =>
    upload.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject),
  )
  await pipeline(Readable.from(body()), upload)
  expect(await answered).toBe(200)
  const grown = ((await peakOf(server.pid)) - before) / megabyte
  console.log(`a file of 200 MB, ${where}: the server's memory grew by ${grown.toFixed(0)} MB at the most`)
  expect(grown).toBeLessThan(most)

  // And given out again, whole.
  const { data } = (await admin.get(`/api/get-shared-files?orderId=${orderId}`)).body
  const { filename, size } = JSON.parse(data[1].file)
  expect(size).toBe(200 * megabyte)
  const response = await fetch(`${server.url}/uploads/${filename}`, { headers: { Cookie: client.cookie } })
  let received = 0
  for await (const chunk of response.body!) received += chunk.length
  expect(received).toBe(200 * megabyte)
  expect(((await peakOf(server.pid)) - before) / megabyte).toBeLessThan(most)
}

describe.skipIf(process.platform !== 'linux')('a file of 200 MB is never whole in memory', () => {
  it('on its way to the disk', () => expectAtMost(50, 'to the disk'), 120_000)
  it.runIf(hasServers)(
    'on its way to S3',
    async () => {
      const { s3, remove } = await ownServers()
      onTestFinished(remove)
      // Its client collects parts of 5 MB from small pieces, which are let go of late: of 600 MB it takes as much.
      await expectAtMost(100, 'to S3', { S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket })
    },
    120_000,
  )
})

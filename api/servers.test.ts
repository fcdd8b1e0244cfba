import { randomUUID } from 'node:crypto'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Question } from '#domain/template/question.ts'
import { openS3Files } from '#infra/files/s3.ts'
import { openGate } from '#infra/testing/gate.ts'
import { type Answer, goodAnswers, picture, startTestServer } from './testing.ts'

const { MONGODB_URL: mongodb, S3_ENDPOINT: endpoint } = process.env

/** The product on a database and a bucket of its own, each behind a gate. */
async function startOnServers() {
  const [documents, files] = await Promise.all([openGate(mongodb!), openGate(endpoint!)])
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const bucket = name.replaceAll('_', '-')
  const mongodbUrl = Object.assign(new URL(documents.url), {
    pathname: `/${name}`,
    search: 'directConnection=true',
  }).href
  const server = await startTestServer({ mongodbUrl, s3: { endpoint: files.url, bucket } })
  onTestFinished(async () => {
    await Promise.all([documents.open(), files.open()])
    await server.close()
    await Promise.all([documents.close(), files.close()])
    const client = await new MongoClient(mongodb!).connect()
    await client.db(name).dropDatabase()
    await client.close()
    const store = await openS3Files({ endpoint, bucket })
    for await (const file of store.list()) await store.remove(file)
    await store.close()
    const s3 = new S3Client({ endpoint, forcePathStyle: true })
    await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
    s3.destroy()
  })
  const [admin, client] = [await server.admin(), await server.client()]
  const { body } = await client.submit(goodAnswers, { 7: picture() })
  const orderId: string = body.orderId
  const { filename } = body.events[0].data.questions.find(({ id }: Question) => id === 7).answer
  const toggle = (progressId: number) => admin.put('/api/update-progress-status', { orderId, progressId })
  return { server, documents, files, admin, client, orderId, file: `/uploads/${filename}`, toggle }
}

/** Answers 503, says when to come again, and does so in time. */
async function expectAway(asking: Promise<Answer>) {
  const began = performance.now()
  const { status, headers } = await asking
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(status).toBe(503)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
}

describe.runIf(mongodb && endpoint)('on MongoDB and S3', () => {
  it('a client opens an order with a file, and an admin finds both', async () => {
    const { admin, client, orderId, file, toggle } = await startOnServers()
    const line = await client.line()
    onTestFinished(() => void line.close())
    await line.watch(orderId)
    const { body } = await toggle(1)
    await line.until((heard) => heard.some(({ type }) => type === 'StepToggled'))
    const list = await admin.get('/api/get-orders', { 'After-Position': body.position })
    expect(list.body.data).toMatchObject([{ id: orderId }])
    expect(list.body).not.toHaveProperty('stale')
    const whole = await client.get(file)
    expect([whole.status, whole.headers.get('Content-Length')]).toEqual([200, String(picture().size)])
    expect((await client.get(file, { Range: 'bytes=1-3' })).text).toBe('PNG')
  })

  it.each(['shut', 'hang'] as const)(
    'while the documents are away orders go on, and lists say so (%s)',
    async (how) => {
      const { documents, admin, orderId, toggle } = await startOnServers()
      await admin.get('/api/get-orders', { 'After-Position': (await toggle(1)).body.position })
      await documents[how]()
      const second = await toggle(2)
      expect(second.status).toBe(200)
      await expectAway(admin.get('/api/get-orders'))
      await expectAway(admin.get('/api/get-orders', { 'After-Position': second.body.position }))
      const third = await toggle(3)
      expect(third.status).toBe(200)
      expect((await admin.get(`/api/get-single-order?id=${orderId}`)).body.access).toBe(true)

      await documents.open()
      const mended = await vi.waitFor(
        async () => {
          const list = await admin.get('/api/get-orders', { 'After-Position': third.body.position })
          expect(list.status).toBe(200)
          expect(list.body).not.toHaveProperty('stale')
          return list.body.data[0]
        },
        { timeout: 20_000 },
      )
      expect(mended).toMatchObject({ id: orderId, revision: third.body.revision })
    },
  )

  it.each(['shut', 'hang'] as const)('while the files are away everything else goes on (%s)', async (how) => {
    const { files, admin, client, file, toggle } = await startOnServers()
    await files[how]()
    await expectAway(client.get(file))
    await expectAway(client.submit(goodAnswers, { 7: picture() }))
    const { status, body } = await toggle(1)
    expect(status).toBe(200)
    const list = await admin.get('/api/get-orders', { 'After-Position': body.position })
    expect(list.body.data).toHaveLength(1)

    await files.open()
    await vi.waitFor(async () => expect((await client.get(file)).status).toBe(200), { timeout: 10_000 })
    expect((await client.submit(goodAnswers, { 7: picture() })).status).toBe(201)
  })
})

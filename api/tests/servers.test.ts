import { describe, expect, it, onTestFinished } from 'vitest'
import { picture, startTestServer, validAnswers } from '#api/testing/test-server.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'

// What happens while one of them is away: away.test.ts.

describe.runIf(hasServers)('on MongoDB and S3', () => {
  it('a client opens an order with a file, and an admin finds both', async () => {
    const { mongodbUrl, s3, remove } = await ownServers()
    onTestFinished(remove)
    const server = await startTestServer({ mongodbUrl, s3 })
    onTestFinished(server.close)
    const [admin, client] = [await server.admin(), await server.client()]
    const { body: opened } = await client.submit(validAnswers, { 7: picture() })
    const orderId: string = opened.orderId
    const { filename } = opened.events[0].data.questions.find(({ id }: Question) => id === 7).answer

    const line = await client.connect()
    onTestFinished(() => void line.close())
    await line.watch(orderId)
    const { body } = await admin.put('/api/update-progress-status', { orderId, progressId: 1 })
    await line.waitFor((received) => received.some(({ type }) => type === 'StepToggled'))
    const list = await admin.get('/api/get-orders', { 'After-Position': body.position })
    expect(list.body.data).toMatchObject([{ id: orderId }])
    expect(list.body).not.toHaveProperty('stale')
    const whole = await client.get(`/uploads/${filename}`)
    expect([whole.status, whole.headers.get('Content-Length')]).toEqual([200, String(picture().size)])
    expect((await client.get(`/uploads/${filename}`, { Range: 'bytes=1-3' })).text).toBe('PNG')
  })
})

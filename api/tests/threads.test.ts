import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let asha: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer()
  asha = await server.client()
  orderId = await asha.order()
})
afterAll(() => server.close())

/** The packages of which something runs in this thread, which answers everybody, while work is done. */
async function packagesUsedBy(work: () => Promise<void>): Promise<string[]> {
  const profiler = new Session()
  profiler.connect()
  try {
    await profiler.post('Profiler.enable')
    await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await profiler.post('Profiler.takePreciseCoverage')
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    return [...new Set(ran.flatMap(({ url }) => /.*\/node_modules\/([^/]+)/.exec(url)?.[1] ?? []))]
  } finally {
    profiler.disconnect()
  }
}

/** A segment of no length, and nothing after it: who looks for the next one goes byte by byte. */
function craftedJpeg(): File {
  const content = Buffer.alloc(300 * 1024)
  content.write('ffd8ffe10000457869660000', 'hex')
  return new File([content], 'door.jpg')
}

// spec: 11.41
it('pictures are measured beside the thread that answers everybody', async () => {
  const used = await packagesUsedBy(async () => {
    const { status, body } = await asha.share(orderId, [craftedJpeg(), picture('door.png')])
    const sizes = body.events.map(({ data }: { data: { file: object } }) => data.file)
    expect([status, sizes]).toEqual([
      200,
      [expect.not.objectContaining({ width: expect.anything() }), expect.objectContaining({ width: 1, height: 1 })],
    ])
  })
  expect(used).toContain('multer')
  expect(used).not.toContain('image-size')
})

// spec: 11.41
it('documents are drawn beside the thread that answers everybody', async () => {
  const used = await packagesUsedBy(async () => {
    const answer = await asha.get(`/api/export-order-pdf?id=${orderId}&document=history`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  })
  expect(used).toContain('express')
  expect(used).not.toContain('pdfkit')
  expect(used).not.toContain('fontkit')
})

// spec: 11.41
it('no short document waits for long ones, however many accounts ask for them', async () => {
  const words = ['Sourdough', 'पाव भाजी', 'தமிழ் எழுத்து', 'خبز الصباح', 'לחם שחור', '16 kg']
  const text = Array.from({ length: 400 }, (_, n) => words[n % words.length]).join(' ')
  let drawn = 0
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = await server.client()
      const id = await client.order()
      for (let n = 0; n < 60; n++) await client.post('/api/send-message', { orderId: id, text })
      return { client, id }
    }),
  )
  const long = others.map(async ({ client, id }) => {
    const { status } = await client.get(`/api/export-order-pdf?id=${id}&document=history`)
    drawn++
    return status
  })
  for (let n = 0; n < 3; n++) await asha.get(`/api/export-order-pdf?id=${orderId}&document=history`)
  expect(drawn).toBe(0)
  expect(await Promise.all(long)).toEqual([200, 200, 200])
}, 120_000)

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { logoPicture } from '#api/testing/files.ts'
import { rawPage } from '#api/testing/raw-page.ts'
import { prepareServerProcess, type ServerProcess, shared } from '#api/testing/server-process.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { streamOf } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import type { Document } from '#infra/documents/store.ts'
import { openStores } from '#infra/open.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'

// How a process ends that is asked to. How long it takes is measured elsewhere (npm run endure).

async function prepared(program: 'api' | 'worker' = 'api', settings: Record<string, string> = {}) {
  const server = await prepareServerProcess(program, settings)
  onTestFinished(() => server.remove())
  return server
}

async function signedIn({ url }: ServerProcess): Promise<Visitor> {
  const admin = new Visitor(url)
  await admin.post('/api/login', adminLogin)
  return admin
}

/** Resolves once no server listens there any more. */
const closedTo = (port: number) =>
  expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = connect(port, 'localhost', () => resolve(socket.destroy() && 'open')).on('error', () =>
            resolve('closed'),
          )
        }),
    )
    .toBe('closed')

// spec: 11.28
it('finishes the answers under way as the last of their connections, however busy its clients are', async () => {
  const server = await prepared()
  await server.start()
  const { cookie } = await signedIn(server)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  /** The answer of each change, in time: whether its connection goes on. */
  const answers: (string | undefined)[] = []
  const change = async (n: number) => {
    const body = JSON.stringify({ packageId: 1, progress: JSON.stringify([{ id: 1, value: `Step ${n}` }]) })
    const headers = { 'Content-Type': 'application/json', Origin: server.url, Cookie: cookie }
    const outgoing = request(`${server.url}/api/update-progress`, { method: 'PUT', agent, headers })
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.on('response', resolve).on('error', reject).end(body),
    )
    await text(answer)
    if (answer.statusCode === 200) answers.push(answer.headers.connection)
  }
  const client = async (nth: number) => {
    for (let n = nth; ; n += 8) await change(n)
  }
  const clients = Promise.allSettled(Array.from({ length: 8 }, (_, nth) => client(nth)))
  await expect.poll(() => answers.length).toBeGreaterThan(50)
  process.kill(server.pid, 'SIGTERM')
  expect(await server.ended).toEqual([0, null])
  await clients // none of them has reached it any more
  const last = answers.indexOf('close')
  expect(last).toBeGreaterThan(0)
  expect(new Set(answers.slice(last))).toEqual(new Set(['close']))
  expect(answers.length - last).toBeLessThanOrEqual(8)
})

// spec: 11.28
it('takes the rest of an upload that is under way', async () => {
  const server = await prepared()
  await server.start()
  const { cookie } = await signedIn(server)
  const picture = await logoPicture()
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', Origin: server.url, Cookie: cookie }
  const outgoing = request(`${server.url}/api/update-logo`, { method: 'PUT', headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on('response', resolve).on('error', reject),
  )
  outgoing.write(
    '--x\r\nContent-Disposition: form-data; name="files"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n',
  )
  await new Promise((written) => outgoing.write(picture.subarray(0, 60), written))
  await signedIn(server) // by then it has been begun
  process.kill(server.pid, 'SIGTERM')
  await closedTo(server.port)
  outgoing.end(Buffer.concat([picture.subarray(60), Buffer.from('\r\n--x--\r\n')]))
  const { statusCode, headers: said } = await answered
  expect([statusCode, said.connection]).toEqual([200, 'close'])
  expect(await server.ended).toEqual([0, null])
})

// spec: 11.28
it('waits for no page that does not read, and for none that says nothing', async () => {
  const server = await prepared()
  await server.start()
  const { cookie } = await signedIn(server)
  const page = await rawPage(server.url, { Cookie: cookie })
  page.say('40')
  await page.until('42["epoch"')
  const silent = connect(server.port, 'localhost').on('error', () => {}) // cut off, as it is to be
  await once(silent, 'connect')
  process.kill(server.pid, 'SIGTERM')
  expect(await server.ended).toEqual([0, null])
})

// spec: 11.28
it.each(['api', 'worker'] as const)('stops in the midst of making lists, as %s', async (program) => {
  const server = await prepared(program, { ...shared, MASTER_KEY: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  const end = await recordMessages(server.dataDir)
  await server.start()
  process.kill(server.pid, 'SIGTERM')
  expect(await server.ended).toEqual([0, null])
  expect(await positionOf(server.dataDir, 'activity_1')).toBeLessThan(end)
})

// spec: 11.28
it.runIf(hasServers)('waits for no store that is away, and says so', async () => {
  const { documents, mongodbUrl, remove } = await ownServers()
  onTestFinished(remove)
  const server = await prepared('api', { MONGODB_URL: mongodbUrl })
  await server.start()
  const admin = await signedIn(server)
  documents.hang()
  // Recorded, and to be written to a list.
  const packages = { packageId: 1, progress: JSON.stringify([{ id: 1, value: 'Bread at six' }]) }
  await admin.put('/api/update-progress', packages)
  process.kill(server.pid, 'SIGTERM')
  expect(await server.ended).toEqual([0, null])
  expect(server.said.at(-1)).toContain('shutdown stopped waiting for a store')
})

/** Records orders with many messages. Answers the position of the last one. */
async function recordMessages(dataDir: string): Promise<bigint> {
  const { events, close } = await openStores({ dataDir })
  const by = { id: 'asha', name: 'Asha Rao', role: 'client' as const }
  const at = '2026-11-16T09:00:00.000Z'
  const message = () => ({ id: randomUUID(), type: 'MessageSent', data: { text: 'Is it ready?' }, by, at })
  for (let n = 0; n < 100; n++) {
    await events.append(streamOf(orders, `order${n}`), -1, Array.from({ length: 500 }, message))
  }
  const end = await events.end()
  await close()
  return end
}

/** How far a list is made. */
async function positionOf(dataDir: string, collection: string): Promise<bigint> {
  const { documents, close } = await openStores({ dataDir })
  const found = await documents.collection<Document & { position: string }>('checkpoints').get(collection)
  await close()
  return BigInt(found?.position ?? 0)
}

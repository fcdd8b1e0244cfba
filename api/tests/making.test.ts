import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { opened } from '#domain/samples.ts'
import { recordLongHistory } from '../testing/long-history.ts'
import { adminLogin, startTestServer } from '../testing/test-server.ts'

const history = 30_000

/** A server with an order of a long history, whose documents are gone: all lists have to be made from the events. */
async function withoutDocuments() {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const [admin, client] = [await server.admin(), await server.client()]
  const orderId = await client.order()
  await server.stop()
  await recordLongHistory(server.dataDir, history, orderId)
  for (const name of await readdir(server.dataDir)) {
    if (name.startsWith('documents.db')) await rm(join(server.dataDir, name))
  }
  await server.start()
  return {
    server,
    admin,
    client,
    orderId,
    as: (of: typeof admin) => Object.assign(server.visitor(), { cookie: of.cookie }),
  }
}

it('answers while its lists are being made, and says how far they are', async () => {
  const { server, admin, as, orderId } = await withoutDocuments()
  const visitor = as(admin)
  const [ready, list, file, order] = await Promise.all([
    visitor.get('/readyz'),
    visitor.get('/api/get-orders'),
    visitor.get('/uploads/nothing-of-this-name.png'),
    visitor.get(`/api/get-single-order?id=${orderId}`),
  ])
  expect(ready.body.making.orders).toBeLessThan(100)
  expect([list.status, Number(list.headers.get('List-Progress'))]).toEqual([200, expect.any(Number)])
  expect(list.headers.has('List-Progress')).toBe(true)
  expect(list.body.stale).toBe(true)
  // What is not in a list that is being made may be there all the same.
  expect([file.status, file.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(file.body.message).toMatch(/^The lists are being made: \d+ %/)
  // An order is read from its events.
  expect(order.body.data[0].revision).toBe(history)

  await expect.poll(async () => (await server.visitor().get('/readyz')).status).toBe(200)
  const made = await visitor.get('/api/get-orders')
  expect([made.headers.has('List-Progress'), made.body.data[0].revision]).toEqual([false, history])
  expect((await visitor.get('/uploads/nothing-of-this-name.png')).status).toBe(404)
})

it('asks the admin of the settings to come again, as long as nobody can say whether there is an admin', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-making-'))
  await recordLongHistory(dataDir, history, 'long', opened)
  const server = await startTestServer({ dataDir })
  onTestFinished(() => server.close())
  const logIn = () => server.visitor().post('/api/login', adminLogin)
  const early = await logIn()
  expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(early.body.message).toMatch(/^The lists are being made: \d+ %/)
  const other = { ...adminLogin, email: 'somebody@else.example' }
  expect((await server.visitor().post('/api/login', other)).status).toBe(401)

  const answers = new Set([early.status])
  await expect
    .poll(async () => {
      const { status } = await logIn()
      answers.add(status)
      return status
    })
    .toBe(200)
  expect([...answers].sort()).toEqual([200, 503])
})

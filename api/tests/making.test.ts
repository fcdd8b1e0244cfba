import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { orderWithHistory, startHoldableStore, startWhileListsAreMade } from '#api/testing/lists-being-made.ts'
import { adminLogin, startTestServer } from '#api/testing/test-server.ts'
import { askServer } from '#infra/control/ask-server.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'

// spec: 11.33
it('answers while its lists are being made, and says how far they are', async () => {
  const { server, admin, orderId, goOn } = await startWhileListsAreMade()
  const visitor = Object.assign(server.visitor(), { cookie: admin.cookie })
  const ready = await visitor.get('/readyz')
  expect(ready.status).toBe(503)
  expect(ready.body.making.orders).toBeLessThan(100)
  const list = await visitor.get('/api/get-orders')
  expect(list.status).toBe(200)
  expect(list.headers.get('List-Progress')).toMatch(/^[\d.]+$/)
  expect(list.body.stale).toBe(true)
  // What is not in a list that is being made may be there all the same.
  const file = await visitor.get('/uploads/nothing-of-this-name.png')
  expect([file.status, file.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(file.body.message).toMatch(/^The lists are being prepared \(\d+%\)/)
  for (const path of ['/api/get-person?id=nobody', '/api/get-lead?id=nobody'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 503])
  // What would be a part of it only, and look like the whole, is not answered either.
  const { link } = (await visitor.post('/api/request-data', { password: adminLogin.password })).body
  const exports = ['orders', 'clients', 'leads', 'payments'].map((name) => `/api/export-${name}`)
  for (const path of [...exports, link, '/api/preview-erasure'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 503])
  // An order is read from its events.
  const [{ revision }] = (await visitor.get(`/api/get-single-order?id=${orderId}`)).body.data
  expect(revision).toBe(100)

  goOn()
  await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200)
  const made = await visitor.get('/api/get-orders')
  expect([made.headers.has('List-Progress'), made.body.data[0].revision]).toEqual([false, revision])
  for (const path of ['/uploads/nothing-of-this-name.png', '/api/get-person?id=nobody', '/api/get-lead?id=nobody'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
})

it('answers a table while lists are made again that can still be read', async () => {
  const { settings, holdLists } = await startHoldableStore()
  const server = await startTestServer(settings)
  onTestFinished(server.close)
  const [admin, client] = [await server.admin(), await server.client()]
  await orderWithHistory(client)
  const { position } = (await admin.get('/api/get-orders')).body
  await server.stop()
  const documents = openSqliteDocuments(join(server.dataDir, 'documents.db'))
  const noted = (await documents.collection('checkpoints').find({})).documents
  const puts = noted.map((each) => ({ ...each, revision: each.revision + 1, unknown: ['OrderRenamed'] }))
  await documents.write(puts.map((put) => ({ collection: 'checkpoints', put })))
  await documents.close()
  holdLists()
  await server.start()
  const visitor = Object.assign(server.visitor(), { cookie: admin.cookie })
  expect((await visitor.get('/readyz')).body.making.payments).toBeLessThan(100)
  const { status } = await visitor.get('/api/export-payments', { 'After-Position': position })
  expect(status).toBe(200)
})

it('asks the admin of the settings to come again, as long as it is not known whether there is an admin', async () => {
  const { settings, holdLists } = await startHoldableStore()
  const first = await startTestServer({ ...settings, admin: undefined })
  await orderWithHistory(await first.client())
  await first.close()
  const goOn = holdLists()
  const server = await startTestServer(settings)
  onTestFinished(server.close)
  const logIn = () => server.visitor().post('/api/login', adminLogin)
  const early = await logIn()
  expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(early.body.message).toMatch(/^The lists are being prepared \(\d+%\)/)
  const other = { ...adminLogin, email: 'somebody@else.example' }
  expect((await server.visitor().post('/api/login', other)).status).toBe(401)

  goOn()
  await expect.poll(async () => (await logIn()).status).not.toBe(503)
  expect((await logIn()).status).toBe(200)
})

it('has an operator come again, as long as it is not known who is an admin', async () => {
  const { server, goOn } = await startWhileListsAreMade()
  const said: string[] = []
  const ask = (request: object) => askServer(server.dataDir, 'admin', request, (line) => said.push(line))
  for (const request of [{ action: 'list' }, { action: 'suspend', email: adminLogin.email }])
    await expect(ask(request)).rejects.toThrow(
      /^The lists are being prepared \(\d+%\)\. Please try again in a moment\.$/,
    )
  expect(said).toEqual([])

  goOn()
  await expect.poll(async () => (await server.visitor().get('/readyz')).status).toBe(200)
  await ask({ action: 'list' })
  expect(said).toEqual([`${adminLogin.email}  meera  active`])
})

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { downloaded } from '#api/testing/downloaded.ts'
import { erase, marks, person, scene, seeded } from '#api/testing/erasable-person.ts'
import { filesIn, foundIn } from '#api/testing/files.ts'
import { adminLogin, type TestServer, type Visitor, validAnswers } from '#api/testing/test-server.ts'
import { pushService } from '#infra/push/testing.ts'

/** Which words stand in the files of a data folder. */
async function leftIn({ dataDir }: TestServer) {
  const contents = await Promise.all((await filesIn(dataDir)).map((path) => readFile(path)))
  return foundIn(Buffer.concat(contents), marks)
}

/** A receiver of webhooks, and what it was received. `answer` ends each request. */
async function receiver(answer: (response: ServerResponse, body: string) => void) {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push(body)
    answer(response, body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received }
}

const said = (answers: readonly string[]) => foundIn(Buffer.from(answers.join('\n')), marks)

// spec: 11.59
// security: 14.8
it('no call answers with anything of the person, nor does a page that was open', async () => {
  const { server, admin } = await scene()
  const { id, orderId, cookie } = await seeded(server, admin)
  const theirs = Object.assign(server.visitor(), { cookie, password: person.password })
  const calendar = (await theirs.post('/api/make-calendar', {})).body.address as string
  const { data: shared } = (await admin.get(`/api/get-shared-files?orderId=${orderId}`)).body
  const { filename } = JSON.parse(shared[0].file)
  const [webhook] = (await admin.get('/api/get-webhooks')).body.data as { id: string }[]
  const { body: download } = await admin.post('/api/request-data', { personId: id, password: adminLogin.password })
  const desk = await admin.connect()
  onTestFinished(() => void desk.close())
  const lists = ['orders', 'order-counts', 'leads', 'people?role=client', 'security-log', 'activity?quiet=true']
  const ofOrder = ['single-order', 'conversation', 'history', 'timeline', 'order-events']
  const calls = [
    ...[...lists, 'invitations', 'webhooks'].map((what) => `/api/get-${what}`),
    ...ofOrder.map((what) => `/api/get-${what}?id=${orderId}`),
    ...['history', 'order-json', 'order-csv'].map((what) => `/api/export-${what}?id=${orderId}`),
    ...['orders', 'clients', 'leads', 'payments'].map((what) => `/api/export-${what}`),
    ...['get-person', 'get-lead', 'get-client-orders', 'preview-erasure'].map((what) => `/api/${what}?id=${id}`),
    ...['zzyzxia', 'quorlbeck', 'flonkish', 'wrymbolt', '9812309876'].flatMap((word) =>
      ['orders?', 'leads?', 'people?role=client&'].map((list) => `/api/get-${list}search=${word}`),
    ),
    ...[`/api/get-shared-files?orderId=${orderId}`, `/api/get-deliveries?webhookId=${webhook!.id}`],
    ...[`/uploads/${filename}`, new URL(calendar).pathname],
  ]
  const pages = ['/orders', `/order-detail/${orderId}`, '/dashboard', '/leads', '/people']
  async function ask(visitor: Visitor) {
    const answered = calls.map(async (path) => ({ path, ...(await visitor.get(path)) }))
    const drawn = pages.map(async (path) => ({ path, ...(await visitor.get(path, { Accept: 'text/html' })) }))
    return Promise.all([...answered, ...drawn])
  }
  const before = await ask(admin)
  expect(before.filter(({ status }) => status !== 200).map(({ path, status }) => [path, status])).toEqual([])
  expect(before.filter(({ text }) => said([text]).length > 0).length).toBeGreaterThan(25)

  await erase(admin, id)

  for (const visitor of [admin, theirs, server.visitor()]) {
    const found = (await ask(visitor)).flatMap(({ path, text }) => said([text]).map((word) => `${path}: ${word}`))
    expect(found).toEqual([])
  }
  expect((await theirs.get(new URL(calendar).pathname)).status).toBe(404)
  expect((await admin.get(`/uploads/${filename}`)).status).toBe(404)
  const caughtUp = await desk.watch(orderId)
  expect(caughtUp).toHaveProperty('events')
  expect(said([JSON.stringify(caughtUp)])).toEqual([])
  expect(said([JSON.stringify(await desk.socket.emitWithAck('watchPresence'))])).toEqual([])
  const { files } = await downloaded(admin, download.link)
  expect([...files.keys()]).toContain('data.json')
  expect(said([...files.keys(), ...[...files.values()].map(String)])).toEqual([])
})

// spec: 11.59
// security: 14.8
it('what waits to be sent is not sent with anything of the person: mails, pushes, webhooks', async () => {
  const { server, admin } = await scene()
  const service = await pushService()
  service.answers(503)
  await admin.post('/api/add-subscription', { subscription: service.subscribe() })
  const failing = await receiver((response) => response.writeHead(500).end())
  await admin.post('/api/add-webhook', { url: failing.url, events: ['MessageSent', 'LeadSubmitted'] })
  const { id, orderId, cookie } = await seeded(server, admin)
  const theirs = Object.assign(server.visitor(), { cookie })
  await theirs.post('/api/send-message', { orderId, text: 'Flonkish once more' })
  await server.settled()
  expect(said(failing.received)).not.toEqual([])
  const before = failing.received.length
  await erase(admin, id)
  service.answers(201)
  for (let times = 0; times < 6; times++) {
    server.advanceTime(24 * 60 * 60_000)
    await server.settled()
  }
  expect(failing.received.length).toBeGreaterThan(before)
  expect(said(failing.received.slice(before))).toEqual([])
  expect(said(service.delivered.map((each) => JSON.stringify(each)))).toEqual([])
  expect(await leftIn(server)).toEqual([])
})

// spec: 11.59
// security: 14.8
it('what a webhook answers when the person is erased already is not kept', async () => {
  const { server, admin } = await scene()
  const waiting: (() => void)[] = []
  const slow = await receiver((response, body) => waiting.push(() => response.end(body)))
  await admin.post('/api/add-webhook', { url: slow.url, events: ['LeadSubmitted'] })
  const { name, email, phone } = person
  await server.visitor().post('/api/submit-details', { name, email, phone, source: 'customer-filter' })
  await expect.poll(() => waiting.length).toBe(1)
  const { id } = (await admin.get('/api/get-leads')).body.data[0]
  await admin.post('/api/erase-person', { personId: id, password: adminLogin.password, confirmation: email })
  await expect.poll(async () => (await admin.get(`/api/preview-erasure?id=${id}`)).status).toBe(404)
  await expect.poll(() => leftIn(server)).toEqual([])
  for (const answer of waiting) answer()
  await server.settled()
  expect(await leftIn(server)).toEqual([])
})

// spec: 11.55
it('of an admin who was removed the name is gone from mails that were sent and from what webhooks answered', async () => {
  const { server, admin } = await scene()
  const echo = await receiver((response, body) => response.end(body))
  await admin.post('/api/add-webhook', { url: echo.url, events: ['MessageSent', 'StepToggled'] })
  const asha = await server.client('Asha Rao')
  const orderId = await asha.order()
  const { email, name, phone, password } = person
  await admin.post('/api/invite-admin', { email })
  const [, token] = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))!
  const second = server.visitor()
  await second.post('/api/accept-invitation', { token, name, phone, password })
  const id = (await second.get('/api/session')).body.id as string
  await second.put('/api/update-progress-status', { orderId, progressId: 1 })
  await second.post('/api/send-message', { orderId, text: 'Good morning' })
  server.advanceTime(20 * 60_000)
  await server.settled()
  expect(said([await server.mailTo('client-1@example.com')])).toEqual(['Zzyzxia', 'Quorlbeck'])
  expect(said(echo.received)).toEqual(['Zzyzxia', 'Quorlbeck'])
  await admin.put('/api/remove-admin', { personId: id })
  await erase(admin, id)
  expect(await leftIn(server)).toEqual([])
})

// spec: 11.55
it('of an admin with a short name no mail goes that only has a word with it', async () => {
  const { server, admin } = await scene()
  const orderId = await (await server.client('Asha Rao')).order()
  const { email, phone, password } = person
  await admin.post('/api/invite-admin', { email })
  const [, token] = /\/invitation\/([\w.-]+)/.exec(await server.mailTo(email))!
  const lea = server.visitor()
  await lea.post('/api/accept-invitation', { token, name: 'Lea', phone, password })
  const id = (await lea.get('/api/session')).body.id as string
  await admin.post('/api/send-message', { orderId, text: 'Please look at this' })
  server.advanceTime(20 * 60_000)
  await server.settled()
  const sent = await server.mailsTo('client-1@example.com')
  expect(sent.join()).toContain('Please look at this')
  await admin.put('/api/remove-admin', { personId: id })
  await erase(admin, id)
  expect(await server.mailsTo('client-1@example.com')).toEqual(sent)
})

/** A form that is sent but for its end, once its file is being received; `finish` sends that, and answers the status. */
async function heldBack({ dataDir }: TestServer, visitor: Visitor, path: string, form: FormData) {
  const whole = new Request(visitor.url, { method: 'POST', body: form })
  const body = Buffer.from(await whole.arrayBuffer())
  const headers = {
    ...{ Cookie: visitor.cookie, Origin: visitor.url, 'Content-Length': body.length },
    'Content-Type': whole.headers.get('Content-Type')!,
  }
  const files = async () => (await filesIn(join(dataDir, 'files'))).length
  const before = await files()
  const asking = request(visitor.url + path, { method: 'POST', headers })
  const answered = once(asking, 'response')
  asking.write(body.subarray(0, -20))
  await expect.poll(files).toBeGreaterThan(before)
  return async (): Promise<number> => {
    asking.end(body.subarray(-20))
    const [response] = await answered
    await text(response)
    return response.statusCode
  }
}

// spec: 11.59
// security: 7.7
it('what was on its way as the person was erased is not taken: a file, a new project', async () => {
  const { server, admin } = await scene()
  const { id, orderId, cookie } = await seeded(server, admin)
  const theirs = Object.assign(server.visitor(), { cookie })
  const file = new File([marks.at(-1)!.repeat(20_000)], 'Zzyzxia.txt')
  const share = new FormData()
  share.set('orderId', orderId)
  share.set('captions', JSON.stringify(['Thrumbly']))
  share.append('files', file)
  const open = new FormData()
  const questions = JSON.parse((await theirs.get('/api/get-questions')).body.data[0].questions) as { id: number }[]
  const answers = questions.map(({ id }) => ({ id, answer: id === 1 ? 'Wrymbolt' : (validAnswers[id] ?? null) }))
  open.set('answers', JSON.stringify(answers))
  open.append('questionIds', '7')
  open.append('files', file)
  const finishSharing = await heldBack(server, theirs, '/api/share-files', share)
  const finishOpening = await heldBack(server, theirs, '/api/submit-answer', open)
  await erase(admin, id)
  expect([await finishSharing(), await finishOpening()]).toEqual([401, 401])
  await server.settled()
  expect(await leftIn(server)).toEqual([])
})

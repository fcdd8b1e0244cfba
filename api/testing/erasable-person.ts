import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { openLog } from '#infra/log.ts'
import { pushService } from '#infra/push/testing.ts'
import type { Settings } from '#infra/settings.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor, validAnswers } from './test-server.ts'

// Words that stand nowhere else: wherever one is found after an erase, something was left.

/** Who is erased. */
export const person = {
  name: 'Zzyzxia Quorlbeck',
  email: 'zzyzxia@quorlbeck-mail.example',
  phone: '+919812309876',
  password: 'bread-at-six-gone-by-ten',
}
const said = {
  answer: 'Wrymbolt pickles',
  message: 'Flonkish greetings',
  reply: 'Snarvexed reply',
  fileName: 'glimpwurst.png',
  fileContent: 'krundelwick',
  caption: 'Thrumbly caption',
  draft: 'Yelvadine draft',
  note: 'Bracknoid note',
  proposal: 'Dorfelian problem',
  reason: 'Ulmquist reason',
}

/** From where they came: in lines of the log, these stay for as long as the operator keeps it. */
export const seen = { address: '203.0.113.77', browser: 'Quibberish/9.1' }

/** Texts that say something of the person, wherever they stand. */
export const marks = [
  ...['Zzyzxia', 'Quorlbeck', 'quorlbeck-mail', '9812309876', '98123 09876'],
  ...Object.values(said).map((text) => text.split(/[ .]/)[0]!),
]

/** Texts that only events have, where they are sealed from the beginning; and a form no phone number is stored in. */
export const onlySealed = ['98123 09876', 'Dorfelian']

/** A server, and all that it has written to its log. */
export async function scene(settings: Partial<Settings> = {}) {
  const lines: string[] = []
  const log = openLog({ write: (line: string) => void lines.push(line) })
  const server = await startTestServer(
    { trustProxy: 1, securityLog: true, push: { local: true }, webhooks: { loopback: true }, ...settings },
    log,
  )
  onTestFinished(() => server.close())
  return { server, log: lines, admin: await server.admin() }
}

/** Someone of whom there is something in every place where something of a person can be. */
export async function seeded(server: TestServer, admin: Visitor) {
  const echo = createServer(async (request, response) => response.end(await text(request))).listen(0, '127.0.0.1')
  onTestFinished(() => void echo.close())
  await new Promise((listening) => echo.once('listening', listening))
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/in`
  await admin.post('/api/add-webhook', { url, events: ['OrderOpened', 'MessageSent', 'OrderRenamed'] })
  const theirs = server.visitor()
  const from = { 'User-Agent': seen.browser, 'X-Forwarded-For': seen.address }
  const { name, email, phone, password } = person
  await theirs.post('/api/submit-details', { name, email, phone, source: 'customer-filter', years: 7 }, from)
  await theirs.post('/api/register', { name, email, phone, password }, from)
  const id = (await theirs.get('/api/session', from)).body.id as string
  await admin.put('/api/update-lead', { leadId: id, note: said.note })
  await theirs.post('/api/login', { email, password: 'a wrong one' }, from)
  await theirs.post('/api/login', { email, password }, from)
  const service = await pushService()
  const subscription = service.subscribe()
  await theirs.post('/api/add-subscription', { subscription }, from)
  const { body } = await theirs.submit({ ...validAnswers, 1: said.answer }, {}, from)
  const { orderId } = body
  await theirs.post('/api/send-message', { orderId, text: said.message }, from)
  const file = new File([said.fileContent.repeat(40)], said.fileName.replace('.png', '.txt'))
  await theirs.share(orderId, [file], { captions: JSON.stringify([said.caption]) }, from)
  await admin.post('/api/send-message', { orderId, text: said.reply })
  await admin.put('/api/update-proposal', {
    ...{ orderId, receiverName: name, date: '2026-11-16', problem: `${said.proposal}.`, goals: 'B.', solution: 'C.' },
  })
  await admin.put('/api/rename-order', { orderId, title: `${name}, renamed` })
  await admin.put('/api/complete-or-cancell', { orderId, status: 'cancel' })
  await admin.put('/api/reopen-order', { orderId, reason: said.reason })
  await theirs.put('/api/save-draft', { answers: [{ id: 1, answer: said.draft, age: 0 }] }, from)
  server.advanceTime(20 * 60_000) // for mails that wait until it is quiet
  await server.settled()
  return { id, orderId, endpoint: new URL(subscription.endpoint).pathname, cookie: theirs.cookie }
}

/** Asks for the person to be erased, and waits until it is complete. */
export async function erase(admin: Visitor, id: string) {
  const { status, text } = await admin.post('/api/erase-person', {
    ...{ personId: id, password: adminLogin.password, confirmation: person.email },
  })
  expect([status, text]).toEqual([200, expect.any(String)])
  await erased(admin, id)
}

/** Waits until a person's page says that they are erased. */
export const erased = (admin: Visitor, id: string) =>
  expect
    .poll(async () => (await admin.get(`/api/get-person?id=${id}`)).body?.data?.[0].status, { timeout: 20_000 })
    .toBe('erased')

/** The calls that answer an admin with lists, exports, and all there is of an order. */
export const exports = (orderId: string) => [
  ...['orders', 'clients', 'leads', 'payments'].map((what) => `/api/export-${what}`),
  ...['/api/export-history', '/api/get-timeline', '/api/get-single-order', '/api/get-history'].map(
    (path) => `${path}?id=${orderId}`,
  ),
  ...['/api/get-orders', '/api/get-leads', '/api/get-people?role=client', '/api/get-security-log'],
]

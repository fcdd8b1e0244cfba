import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createBackup } from '#infra/backup/create.ts'
import { openLog } from '#infra/log.ts'
import { pushService } from '#infra/push/testing.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor, validAnswers } from '../testing/test-server.ts'

// Words that stand nowhere else: wherever one is found after an erase, something was left.
const person = {
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
const seen = { address: '203.0.113.77', browser: 'Quibberish/9.1' }
const marks = [
  ...['Zzyzxia', 'Quorlbeck', 'quorlbeck-mail', '9812309876', '98123 09876'],
  ...Object.values(said).map((text) => text.split(/[ .]/)[0]!),
]

/** What is kept in events and nowhere else, where it is sealed from the beginning; and a form that a phone number is not kept in. */
const onlySealed = ['98123 09876', 'Dorfelian']

/** Every file of a folder, by its path. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Which of the words stand in some bytes: as they are, in small letters, in base64, or as JSON escapes them. */
function foundIn(bytes: Buffer, words: readonly string[]): string[] {
  const content = bytes.toString('latin1').toLowerCase()
  return words.filter((word) => {
    const plain = Buffer.from(word.toLowerCase())
    const forms = [
      plain.toString('latin1'),
      ...[0, 1, 2].map((offset) => base64At(Buffer.from(word), offset).toLowerCase()),
    ]
    return forms.some((form) => content.includes(form))
  })
}

/** How bytes look within base64 when so many others come before, without the letters that those have a part in. */
const base64At = (bytes: Buffer, offset: number): string =>
  Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .slice(offset === 0 ? 0 : offset + 1, -4)

/** Where words stand in the files of a folder, and in the words of its search indexes. */
async function leftIn(folder: string, words: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (const path of await filesIn(folder)) {
    const found = foundIn(await readFile(path), words)
    if (found.length > 0) left.push(`${path.slice(folder.length + 1)}: ${found.join(', ')}`)
    if (path.endsWith('documents.db')) left.push(...indexedIn(path, words))
  }
  return left
}

function indexedIn(path: string, words: readonly string[]): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const indexes = database.prepare(`select name from sqlite_schema where sql like 'create virtual table%fts5%'`).all()
    return indexes.flatMap(({ name }, nth) => {
      database.exec(`create virtual table temp.words${nth} using fts5vocab(main, "${name}", row)`)
      const terms = database.prepare(`select term from temp.words${nth}`).all() as { term: string }[]
      const wanted = words.map((word) => word.toLowerCase())
      return terms.filter(({ term }) => wanted.includes(term)).map(({ term }) => `${name}: ${term}`)
    })
  } finally {
    database.close()
  }
}

/** A server, and all that it has written to its log. */
async function scene() {
  const lines: string[] = []
  const log = openLog({ write: (line: string) => void lines.push(line) })
  const server = await startTestServer(
    { trustProxy: 1, securityLog: true, push: { local: true }, webhooks: { loopback: true } },
    log,
  )
  onTestFinished(() => server.close())
  return { server, log: lines, admin: await server.admin() }
}

/** Someone of whom there is something in every place where something of a person can be. */
async function seeded(server: TestServer, admin: Visitor) {
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
  return { id, orderId, endpoint: new URL(subscription.endpoint).pathname }
}

async function erase(admin: Visitor, id: string) {
  const { status, text } = await admin.post('/api/erase-person', {
    ...{ personId: id, password: adminLogin.password, confirmation: person.email },
  })
  expect([status, text]).toEqual([200, expect.any(String)])
  await erased(admin, id)
}

const erased = (admin: Visitor, id: string) =>
  expect
    .poll(async () => (await admin.get(`/api/get-person?id=${id}`)).body?.data?.[0].status, { timeout: 20_000 })
    .toBe('erased')

const exports = (orderId: string) => [
  ...['orders', 'clients', 'leads', 'payments'].map((what) => `/api/export-${what}`),
  ...['/api/export-history', '/api/get-timeline', '/api/get-single-order', '/api/get-history'].map(
    (path) => `${path}?id=${orderId}`,
  ),
  ...['/api/get-orders', '/api/get-leads', '/api/get-people?role=client', '/api/get-security-log'],
]

it('after an erase no byte of the person is left: in the data folder, a backup, an export, the log', {
  timeout: 60_000,
}, async () => {
  const { server, log, admin } = await scene()
  const { id, orderId, endpoint } = await seeded(server, admin)
  const all = [...marks, seen.address, 'Quibberish', endpoint]
  // What is looked for is there before, or it would be no wonder that it is not after.
  await expect
    .poll(async () => {
      const before = (await leftIn(server.dataDir, all)).join('\n')
      return all.filter((mark) => !before.includes(mark))
    })
    .toEqual(onlySealed)

  await erase(admin, id)

  expect(await leftIn(server.dataDir, all)).toEqual([])
  const settings = { dataDir: server.dataDir }
  const { folder } = await createBackup(settings, {})
  expect(await leftIn(folder, all)).toEqual([])
  for (const path of exports(orderId)) {
    const { status, text } = await admin.get(path)
    expect([path, status]).toEqual([path, 200])
    expect([path, foundIn(Buffer.from(text), all)]).toEqual([path, []])
  }
  // From where somebody came stands in the lines of the log: those the operator keeps, and for how long (docs/operations.md).
  expect(foundIn(Buffer.from(log.join('')), marks)).toEqual([])
  expect((await admin.get(`/api/verify-history?id=${orderId}`)).body.data[0].damage).toBeUndefined()

  // Nor does anything come back when it is all made again.
  await server.restart()
  expect(await leftIn(server.dataDir, all)).toEqual([])
  const later = await server.admin()
  expect((await later.get(`/api/get-single-order?id=${orderId}`)).body.data[0].title).toBe('Erased project')
})

it('a process that ends in the middle goes on with it at its next start', async () => {
  const { server, admin } = await scene()
  const { id } = await seeded(server, admin)
  await admin.post('/api/erase-person', {
    ...{ personId: id, password: adminLogin.password, confirmation: person.email },
  })
  await server.restart()
  await erased(await server.admin(), id)
  expect(await leftIn(server.dataDir, marks)).toEqual([])
})

it('who was erased does not come back with a backup from before', async () => {
  const { server, admin } = await scene()
  const { id, orderId } = await seeded(server, admin)
  const backup = await mkdtemp(join(tmpdir(), 'atelier-before-'))
  onTestFinished(() => rm(backup, { recursive: true, force: true }))
  const { folder } = await createBackup({ dataDir: server.dataDir }, { to: backup })
  await erase(admin, id)
  await server.stop()
  for (const name of ['events.db', 'documents.db', 'files']) {
    for (const rest of ['', '-wal', '-shm'])
      await rm(join(server.dataDir, name + rest), { recursive: true, force: true })
    await cp(join(folder, name), join(server.dataDir, name), { recursive: true })
  }
  await server.start()
  const later = await server.admin()
  const found = await later.get(`/api/get-person?id=${id}`)
  expect(found.body.data[0]).toMatchObject({ status: 'erased', name: 'Erased', email: '' })
  const again = server.visitor()
  expect((await again.post('/api/login', { email: person.email, password: person.password })).status).toBe(401)
  expect((await later.get(`/api/get-single-order?id=${orderId}`)).body.data[0].title).toBe('Erased project')
  expect(await leftIn(server.dataDir, marks)).toEqual([])
})

it('of an admin who was removed the name is gone too, wherever they did something', async () => {
  const { server, admin } = await scene()
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
  const refused = await admin.post('/api/erase-person', {
    ...{ personId: id, password: adminLogin.password, confirmation: email },
  })
  expect([refused.status, refused.body.message]).toEqual([409, 'An admin is removed first, and erased then'])
  await admin.put('/api/remove-admin', { personId: id })
  await erase(admin, id)
  expect(await leftIn(server.dataDir, marks)).toEqual([])
  const { text } = await admin.get(`/api/get-single-order?id=${orderId}`)
  expect(text).toContain('Good morning')
  expect(foundIn(Buffer.from(text), marks)).toEqual([])
})

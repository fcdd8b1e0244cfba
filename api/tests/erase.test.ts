import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { erase, erased, exports, marks, onlySealed, person, scene, seeded, seen } from '#api/testing/erasable-person.ts'
import { filesIn, foundIn } from '#api/testing/files.ts'
import { adminLogin } from '#api/testing/test-server.ts'
import { createBackup } from '#infra/backup/create.ts'

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

/** The keys there are of a person: while there is one, something may be sealed by it again. */
function keysOf(dataDir: string, person: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, 'keys', 'keys.db'), { readOnly: true })
  try {
    return database.prepare('select id from keys where person = ?').all(person)
  } finally {
    database.close()
  }
}

/** Backs a running server up. Once it is stopped, the returned function puts all but the keys back. */
async function backedUp(dataDir: string): Promise<() => Promise<void>> {
  const backup = await mkdtemp(join(tmpdir(), 'atelier-before-'))
  onTestFinished(() => rm(backup, { recursive: true, force: true, maxRetries: 5 }))
  const { folder } = await createBackup({ dataDir }, { to: backup })
  return async () => {
    for (const name of ['events.db', 'documents.db', 'files']) {
      for (const rest of ['', '-wal', '-shm'])
        await rm(join(dataDir, name + rest), { recursive: true, force: true, maxRetries: 5 })
      await cp(join(folder, name), join(dataDir, name), { recursive: true })
    }
  }
}

/** Edits the events of a stopped server; one statement, which changes one of them. */
function edit(dataDir: string, statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'events.db'))
  const { changes } = database.prepare(statement).run()
  database.close()
  expect(changes).toBe(1)
}

/** Guesses anyone can make from an address without a key: the ids of versions before this one, and plain digests. */
const guessesOf = (email: string) =>
  [email, `account:${email}`].flatMap((text) =>
    (['base64url', 'hex'] as const).map((form) => createHash('sha256').update(text).digest(form).slice(0, 22)),
  )

// spec: 11.53, 11.58
// security: 14.6
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
  expect(keysOf(server.dataDir, id)).toEqual([])
  // An attacker who guesses the address has nothing by it that leads anywhere: no digest that anyone can make of it.
  expect(await leftIn(server.dataDir, guessesOf(person.email))).toEqual([])
  expect(foundIn(Buffer.from(log.join('')), guessesOf(person.email))).toEqual([])
  const settings = { dataDir: server.dataDir }
  const { folder } = await createBackup(settings, {})
  expect(await leftIn(folder, all)).toEqual([])
  for (const path of exports(orderId)) {
    const { status, text } = await admin.get(path)
    expect([path, status]).toEqual([path, 200])
    expect([path, foundIn(Buffer.from(text), all)]).toEqual([path, []])
  }
  // From where a client came stands in the lines of the log: those the operator keeps, and for how long (docs/operations.md).
  expect(foundIn(Buffer.from(log.join('')), marks)).toEqual([])
  expect((await admin.get(`/api/verify-history?id=${orderId}`)).body.data[0].damage).toBeUndefined()

  // Nor does anything come back when it is all made again.
  await server.restart()
  expect(await leftIn(server.dataDir, all)).toEqual([])
  const later = await server.admin()
  expect((await later.get(`/api/get-single-order?id=${orderId}`)).body.data[0].title).toBe('Deleted client’s project')
})

// spec: 11.53
it('an erase removes the damaged file of documents that was kept beside the new one', async () => {
  const { server, admin } = await scene()
  const { id } = await seeded(server, admin)
  await server.stop()
  const documents = join(server.dataDir, 'documents.db')
  await writeFile(`${documents}.suspect`, 'a flipped bit')
  await server.start()
  expect(foundIn(await readFile(`${documents}.damaged`), marks)).not.toEqual([])
  await erase(await server.admin(), id)
  expect(await leftIn(server.dataDir, marks)).toEqual([])
})

// spec: 11.54
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

// spec: 11.54
// security: 14.6
it('who was erased does not come back with a backup from before', async () => {
  const { server, admin } = await scene()
  const { id, orderId } = await seeded(server, admin)
  const restore = await backedUp(server.dataDir)
  await erase(admin, id)
  await server.stop()
  await restore()
  await server.start()
  const later = await server.admin()
  const found = await later.get(`/api/get-person?id=${id}`)
  expect(found.body.data[0]).toMatchObject({ status: 'erased', name: 'Deleted client', email: '' })
  const again = server.visitor()
  expect((await again.post('/api/login', { email: person.email, password: person.password })).status).toBe(401)
  expect((await later.get(`/api/get-single-order?id=${orderId}`)).body.data[0].title).toBe('Deleted client’s project')
  expect(await leftIn(server.dataDir, marks)).toEqual([])
})

it('a damaged event of someone who was erased keeps no server from starting', async () => {
  const { server, log, admin } = await scene()
  const { id } = await seeded(server, admin)
  await erase(admin, id)
  await server.stop()
  edit(server.dataDir, `update events set content = '~' || content where stream = 'account-${id}' and revision = 0`)
  await server.start()
  await expect
    .poll(async () => (await server.visitor().get('/readyz')).body)
    .toMatchObject({ ready: true, damaged: [`account-${id}`] })
  expect(log.join('')).toContain('could not check that a deleted person is still deleted')
})

it.each([
  [
    'is damaged',
    (stream: string) => `update events set content = '~' || content where stream = '${stream}' and revision = 1`,
  ],
  [
    'was saved by a newer version',
    (stream: string) => `insert into events (position, stream, revision, id, type, content)
      select (select max(position) from events) + 1, stream, max(revision) + 1, id || '-', 'NotKnownYet',
        '{"data":{},"by":{"id":"meera","name":"Meera","role":"admin"},"at":"2026-11-16T09:00:00.000Z"}'
      from events where stream = '${stream}'`,
  ],
])('of who comes back with a backup all is erased but the order that %s', async (_, editing) => {
  const { server, admin } = await scene()
  const { id, orderId } = await seeded(server, admin)
  const restore = await backedUp(server.dataDir)
  await erase(admin, id)
  await server.stop()
  await restore()
  edit(server.dataDir, editing(`order-${orderId}`))
  await server.start()
  expect(await filesIn(join(server.dataDir, 'files'))).toEqual([])
  const { body } = await (await server.admin()).get('/api/get-leads')
  expect(body.data).toEqual([]) // the lead comes after the order
})

// spec: 11.55
// security: 14.6
it('of an admin who was removed the name is gone too, wherever they did something', async () => {
  const { server, admin, log } = await scene()
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
  const own = ['Vexwillow', 'Plumdrake', 'Quagfern', 'Hobsnitch']
  const { body: made } = await second.post('/api/create-api-key', {
    name: `${own[0]} sync`,
    scopes: ['orders:write', 'payments:read'],
  })
  const withKey = { Authorization: `Bearer ${made.key}` }
  const byKey = [
    await server.visitor().post('/api/send-message', { orderId, text: 'By a program' }, withKey),
    await server.visitor().get('/api/export-payments', withKey), // which is in the log
  ]
  const saved = [
    await second.put('/api/save-order-view', { id: 'v1', name: `${own[1]} orders`, query: { search: own[2] } }),
    await second.put('/api/rename-order-view', { id: 'v1', name: `${own[3]} orders` }),
  ]
  expect([...byKey, ...saved].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refused = await admin.post('/api/erase-person', {
    ...{ personId: id, password: adminLogin.password, confirmation: email },
  })
  expect([refused.status, refused.body.message]).toEqual([409, 'Remove this admin first, then delete their data'])
  await admin.put('/api/remove-admin', { personId: id })
  await erase(admin, id)
  expect(await leftIn(server.dataDir, [...marks, ...own])).toEqual([])
  expect(foundIn(Buffer.from(log.join('')), own)).toEqual([])
  for (const path of ['/api/get-api-keys', '/api/get-security-log', `/api/get-timeline?id=${orderId}`])
    expect([path, foundIn(Buffer.from((await admin.get(path)).text), own)]).toEqual([path, []])
  const { text } = await admin.get(`/api/get-single-order?id=${orderId}`)
  expect(text).toContain('Good morning')
  expect(foundIn(Buffer.from(text), marks)).toEqual([])
})

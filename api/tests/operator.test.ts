import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { embedded, prepareServerProcess, runToEnd } from '#api/testing/server-process.ts'
import { adminLogin, picture, Visitor } from '#api/testing/test-server.ts'
import { registered as accountRegistered } from '#domain/samples.ts'
import { openStores } from '#infra/open.ts'
import { removeDatabase } from '#infra/testing/servers.ts'

// The commands of the operator, as processes beside a server that runs, or without one.

vi.setConfig({ testTimeout: 120_000 })

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function startedServer(settings: Record<string, string> = {}) {
  const server = await prepareServerProcess('api', settings)
  onTestFinished(() => server.remove())
  await server.start()
  const run = (program: 'backup' | 'restore' | 'admin', ...args: string[]) =>
    runToEnd(program, args, { DATA_DIR: server.dataDir, DEMO: 'false', ...settings })
  return { server, run }
}

async function registered(url: string) {
  const client = new Visitor(url)
  await client.post('/api/register', {
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9845012345',
    password: 'bread-at-six-gone-by-ten',
  })
  return client
}

async function loggedIn(url: string, email: string, password: string) {
  const visitor = new Visitor(url)
  const { status } = await visitor.post('/api/login', { email, password })
  return { visitor, status }
}

const backupIn = (out: string) => /^Backed up to (\S+):/m.exec(out)![1]!

describe('npm run backup, and npm run restore', () => {
  // spec: 11.5
  it('keep all that was acknowledged before, while people go on working', async () => {
    const { server, run } = await startedServer()
    const client = await registered(server.url)
    const orderId = await client.order()
    await client.share(orderId, [picture('door.png', 300_000)])
    let going = true
    const answers: number[] = []
    const working = Promise.all(
      [1, 2, 3].map(async () => {
        while (going) {
          const body = { orderId, text: `Message ${answers.length}` }
          answers.push((await client.post('/api/send-message', body)).status)
        }
      }),
    )
    const before = answers.length
    const keysTo = await temporaryFolder()
    const made = await run('backup', `--keys-to=${keysTo}`)
    const during = answers.length - before
    going = false
    await working
    expect([made.code, made.err, made.out]).toEqual([
      0,
      '',
      expect.stringContaining('1 file and secrets (session.secret'),
    ])
    expect(during).toBeGreaterThan(0)
    expect(answers.filter((status) => status !== 200)).toEqual([])

    const to = join(await temporaryFolder(), 'data')
    const without = await run('restore', backupIn(made.out), `--to=${to}`)
    expect([without.code, without.err]).toEqual([1, expect.stringContaining(`its keys are not in ${join(to, 'keys')}`)])
    const [keys] = await readdir(keysTo)
    const restored = await run('restore', backupIn(made.out), `--to=${to}`, `--keys-backup=${join(keysTo, keys!)}`)
    expect([restored.code, restored.err]).toEqual([0, ''])
    expect(restored.out).toMatch(
      /^Restored the backup of \S+ to \S+: \d+ events in \d+ streams and 1 file, all verified/,
    )
    expect(restored.out).toContain('numbers of invoices, receipts and credit notes issued after it are given again')
    const again = await prepareServerProcess('api', { DATA_DIR: to })
    onTestFinished(() => again.remove())
    await again.start()
    // With the secret restored, the session goes on; with documents and events of one moment, lists are complete.
    const returned = Object.assign(new Visitor(again.url), { cookie: client.cookie })
    expect((await returned.get('/api/user-order')).body.data).toMatchObject([{ id: orderId }])
    const [file] = await readdir(join(to, 'files/files'))
    expect((await returned.get(`/uploads/${file}`)).status).toBe(200)
  })

  it('are refused in a sentence where there is nothing, or something', async () => {
    const { server, run } = await startedServer()
    const empty = await runToEnd('backup', [], { DATA_DIR: await temporaryFolder(), DEMO: 'false' })
    expect([empty.code, empty.err]).toEqual([1, expect.stringMatching(/^Nothing to back up: [^\n]*\n$/)])
    const made = await run('backup')
    const over = await run('restore', backupIn(made.out))
    expect([over.code, over.err]).toEqual([1, expect.stringMatching(/^\S+ is not empty\. [^\n]*\n$/)])
    const nowhere = await run('backup', '--to=')
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/^Usage: npm run backup [^\n]*\n$/)])
    const unset = await run('restore', backupIn(made.out), '--to=')
    expect([unset.code, unset.err]).toEqual([1, expect.stringMatching(/^Usage: npm run restore [^\n]*\n$/)])
    const none = await run('restore', server.dataDir, `--to=${join(await temporaryFolder(), 'x')}`)
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringMatching(/ is not a backup: manifest\.json is missing\.\n$/),
    ])
  })

  it('go on without a server, also after one was killed', async () => {
    const { server, run } = await startedServer()
    await server.kill()
    const made = await run('backup', `--to=${await temporaryFolder()}`, '--without-secrets')
    expect([made.code, made.err, made.out]).toEqual([0, '', expect.not.stringContaining('secret')])
    await server.start()
    expect((await run('backup')).code).toBe(0)
  })

  it('restore by keys whose master key is being changed', async () => {
    const [dataDir, to, keysDir] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()]
    const [fresh, former] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
    const stores = await openStores({ dataDir, keysDir, masterKey: former })
    await stores.events.append('account-1', -1, [{ ...accountRegistered, id: randomUUID() }])
    await stores.close()
    const settings = { DATA_DIR: dataDir, KEYS_DIR: keysDir, DEMO: 'false' }
    const made = await runToEnd('backup', [], { ...settings, MASTER_KEY: former })
    const changed = { ...settings, MASTER_KEY: fresh, MASTER_KEY_BEFORE: former }
    expect(await runToEnd('restore', [backupIn(made.out), `--to=${to}`], changed)).toMatchObject({ code: 0, err: '' })
  })

  it('work on a folder whose path is too long for a socket, and say what to do where another process has it open', async () => {
    const dataDir = join(await temporaryFolder(), 'a'.repeat(100))
    const run = (program: 'backup' | 'admin', ...args: string[]) =>
      runToEnd(program, args, { DATA_DIR: dataDir, DEMO: 'false' })
    await (await openStores({ dataDir })).close()
    for (const done of [await run('backup'), await run('admin', 'list')])
      expect(done).toMatchObject({ code: 0, err: '' })

    const stores = await openStores({ dataDir })
    onTestFinished(() => stores.close())
    expect(await run('backup')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in use: another Atelier is running with this data folder\. Stop it first\./),
    })
  })

  // spec: 11.5
  it('leave nothing where the disk is full', async () => {
    const dataDir = await temporaryFolder()
    const stores = await openStores({ dataDir })
    for (let n = 0; n < 1_000; n++) {
      await stores.events.append(`account-${n}`, -1, [{ ...accountRegistered, id: randomUUID() }])
    }
    await stores.close()
    const program = fileURLToPath(new URL('../control/backup.ts', import.meta.url))
    // No file may grow beyond 200 kB: what a full disk says of a larger one.
    const limited = `trap '' XFSZ; ulimit -f 200; exec ${process.execPath} --disable-warning=ExperimentalWarning ${program}`
    const env = {
      ...process.env,
      ...embedded,
      DATA_DIR: dataDir,
      DEMO: 'false',
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: '',
    }
    const child = spawn('sh', ['-c', limited], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    const sentence = /^The backup failed and was removed: [^\n]*\n$/
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)])
    expect(await readdir(join(dataDir, 'backups'))).toEqual([])
  })
})

describe('npm run admin', () => {
  const other = { email: 'devika@longhand.example', password: 'another-ledger-by-hand' }

  /** A server with a second admin, who was invited by the command. */
  async function withTwoAdmins() {
    const { server, run } = await startedServer()
    const invited = await run('admin', 'invite', other.email)
    const token = /\/invitation\/(\S+)$/m.exec(invited.out)![1]
    const visitor = new Visitor(server.url)
    const person = { name: 'Devika Nair', phone: '9845011111', password: other.password }
    expect((await visitor.post('/api/accept-invitation', { token, ...person })).status).toBe(201)
    return { server, run, visitor, invited }
  }

  it('invites and lists admins', async () => {
    const { run, invited } = await withTwoAdmins()
    expect([invited.code, invited.err, invited.out]).toEqual([0, '', expect.stringContaining('valid for 7 days')])
    await run('admin', 'invite', 'tashi@longhand.example')
    const { out } = await run('admin', 'list')
    expect(out.trimEnd().split('\n')).toEqual([
      'devika@longhand.example  Devika Nair  active',
      'meera@longhand.example  meera  active',
      expect.stringMatching(/^tashi@longhand\.example {2}invited, until \d{4}-/),
    ])
  })

  // spec: 11.7
  it.each(['suspend', 'remove'])('%s ends the sessions and the live connections of an admin', async (action) => {
    const { server, run, visitor } = await withTwoAdmins()
    const live = await visitor.connect()
    const ended = new Promise((resolve) => live.socket.on('disconnect', resolve))
    expect((await run('admin', action, other.email)).code).toBe(0)
    await ended
    expect((await visitor.get('/api/session')).status).toBe(401)
    expect((await loggedIn(server.url, other.email, other.password)).status).not.toBe(200)
    expect((await loggedIn(server.url, adminLogin.email, adminLogin.password)).status).toBe(200)
  })

  it('reinstate lets them in again', async () => {
    const { server, run } = await withTwoAdmins()
    await run('admin', 'suspend', other.email)
    expect((await run('admin', 'reinstate', other.email)).code).toBe(0)
    expect((await loggedIn(server.url, other.email, other.password)).status).toBe(200)
  })

  it('reset gives an admin who cannot get in a new password, and ends their sessions', async () => {
    const { server, run, visitor } = await withTwoAdmins()
    const { code, out } = await run('admin', 'reset', other.email)
    const password = /^ {2}(\S{20})$/m.exec(out)![1]!
    expect(code).toBe(0)
    expect((await visitor.get('/api/session')).status).toBe(401)
    expect((await loggedIn(server.url, other.email, other.password)).status).not.toBe(200)
    expect((await loggedIn(server.url, other.email, password)).status).toBe(200)
  })

  // spec: 11.7
  it('never leaves the house without an admin', async () => {
    const { run } = await startedServer()
    for (const action of ['remove', 'suspend']) {
      const { code, err } = await run('admin', action, adminLogin.email)
      expect([code, err]).toEqual([1, `${adminLogin.email} is the last admin. Invite another one first.\n`])
    }
  })

  it.each([
    [['remove', 'nobody@example.com'], 'nobody@example.com is not an admin.\n'],
    [['reset', 'nobody@example.com'], 'This account doesn’t exist.\n'],
    [['invite', adminLogin.email], 'This person is already an admin.\n'],
    [['invite', 'x'], expect.stringMatching(/^Usage: npm run admin -- list, or npm run admin -- invite/)],
    [['suspend', adminLogin.email, 'b@example.com'], expect.stringMatching(/^Usage: npm run admin -- list/)],
    [['dance'], expect.stringMatching(/^Usage: npm run admin -- list, or npm run admin -- invite/)],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { run } = await startedServer()
    const { code, err } = await run('admin', ...args)
    expect([code, err]).toEqual([1, sentence])
  })

  it('works on the stores themselves while no server runs', async () => {
    const { server, run } = await startedServer()
    await server.kill()
    // Killed before its lists had taken anything up.
    for (const end of ['', '-wal', '-shm']) await rm(join(server.dataDir, `documents.db${end}`), { force: true })
    expect((await run('admin', 'list')).out).toBe('meera@longhand.example  meera  active\n')
    const { out } = await run('admin', 'reset', adminLogin.email)
    await server.start()
    const password = /^ {2}(\S{20})$/m.exec(out)![1]!
    expect((await loggedIn(server.url, adminLogin.email, password)).status).toBe(200)
  })

  it('reaches a server through a socket that only its user can open', async () => {
    const { server } = await startedServer()
    expect((await stat(join(server.dataDir, 'control.sock'))).mode & 0o777).toBe(0o600)
  })
})

const mongodb = process.env.MONGODB_URL

it.runIf(mongodb)(
  'leaves a change of the master key in MongoDB to the start of a server: others may be running',
  async () => {
    const [name, dataDir] = [`atelier_test_${randomUUID().replaceAll('-', '')}`, await temporaryFolder()]
    onTestFinished(() => removeDatabase(mongodb!, name))
    const mongodbUrl = Object.assign(new URL(mongodb!), { pathname: `/${name}` }).href
    const [former, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
    const before = { dataDir, mongodbUrl, masterKey: former }
    const { events, close } = await openStores(before)
    await events.append('account-asha', -1, [{ ...accountRegistered, id: randomUUID() }])
    await close()
    const settings = { DATA_DIR: dataDir, MONGODB_URL: mongodbUrl, MASTER_KEY: fresh, MASTER_KEY_BEFORE: former }
    for (const [program, ...args] of [['admin', 'list'], ['backup']] as const) {
      await runToEnd(program, args, settings)
      await (await openStores(before)).close()
    }
  },
)

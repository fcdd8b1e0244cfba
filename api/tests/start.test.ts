import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Program, prepareServerProcess, runToEnd } from '#api/testing/server-process.ts'
import type { Memory } from '#api/testing/tell-memory.ts'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import { openStores } from '#infra/open.ts'

// The server as a process of its own, in a folder of its own: what it reads there, and what it says of what it finds.

vi.setConfig({ testTimeout: 90_000 }) // a start takes a second, or ten on a busy machine

async function temporaryFolder(mode = 0o755) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, mode)
  return folder
}

/** A server that is started in a folder with this `.env`, and the settings that it has beside it. */
async function startedWith(dotEnv: string, settings: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, '.env'), dotEnv)
  const server = await prepareServerProcess('api', settings, { cwd: folder })
  onTestFinished(() => server.remove())
  await server.start()
  return server
}

describe('.env', () => {
  // spec: 11.2
  it('is read at the start, and the real environment wins', async () => {
    // Set in the environment of every test's server; what is not, is the file's to say.
    const server = await startedWith('PORT=1\nMETRICS_PORT=none\nPUBLIC_URL="https://desk.example/" # theirs\n', {
      METRICS_PORT: '0',
    })
    expect(server.said.at(-1)).toBe('Atelier is running at https://desk.example')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  // spec: 11.2
  it('is read by every program', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, '.env'), 'METRICS_PORT=none\n')
    for (const program of ['api', 'worker', 'rebuild', 'migrate'] as const) {
      const args = program === 'migrate' ? [`--from=${folder}`] : []
      const { code, err } = await runToEnd(program, args, {}, folder)
      expect([program, code, err]).toEqual([program, 1, 'METRICS_PORT must be a port number.\n'])
    }
  })

  it.each([
    'ADMIN_PASSWORD=correct-horse#42',
    ' export ADMIN_PASSWORD = correct horse#42 # mine',
    'ADMIN_PASSWORD=#42',
  ])('that would be shortened by a # is refused: %s', async (line) => {
    const folder = await temporaryFolder()
    const good = 'MAIL_FROM="Desk #1 <desk@looms.example>" # ours\nSMTP_TLS= # none\nBRIEF="a\nHOST=b#c\n"\n'
    await writeFile(join(folder, '.env'), `${good}${line}\n`)
    const { code, err } = await runToEnd('api', [], {}, folder)
    const sentence =
      'In .env, the # in ADMIN_PASSWORD starts a comment. Put the value in quotes, or a space before the #.'
    expect([code, err]).toEqual([1, `${sentence}\n`])
  })

  it.each([
    ['is a folder', (path: string) => mkdir(path)],
    ['is a link to itself', (path: string) => symlink(path, path)], // which root may not read either
  ])('that %s cannot be read, which is told of in a sentence', async (_, make) => {
    const folder = await temporaryFolder()
    await make(join(folder, '.env'))
    const { code, err } = await runToEnd('api', [], {}, folder)
    expect([code, err]).toEqual([1, expect.stringMatching(/^Cannot read \.env: [^\n]*\.\n$/)])
  })
})

it('a start that finds the port of the metrics taken leaves no lease behind, which the next one would wait for', async () => {
  const dataDir = await temporaryFolder(0o700)
  const other = createServer().listen(0, 'localhost')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const { code, err } = await runToEnd('api', [], { DATA_DIR: dataDir, HOST: 'localhost', METRICS_PORT: port })
  expect([code, err]).toEqual([1, `METRICS_PORT ${port} is in use by another program.\n`])
  const documents = openSqliteDocuments(join(dataDir, 'documents.db'))
  onTestFinished(() => documents.close())
  expect((await documents.collection('leases').find({})).documents).toMatchObject([{ holder: '' }])
})

describe('what an idle server holds', () => {
  /** The memory that a server started without any setting reports. */
  async function memoryOf() {
    const folder = await temporaryFolder()
    const preload = fileURLToPath(import.meta.resolve('../testing/tell-memory.ts'))
    const server = await prepareServerProcess('api', {}, { cwd: folder, preload })
    onTestFinished(() => server.remove())
    await server.start()
    return () => server.tell({}) as Promise<Memory>
  }

  it('is no driver of a server that it does not use, and nothing of fetch', async () => {
    const ask = await memoryOf()
    const { builtins, packages } = await ask()
    expect(packages).toContain('express')
    expect(packages).not.toContain('mongodb')
    expect(packages).not.toContain('@eventstore/db-client')
    expect(packages).not.toContain('@aws-sdk/client-s3')
    expect(builtins.filter((name) => name.includes('undici'))).toEqual([])
  })

  it('is nothing that its start alone has needed', async () => {
    const ask = await memoryOf()
    await expect
      .poll(
        async () => {
          const { heap, largestHeap } = await ask()
          return heap / largestHeap
        },
        { timeout: 60_000, interval: 1_000 }, // to be asked is work
      )
      .toBeLessThan(0.8)
  })
})

describe('a start warns', () => {
  const production = { NODE_ENV: 'production', DEMO: '' }

  // spec: 11.3
  it('of what will hurt in real use, a sentence each', async () => {
    const server = await startedWith('', production)
    await expect
      .poll(() => server.warned)
      .toEqual([
        expect.stringMatching(
          /^PUBLIC_URL is not set: invitations are not sent, and links in emails point to http:\/\/localhost:\d+\.$/,
        ),
        expect.stringMatching(/^SMTP_URL is not set: emails are not sent, but saved in .*outbox\.$/),
      ])
  })

  // spec: 11.3
  it('of settings that look misspelt, with what was meant', async () => {
    const server = await startedWith('SESION_SECRET=x\nadmin_email=a@example.com\n', {
      SMPT_URL: 'smtp://mail.example.com',
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
    })
    await expect
      .poll(() => server.warned.toSorted())
      .toEqual([
        'SESION_SECRET is not a setting. Did you mean SESSION_SECRET?',
        'SMPT_URL is not a setting. Did you mean SMTP_URL?',
        'admin_email is not a setting. Did you mean ADMIN_EMAIL?',
      ])
  })

  it('of nothing when all is said', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@example.com' }
    const server = await startedWith('', { ...production, ...mail, PUBLIC_URL: 'https://desk.example' })
    expect(server.warned).toEqual([])
  })

  // spec: 11.3
  it('of a proxy that it was not told of, at the first request that came by one', async () => {
    const server = await startedWith('')
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' }
    await fetch(server.url)
    for (let n = 0; n < 3; n++) await fetch(server.url, { headers: forwarded })
    const warnings = server.said.filter((line) => line.includes('TRUST_PROXY'))
    expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
      'request came through a proxy but TRUST_PROXY is not set: all visitors share one rate limit',
    ])
  })

  it('of no proxy where the setting says so', async () => {
    const server = await startedWith('', { TRUST_PROXY: 'false' })
    await fetch(server.url, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
    await new Visitor(server.url).post('/api/login', adminLogin)
    expect(server.said.filter((line) => line.includes('TRUST_PROXY'))).toEqual([])
  })
})

describe('what cannot be used is told of in one sentence', () => {
  /** A start on such a data folder, or another program, by one who may not simply do everything. */
  async function startOn(dataDir: string, program: Program = 'api') {
    const { code, err } = await runToEnd(program, [], { DATA_DIR: dataDir }, tmpdir(), unprivileged)
    return [code, err] as const
  }
  /** Takes from root what lets it read and write whatever the permissions of a file say, and leaves it root. */
  const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
  const oneSentence = (text: string) =>
    expect.stringMatching(new RegExp(`^[^\n]*${text.replaceAll(/[.()]/g, '\\$&')}[^\n]*\\.\n$`))

  it('a folder that is a file', async () => {
    const file = join(await temporaryFolder(), 'data')
    await writeFile(file, '')
    expect(await startOn(file)).toEqual([1, `Cannot use DATA_DIR: ${file} is not a folder.\n`])
  })

  // spec: 11.4
  it('a folder that may not be written', async () => {
    const folder = await temporaryFolder(0o555)
    expect(await startOn(folder)).toEqual([1, oneSentence(`${folder}/events.db cannot be opened`)])
  })

  it('a folder within one that may not be written', async () => {
    const folder = await temporaryFolder(0o555)
    expect(await startOn(join(folder, 'data'))).toEqual([1, oneSentence('Cannot use DATA_DIR: permission denied')])
  })

  it('events.db that may not be read', async () => {
    const folder = await temporaryFolder(0o777)
    await (await openStores({ dataDir: folder })).close()
    await chmod(join(folder, 'events.db'), 0)
    for (const program of ['api', 'backup'] as const) {
      expect(await startOn(folder, program)).toEqual([1, oneSentence(`${folder}/events.db cannot be opened`)])
    }
  })

  it('what is verified in a folder that may not be written, or not be looked into', async () => {
    const folder = await temporaryFolder(0o777)
    await (await openStores({ dataDir: folder })).close()
    for (const each of [join(folder, 'keys'), folder]) await chmod(each, 0o555)
    expect(await startOn(folder, 'audit')).toEqual([1, oneSentence(`${folder}/events.db cannot be opened`)])
    await chmod(folder, 0)
    expect(await startOn(folder, 'audit')).toEqual([1, `Cannot use ${folder}/events.db: permission denied.\n`])
  })

  // spec: 11.4
  it('events.db that is no database', async () => {
    const folder = await temporaryFolder(0o777)
    const path = join(folder, 'events.db')
    await writeFile(path, randomBytes(10_000), { mode: 0o666 })
    await chmod(path, 0o666)
    const sentence = `${path} is damaged or not a database: restore a backup (npm run restore)`
    expect(await startOn(folder)).toEqual([1, oneSentence(sentence)])
  })

  it('a folder with anything but its events', async () => {
    const folder = await temporaryFolder(0o777)
    await writeFile(join(folder, 'documents.db'), randomBytes(10_000))
    await writeFile(join(folder, 'session.secret'), 'x')
    const sentence = `${folder} has no events, but documents.db and session.secret are there`
    expect(await startOn(folder)).toEqual([1, oneSentence(sentence)])
    expect((await readdir(folder)).toSorted()).toEqual(['documents.db', 'session.secret'])
  })

  it('events.db whose pages are damaged', async () => {
    const folder = await temporaryFolder(0o777)
    const path = join(folder, 'events.db')
    const database = new DatabaseSync(path)
    database.exec('create table events (position integer primary key) strict')
    database.close()
    const damaged = Buffer.concat([await (await import('node:fs/promises')).readFile(path)])
    damaged.fill(0xff, 100, 4_096)
    await writeFile(path, damaged)
    await chmod(path, 0o666)
    expect(await startOn(folder)).toEqual([1, oneSentence(`${path} is damaged or not a database`)])
  })

  it('a secret that may not be read', async () => {
    const folder = await temporaryFolder(0o777)
    await (await openStores({ dataDir: folder })).close()
    await writeFile(join(folder, 'session.secret'), 'x', { mode: 0 })
    expect(await startOn(folder)).toEqual([1, `Cannot use ${join(folder, 'session.secret')}: permission denied.\n`])
  })
})

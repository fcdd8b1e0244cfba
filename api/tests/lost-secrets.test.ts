import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { authenticator } from '#api/testing/authenticator.ts'
import { startTestServer, type Visitor } from '#api/testing/test-server.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import { beginRotation } from '#infra/keys/master-key.ts'
import { openLog } from '#infra/log.ts'
import { openStores } from '#infra/open.ts'
import { rotateSessionSecret } from '#infra/server-secrets.ts'

const password = 'bread-at-six-gone-by-ten'
const step = 30_000

/** A server with a client who has a second factor and a calendar, and the lines of its log. */
async function inUse() {
  const lines: string[] = []
  const server = await startTestServer({}, openLog({ write: (line) => void lines.push(JSON.parse(line).msg) }))
  onTestFinished(() => server.close())
  const client = await server.client()
  const { key } = (await client.post('/api/start-second-factor', { password })).body
  const { recoveryCodes } = (await client.post('/api/enable-second-factor', { code: authenticator(key).code() })).body
  const { address } = (await client.post('/api/make-calendar', {})).body
  const { email } = (await client.get('/api/session')).body
  let steps = 0
  const login = async (code: string) => (await server.visitor().post('/api/login', { email, password, code })).status
  return {
    server,
    client,
    lines,
    loginByApp: () => {
      server.advanceTime(step) // a code is good once
      return login(authenticator(key).code(++steps * step))
    },
    loginByRecoveryCode: () => login(recoveryCodes[steps]),
    calendar: () => server.visitor().get(new URL(address).pathname),
    calendarAddress: async () => {
      const again = server.visitor()
      await again.post('/api/login', { email, password, code: recoveryCodes[9] })
      return new URL((await again.post('/api/make-calendar', {})).body.address).pathname
    },
    address: new URL(address).pathname,
    secretFile: (name = 'session.secret') => join(server.dataDir, name),
  }
}

// security: 11.1
it.each([
  ['missing', async (path: string) => rm(path)],
  ['damaged', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))],
  ['damaged', async (path: string) => writeFile(path, '')],
])('a session secret that is %s logs everybody out and costs nothing else, and the log says so', async (what, harm) => {
  const { server, client, lines, ...person } = await inUse()
  await server.stop()
  await harm(person.secretFile())
  await server.start()
  expect((await Object.assign(server.visitor(), { cookie: client.cookie }).get('/api/session')).status).toBe(401)
  expect(await person.loginByApp()).toBe(200)
  expect(await person.loginByRecoveryCode()).toBe(200)
  expect((await person.calendar()).status).toBe(200)
  expect(await person.calendarAddress()).toBe(person.address)
  expect(lines).toEqual([
    `session.secret was ${what} and has been created again: everyone must log in again. Nothing else is lost.`,
  ])
  await server.restart()
  expect(lines).toHaveLength(1)
})

// security: 11.2
it('a session secret that was rotated logs no one out who comes back within thirty days, and signs them anew', async () => {
  const { server, client, lines } = await inUse()
  const secret = () => readFile(join(server.dataDir, 'session.secret'), 'utf8')
  const before = await secret()
  const session = async (visitor: Visitor) => (await visitor.get('/api/session')).status
  const restarted = async () => {
    await server.restart()
    return [client, late].map(({ cookie }) => Object.assign(server.visitor(), { cookie }))
  }
  const late = await server.client()
  await rotateSessionSecret(server.dataDir, false)
  expect(await secret()).not.toBe(before)
  const [here] = await restarted()
  expect(await session(here!)).toBe(200)
  expect([lines, await readFile(join(server.dataDir, 'session.secret.before'), 'utf8')]).toEqual([[], before])
  // The rotation ends: who came is there with the new secret, who did not has to log in.
  const month = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  await utimes(join(server.dataDir, 'session.secret.before'), month, month)
  const [, there] = await restarted()
  const again = Object.assign(server.visitor(), { cookie: here!.cookie })
  expect([await session(again), await session(there!)]).toEqual([200, 401])
  expect(await readdir(server.dataDir)).not.toContain('session.secret.before')
})

it('a session secret that was rotated at once logs everybody out', async () => {
  const { server, client, loginByApp } = await inUse()
  await rotateSessionSecret(server.dataDir, true)
  await server.restart()
  expect((await Object.assign(server.visitor(), { cookie: client.cookie }).get('/api/session')).status).toBe(401)
  expect(await loginByApp()).toBe(200)
})

it('second factors, webhooks and what is personal open after the master key was rotated', async () => {
  const { server, ...person } = await inUse()
  await server.stop()
  await beginRotation(join(server.dataDir, 'keys'))
  const before = await readFile(join(server.dataDir, 'keys/master.key'), 'utf8')
  await server.start()
  expect(await readFile(join(server.dataDir, 'keys/master.key'), 'utf8')).not.toBe(before)
  expect(await person.loginByApp()).toBe(200)
  expect(await person.loginByRecoveryCode()).toBe(200)
  expect((await person.calendar()).status).toBe(200)
})

it('a flipped bit of the session secret is said too', async () => {
  const { server, lines, loginByApp, secretFile } = await inUse()
  await server.stop()
  const secret = await readFile(secretFile())
  await writeFile(secretFile(), secret.with(7, secret[7]! ^ 1))
  await server.start()
  expect(lines).toEqual([expect.stringMatching(/^The session secret has changed: /)])
  expect(await loginByApp()).toBe(200)
})

it('what was sealed by the session secret, when there was no other, opens after that is lost', async () => {
  const { server, lines, secretFile, ...person } = await inUse()
  await server.stop()
  // A data folder as it was before: everything by the one secret, and none with the keys.
  const stores = await openStores({ dataDir: server.dataDir })
  await writeFile(secretFile(), (await stores.keys.secrets()).get('installation')!)
  await stores.close()
  const keys = new DatabaseSync(join(server.dataDir, 'keys/keys.db'))
  keys.exec(`delete from secrets where name = 'installation'`)
  keys.close()
  await server.start()
  expect(await person.loginByApp()).toBe(200)
  await server.stop()
  await rm(secretFile())
  await server.start()
  expect(await person.loginByApp()).toBe(200)
  expect(await person.loginByRecoveryCode()).toBe(200)
  expect(lines.at(-1)).toContain('session.secret was missing')
})

it.each([
  ['gone', (path: string) => rm(path)],
  ['damaged', (path: string) => writeFile(path, 'A'.repeat(43))],
])('a push key that is %s is made anew, and the log says what follows', async (_, harm) => {
  const { server, lines, secretFile } = await inUse()
  await server.stop()
  await harm(secretFile('vapid.secret'))
  await server.start()
  expect(lines).toEqual([expect.stringMatching(/^The key for push notifications .* turn notifications on again/)])
  await server.restart()
  expect(lines).toHaveLength(1)
})

it('files in another place than at the last start are said once', async () => {
  const { server, lines } = await inUse()
  await server.restart()
  expect(lines).toEqual([])
  await server.stop()
  const documents = openSqliteDocuments(join(server.dataDir, 'documents.db'))
  const put = { id: 'files', revision: 2, value: 'a-bucket' }
  await documents.write([{ collection: 'witnesses', put }])
  await documents.close()
  await server.start()
  expect(lines).toEqual([expect.stringContaining('S3_BUCKET or S3_ENDPOINT has changed')])
  await server.restart()
  expect(lines).toHaveLength(1)
})

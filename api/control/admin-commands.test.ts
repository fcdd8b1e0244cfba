import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer } from '#api/testing/test-server.ts'
import { askServer } from '#infra/control/ask-server.ts'

/** A server with its admin, its commands, and how another admin is invited and accepts. */
async function withCommands() {
  const server = await startTestServer()
  onTestFinished(server.close)
  const run = async (action: string, email?: string) => {
    const said: string[] = []
    await askServer(server.dataDir, 'admin', { action, email }, (line) => said.push(line))
    return said.join('\n')
  }
  async function joins(name: string) {
    const login = { email: `${name}@longhand.example`, password: 'another-ledger-by-hand' }
    const token = /\/invitation\/(\S+)$/m.exec(await run('invite', login.email))![1]
    await server
      .visitor()
      .post('/api/accept-invitation', { token, name, phone: '9845011111', password: login.password })
    await expect.poll(() => run('list')).toContain(login.email)
    return login
  }
  return { server, run, joins }
}

it('leaves an admin where each of two is suspended or removed at the same moment', async () => {
  const { server, run, joins } = await withCommands()
  const other = await joins('devika')
  const both = await Promise.allSettled([run('suspend', adminLogin.email), run('remove', other.email)])
  const refusals = both.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  expect(refusals).toEqual([expect.stringMatching(/ Invite another one first\.$/)])
  const logins = [adminLogin, other].map(async (login) => (await server.visitor().post('/api/login', login)).status)
  expect((await Promise.all(logins)).sort()).toEqual([200, 403])
})

it('suspends an admin also while the account of another one cannot be read', async () => {
  const { server, run, joins } = await withCommands()
  const other = await joins('devika')
  await joins('ravi')
  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'events.db'))
  const { stream } = database
    .prepare("select stream from events where stream like 'account-%' and revision = 0 order by position desc limit 1")
    .get() as { stream: string }
  database.prepare("update events set content = '~' || content where stream = ?").run(stream)
  database.close()
  await server.start()
  expect(await run('suspend', other.email)).toContain(`${other.email} is suspended`)
  expect((await server.visitor().post('/api/login', other)).status).toBe(403)
  await expect(run('suspend', adminLogin.email)).rejects.toThrow('is the last admin')
})

it('says of a server without an admin that its start has printed a link, which is still good', async () => {
  const server = await startTestServer({ admin: undefined })
  onTestFinished(server.close)
  const said: string[] = []
  await askServer(server.dataDir, 'admin', { action: 'list' }, (line) => said.push(line))
  expect(said).toEqual(['There is no admin. The server prints a link to create one when it starts.'])
})

import { expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer } from '#api/testing/test-server.ts'
import { askServer } from '#infra/control/ask-server.ts'

it('leaves an admin where each of two is suspended or removed at the same moment', async () => {
  const server = await startTestServer()
  onTestFinished(server.close)
  const run = async (action: string, email?: string) => {
    const said: string[] = []
    await askServer(server.dataDir, 'admin', { action, email }, (line) => said.push(line))
    return said.join('\n')
  }
  const other = { email: 'devika@longhand.example', password: 'another-ledger-by-hand' }
  const token = /\/invitation\/(\S+)$/m.exec(await run('invite', other.email))![1]
  const person = { name: 'Devika Nair', phone: '9845011111', password: other.password }
  await server.visitor().post('/api/accept-invitation', { token, ...person })
  await expect.poll(() => run('list')).toContain(other.email)
  const both = await Promise.allSettled([run('suspend', adminLogin.email), run('remove', other.email)])
  const refusals = both.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  expect(refusals).toEqual([expect.stringMatching(/ Invite another one first\.$/)])
  const logins = [adminLogin, other].map(async (login) => (await server.visitor().post('/api/login', login)).status)
  expect((await Promise.all(logins)).sort()).toEqual([200, 403])
})

it('says of a server without an admin that its start has printed a link, which is still good', async () => {
  const server = await startTestServer({ admin: undefined })
  onTestFinished(server.close)
  const said: string[] = []
  await askServer(server.dataDir, 'admin', { action: 'list' }, (line) => said.push(line))
  expect(said).toEqual(['There is no admin. The server prints a link to create one when it starts.'])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { refuseGuessable } from './passwords.ts'

const asha = { name: 'Asha Rao', email: 'asha@neelgirilooms.example' }
const problem = (password: string) =>
  refuseGuessable(password, asha, 'Longhand Studio').then(
    () => undefined,
    ({ fields }) => fields.password,
  )

describe('a password that is tried first', () => {
  const common = 'This password is too common. Please choose another one.'
  // security: 6.1
  it.each([
    ['soso123aljg', common], // the 145th of those that are long enough
    ['Football2026!', common],
    ['dragon dragon', common],
    ['qwertyuiop', common],
    ['Longhand2026', 'Your password can’t be the name of this site or agency'],
    ['atelier atelier', 'Your password can’t be the name of this site or agency'],
    ['asha rao asha rao', 'Your password can’t be your name or email address'],
  ])('is refused: %s', async (chosen, message) => expect(await problem(chosen)).toBe(message))

  it.each(['bread-at-six-gone-by-ten', 'twelve looms in a row', 'kj3-Fq9!pZ2x', 'पासवर्ड बहुत लंबा'])(
    'is not %s',
    async (chosen) => expect(await problem(chosen)).toBeUndefined(),
  )
})

describe('wherever a password is chosen', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  const bad = 'Football2026!'
  const refused = {
    status: 400,
    body: { fields: { password: 'This password is too common. Please choose another one.' } },
  }

  // security: 6.1
  it('it is looked for among the commonest', async () => {
    const person = { name: 'Nima Lepcha', phone: '98450 11111', password: bad }
    expect(await server.visitor().post('/api/register', { ...person, email: 'nima@example.com' })).toMatchObject(
      refused,
    )
    const admin = await server.admin()
    await admin.post('/api/invite-client', { email: 'invited@example.com' })
    const [, token] = /invitation\/([\w.-]+)/.exec(await server.mailTo('invited@example.com'))!
    expect(await server.visitor().post('/api/accept-invitation', { ...person, token })).toMatchObject(refused)
    const client = await server.client()
    const change = { current: 'bread-at-six-gone-by-ten', password: bad }
    expect(await client.put('/api/change-password', change)).toMatchObject(refused)
    const { email } = (await client.get('/api/session')).body
    await client.post('/api/checkotp', { email })
    const code = /^Subject: (\d{6}) /m.exec(await server.mailTo(email))![1]!
    await client.post('/api/checkotp/otp', { OneTimePassword: code })
    expect(await client.post('/api/update-password', { email, password: bad })).toMatchObject(refused)
    const fine = { email, password: 'leaves-from-the-upper-garden' }
    expect((await client.post('/api/update-password', fine)).status).toBe(200)
  })
})

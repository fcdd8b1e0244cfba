import { describe, expect, it, onTestFinished } from 'vitest'
import { adminLogin, startTestServer, type Visitor } from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'

const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function started(settings: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(settings)
  onTestFinished(() => server.close())
  return server
}
const logOf = async (admin: Visitor, query = '') => (await admin.get(`/api/get-security-log${query}`)).body

describe('the security log that admins read', () => {
  // security: 16.2
  it('says what happened, who it was, from where and when, the latest first, over a restart', async () => {
    const server = await started()
    const client = await server.client('Asha Rao')
    const { id, email } = (await client.get('/api/session')).body
    await server.visitor().post('/api/login', { email, password: 'not-this-one-at-all' }, agent)
    const admin = await server.admin()
    await admin.put('/api/suspend-account', { personId: id }, agent)
    await server.restart()
    const { data } = await logOf(await server.admin())
    const asha = { id, name: 'Asha Rao' }
    const meera = expect.objectContaining({ name: 'meera' })
    expect(data).toMatchObject([
      { what: 'logged in', kind: 'login', account: meera },
      { what: 'suspended an account', kind: 'admin', account: meera, about: asha, ip: '127.0.0.1' },
      { what: 'logged in', kind: 'login', account: meera },
      { what: 'login failed', kind: 'refusal', account: asha, device: 'Firefox on Linux', times: 1 },
      { what: 'registered', kind: 'login' },
    ])
    expect(Date.parse(data[0].at)).toBeGreaterThanOrEqual(Date.parse(data[3].at))
  })

  // spec: 11.15
  it('is filtered by kind, and read in pages', async () => {
    const server = await started()
    for (let n = 0; n < 5; n++) await server.client()
    const admin = await server.admin()
    await server.visitor().post('/api/login', { ...adminLogin, password: 'not-this-one-at-all' })
    const refusals = await logOf(admin, '?kind=refusal')
    expect(refusals.data).toMatchObject([{ what: 'login failed' }])
    const all = await logOf(admin)
    const first = await logOf(admin, '?limit=4')
    const rest = await logOf(admin, `?limit=200&after=${encodeURIComponent(first.next)}`)
    expect([...first.data, ...rest.data]).toEqual(all.data)
    expect(first.data).toHaveLength(4)
    const [{ lastAt }] = refusals.data
    expect((await logOf(admin, '?kind=login&limit=1')).refusedAt).toBe(lastAt)
    expect((await admin.get('/api/get-security-log?kind=everything')).status).toBe(400)
  })

  // security: 16.2
  it('has one entry an hour of the same, however often it happens, and few of what is never the same', async () => {
    const few = { times: 3, seconds: 600 }
    const server = await started({ limits: { ...defaultLimits, login: { address: few, account: few } } })
    const admin = await server.admin()
    const client = await server.client('Asha Rao')
    const hour = 60 * 60 * 1_000
    server.advanceTime(1.5 * hour - (Date.now() % hour)) // in the middle of one, the original of a minute
    const visitor = server.visitor()
    for (let n = 0; n < 30; n++)
      await visitor.post('/api/login', { ...adminLogin, password: `guess number ${n} of all` })
    for (let n = 0; n < 300; n++) {
      await visitor.post('/api/register', {}, { Origin: 'https://evil.example', 'User-Agent': `agent ${n}` })
    }
    await client.get('/api/logout')
    const { data } = await logOf(admin, '?kind=refusal&limit=200')
    expect(data.length).toBeLessThan(10)
    expect(data.find(({ what }: { what: string }) => what === 'too many requests')).toMatchObject({ times: 28 })
    const refused = data.filter(({ what }: { what: string }) => what === 'refused')
    expect(refused.reduce((sum: number, { times }: { times: number }) => sum + times, 0)).toBe(300)
    const [login] = (await logOf(admin, '?kind=login')).data
    expect(login).toMatchObject({ what: 'logged out', account: { name: 'Asha Rao' }, ip: '127.0.0.1' })
  })

  // security: 16.2
  it.each<[string, (client: Visitor, visitor: Visitor, headers: Record<string, string>) => Promise<unknown>]>([
    ['a visitor who logs out', (_, visitor, headers) => visitor.get('/api/logout', headers)],
    ['a client who is refused', (client, _, headers) => client.get('/api/get-people', headers)],
    ['a client who looks at a calendar link', (client, _, headers) => client.post('/api/make-calendar', {}, headers)],
  ])('names who an admin suspends, however many browsers are invented by %s', async (_, ask) => {
    const server = await started()
    const [admin, client, visitor] = [await server.admin(), await server.client('Asha Rao'), server.visitor()]
    const { id } = (await client.get('/api/session')).body
    for (let n = 0; n < 130; n++) await ask(client, visitor, { 'User-Agent': `agent ${n}` })
    await admin.put('/api/suspend-account', { personId: id })
    const [entry] = (await logOf(admin, '?kind=admin')).data
    expect(entry).toMatchObject({ what: 'suspended an account', about: { name: 'Asha Rao' }, ip: '127.0.0.1' })
    expect((await logOf(admin, '?kind=login')).data).toHaveLength(2)
  })

  // security: 16.2
  it('forgets what is older than 180 days', async () => {
    const server = await started()
    await server.client()
    const before = await logOf(await server.admin())
    expect(before.data).toHaveLength(2)
    server.advanceTime(181 * 24 * 60 * 60 * 1_000)
    const admin = await server.admin()
    await logOf(admin)
    expect((await logOf(admin)).data).toMatchObject([{ what: 'logged in' }])
  })

  // spec: 11.14
  it('is told to the admins who look at it, as often as the same happens, and to no one else', async () => {
    const server = await started()
    const [admin, client] = await Promise.all([server.admin(), server.client()])
    const [mine, theirs] = await Promise.all([admin.connect(), client.connect()])
    onTestFinished(() => {
      mine.close()
      theirs.close()
    })
    const notes: { kind: string; times: number }[] = []
    const overheard: unknown[] = []
    mine.socket.on('security', (note: { kind: string; times: number }) => notes.push(note))
    theirs.socket.on('security', (note: unknown) => overheard.push(note))
    theirs.socket.emit('watchSecurity')
    mine.socket.emit('watchSecurity')
    const refusals = () => notes.filter(({ kind }) => kind === 'refusal').map(({ times }) => times)
    const wrong = { ...adminLogin, password: 'not-this-one-at-all' }
    const visitor = server.visitor()
    await visitor.post('/api/login', wrong)
    await expect.poll(refusals).toEqual([1])
    await visitor.post('/api/login', wrong)
    await expect.poll(refusals).toEqual([1, 2])
    expect(notes.at(-1)).toEqual({ id: expect.any(String), kind: 'refusal', times: 2, lastAt: expect.any(String) })
    expect(overheard).toEqual([])
  })

  it('has no secret, and is for admins alone', async () => {
    const server = await started()
    const client = await server.client()
    const { email } = (await client.get('/api/session')).body
    await client.put('/api/change-password', {
      current: 'bread-at-six-gone-by-ten',
      password: 'leaves-from-the-garden',
    })
    const text = JSON.stringify(await logOf(await server.admin()))
    for (const secret of ['bread-at-six', 'leaves-from', email]) expect(text).not.toContain(secret)
    expect((await client.get('/api/get-security-log')).status).toBe(403)
  })
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSecurityLog, successEntryOf } from '#api/http/security-log.ts'
import { adminLogin, startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { NotAllowed } from '#domain/command.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { openLog } from '#infra/log.ts'

type Line = Record<string, unknown> & { security: string }

const written: string[] = []
const log = openLog({ write: (line) => void written.push(line) })
const limits = {
  ...defaultLimits,
  fitTest: { address: { times: 1, seconds: 600 }, account: { times: 1, seconds: 600 } },
}
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ securityLog: true, limits }, log)
})
afterAll(() => server.close())

/** The lines that were written since, without those of anything else. */
function since(begin: number): Line[] {
  return written
    .slice(begin)
    .map((line) => JSON.parse(line))
    .filter(({ security }) => security)
}
const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

describe('the security log', () => {
  // security: 16.1
  it('has each login, good or not, with the account, the address and the browser, and no password', async () => {
    const begin = written.length
    const visitor = server.visitor()
    await visitor.post('/api/login', { ...adminLogin, password: 'not-this-one-at-all' }, agent)
    await visitor.post('/api/login', adminLogin, agent)
    const { id } = (await visitor.get('/api/session')).body
    await visitor.get('/api/logout', agent)
    const common = { account: id, ip: '127.0.0.1', agent: agent['User-Agent'], level: 30, time: expect.any(Number) }
    expect(since(begin)).toMatchObject([
      { security: 'login failed', status: 401, path: '/api/login', ...common },
      { security: 'logged in', status: 200, ...common },
      { security: 'logged out', status: 200, ...common },
    ])
  })

  // security: 16.1
  it('has what is refused, and what is asked for too often', async () => {
    const client = await server.client()
    const { id } = (await client.get('/api/session')).body
    const begin = written.length
    await client.get('/api/get-people')
    await server.visitor().post('/api/login', adminLogin, { Origin: 'https://evil.example' })
    await server.visitor().get('/api/get-orders', { Authorization: 'Bearer atl_guessed' })
    const test = { answers: { 1: 'no', 2: 'no', 3: 'no', 4: 'no', 5: 'no' } }
    for (const _ of [1, 2]) await server.visitor().post('/api/record-fit-test', test)
    expect(since(begin)).toMatchObject([
      { security: 'refused', call: 'getPeople', account: id, status: 403 },
      { security: 'refused', path: '/api/login', status: 403 },
      { security: 'API key refused', call: 'getOrders', status: 401 },
      { security: 'too many requests', call: 'recordFitTest', status: 429 },
    ])
  })

  // security: 16.1
  it('has a wrong password and a wrong link, and nothing of other mistakes in the same forms', async () => {
    const client = await server.client()
    const current = 'bread-at-six-gone-by-ten'
    const begin = written.length
    for (const body of [{ current, password: 'password123' }, { current, password: 'short' }, {}]) {
      expect((await client.put('/api/change-password', body)).status).toBe(400)
    }
    const deletion = { password: current, confirmation: 'another@example.com' }
    expect((await client.post('/api/erase-my-account', deletion)).status).toBe(400)
    const taken = { email: adminLogin.email, password: current }
    const answer = await client.post('/api/request-address-change', taken)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'Another account uses this email address. Please choose another one.' } },
    })
    expect(since(begin)).toEqual([])
    await client.put('/api/change-password', { current: 'not-this-one-at-all', password: 'leaves-from-the-garden' })
    await client.put('/api/change-address', { token: 'guessed' })
    expect(since(begin)).toMatchObject([
      { security: 'login refused', call: 'changePassword', status: 400 },
      { security: 'login refused', call: 'changeAddress', status: 409 },
    ])
  })

  it('does not take a right link to an address that was taken meanwhile for a wrong one', async () => {
    const client = await server.client()
    const change = { email: 'moved@example.com', password: 'bread-at-six-gone-by-ten' }
    expect((await client.post('/api/request-address-change', change)).status).toBe(200)
    const [, token] = /change-address\/([\w.-]+)/.exec(await server.mailTo(change.email))!
    const other = { name: 'Joseph', email: change.email, phone: '98450 12345', password: 'leaves-from-the-garden' }
    expect((await server.visitor().post('/api/register', other)).status).toBe(201)
    const begin = written.length
    expect((await client.put('/api/change-address', { token })).body).toMatchObject({
      message: 'Another account uses this email address. Please choose another one.',
    })
    expect(since(begin)).toEqual([])
    await client.put('/api/change-address', { token: token!.slice(0, -1) })
    expect(since(begin)).toMatchObject([{ security: 'login refused', call: 'changeAddress', status: 409 }])
  })

  it('has what admins do about others, and when they look as a client', async () => {
    const client = await server.client()
    const { id: about } = (await client.get('/api/session')).body
    const admin = await server.admin()
    const { id: account } = (await admin.get('/api/session')).body
    const begin = written.length
    await admin.post('/api/invite-client', { email: 'new@example.com' })
    await admin.put('/api/suspend-account', { personId: about })
    await admin.get('/api/export-clients')
    await admin.get('/api/session', { 'View-As-Client': about })
    expect(since(begin)).toMatchObject([
      { security: 'invited a client', account },
      { security: 'suspended an account', account, about },
      { security: 'exported clients', account },
      { security: 'viewed pages as a client', account: about, by: account },
    ])
  })

  // security: 16.3
  it('has no secret: of passwords, codes, links, keys and cookies', async () => {
    const begin = written.length
    const client = await server.client()
    const { email } = (await client.get('/api/session')).body
    await client.put('/api/change-password', {
      current: 'bread-at-six-gone-by-ten',
      password: 'leaves-from-the-garden',
    })
    await client.post('/api/checkotp', { email })
    // The mail that the password was changed may come before it, or after.
    const codes = async () =>
      (await server.mailsTo(email)).flatMap((mail) => /^Subject: (\d{6}) /m.exec(mail)?.[1] ?? [])
    const [code] = await expect.poll(codes).toHaveLength(1).then(codes)
    await client.post('/api/checkotp/otp', { OneTimePassword: code })
    const admin = await server.admin()
    const { body } = await admin.post('/api/create-api-key', { name: 'Import', scopes: ['orders:read'] })
    await admin.post('/api/invite-admin', { email: 'kavya@example.com' })
    const [, token] = /invitation\/([\w.-]+)/.exec(await server.mailTo('kavya@example.com'))!
    await admin.get(`/api/get-invitation?token=${token}`)
    const text = JSON.stringify(written.slice(begin))
    expect(since(begin).length).toBeGreaterThan(6)
    const sid = /session=([^;]+)/.exec(admin.cookie)![1]!
    for (const secret of ['bread-at-six', 'leaves-from', `"${code}"`, body.key, token!, sid, email]) {
      expect(text).not.toContain(secret)
    }
  })

  // security: 16.3
  it('is bounded: who is refused often writes 600 lines a minute, and how many more there were', async () => {
    const lines: string[] = []
    let time = 0
    const security = createSecurityLog(openLog({ write: (line) => void lines.push(line) }), () => time)
    const http = express()
      .use((request, response) => {
        security.failed(new NotAllowed('No'), request, response, 403)
        response.sendStatus(403)
      })
      .listen(0, '127.0.0.1')
    onTestFinished(() => void http.close())
    await once(http, 'listening')
    const refused = () => fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
    for (let times = 0; times < 7; times++) await Promise.all(Array.from({ length: 100 }, refused))
    expect(lines).toHaveLength(600)
    time = 60_000
    await refused()
    const [left, next] = lines.slice(600).map((line) => JSON.parse(line))
    expect([left, next]).toMatchObject([{ security: 'entries were dropped', lines: 100 }, { security: 'refused' }])
  })

  // security: 16.1
  it('does not take a server that is down for a login that failed', async () => {
    const lines: string[] = []
    const security = createSecurityLog(openLog({ write: (line) => void lines.push(line) }), Date.now)
    const http = express()
      .use((request, response) => {
        const status = Number(request.path.slice(1))
        Object.assign(response.locals, { audited: { call: 'login' } })
        security.failed(new Error('No'), request, response, status)
        response.sendStatus(status)
      })
      .listen(0, '127.0.0.1')
    onTestFinished(() => void http.close())
    await once(http, 'listening')
    for (const status of [503, 500, 400, 401])
      await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/${status}`)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ security: 'login failed', status: 401 }])
  })

  it('is off unless it is on', async () => {
    const lines: string[] = []
    const own = await startTestServer({}, openLog({ write: (line) => void lines.push(line) }))
    onTestFinished(() => own.close())
    await own.admin()
    expect(lines.filter((line) => line.includes('security'))).toEqual([])
  })

  // security: 16.1
  it('has every change that only admins make, but those of their daily work', () => {
    const dailyWork =
      /^(toggleStep|shareDesignLink|shareDraft|settlePoint|withdrawProposal|confirmPayment|questionPayment|recordPayment|reopenPayment|sendReceipt|issueInvoice|issueCreditNote|sharePaymentLink|reviseInvoice|reviseProposal|renameOrder|reopenOrder|completeOrCancel|moveLead|updateLead|saveOrderView|renameOrderView|removeOrderView|sendTestMail|testWebhook|replayDelivery)$/
    const missing = (Object.keys(contract) as CallName[]).filter((name) => {
      const { roles } = contract[name]
      const staffOnly = roles !== 'anyone' && !(roles as readonly string[]).includes('client')
      return staffOnly && endpointOf(name).method !== 'GET' && !successEntryOf(name) && !dailyWork.test(name)
    })
    expect(missing).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloaded } from '#api/testing/downloaded.ts'
import { adminLogin, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

const password = 'bread-at-six-gone-by-ten'
const [before, after] = ['client-1@example.com', 'asha@looms.example']
const day = 24 * 60 * 60 * 1000

let server: TestServer
let asha: Visitor
beforeEach(async () => {
  server = await startTestServer()
  asha = await server.client('Asha Rao')
  await server.confirm(asha)
})
afterEach(() => server.close())

const ask = (email = after, who = asha) => who.post('/api/request-address-change', { email, password })
const tokenIn = (mail: string, path: string) => new RegExp(`/${path}/([\\w.-]+)`).exec(mail)![1]!
const follow = (token: string, headers = {}) => server.visitor().put('/api/change-address', { token }, headers)
const undo = (token: string, headers = {}) => server.visitor().put('/api/undo-address-change', { token }, headers)
const logIn = async (email: string, secret = password) =>
  (await server.visitor().post('/api/login', { email, password: secret })).status
const emailOf = async (who: Visitor) => (await who.get('/api/session')).body.email

/** Changes the address, and answers the token of the link to undo it. */
async function changed(): Promise<string> {
  const mails = (await server.mailsTo(before)).length
  expect((await ask()).status).toBe(200)
  expect((await follow(tokenIn(await server.mailTo(after), 'change-address'))).status).toBe(200)
  return tokenIn(await server.mailTo(before, mails + 1), 'undo-address-change')
}

describe('a change of the email address', () => {
  // spec: 4.30
  // security: 6.9
  it('is done by the link that is mailed to the new one: it logs in from then on, and the old one does not', async () => {
    const order = await asha.order()
    const { body } = await ask()
    expect(body.message).toBe('We’ve sent a link to your new email address. Open it within 24 hours.')
    expect([await logIn(before), await logIn(after), await emailOf(asha)]).toEqual([200, 401, before])
    const token = tokenIn(await server.mailTo(after), 'change-address')
    expect((await follow(token)).body.message).toBe('Email address changed. Log in with the new one from now on.')
    expect([await logIn(before), await logIn(after), await emailOf(asha)]).toEqual([401, 200, after])
    expect((await asha.get(`/api/get-single-order?id=${order}`)).body.data[0].email).toBe(after)
    expect((await follow(token)).status).toBe(409) // once
    const admin = await server.admin()
    expect((await admin.get('/api/get-people?role=client&search=looms')).body.data).toMatchObject([{ email: after }])
    await admin.post('/api/send-message', { orderId: order, text: 'Good morning' })
    server.advanceTime(20 * 60_000)
    await server.settled()
    expect(await server.mailTo(after, 2)).toContain('Good morning')
  })

  it('does not name the holder to the new address, whatever the agency writes there', async () => {
    const admin = await server.admin()
    const text = { mail: 'newAddress', text: 'Hello {name}\n\n{link}' }
    expect((await admin.put('/api/update-mail-text', text)).status).toBe(200)
    await ask()
    expect(await server.mailTo(after)).not.toContain('Asha')
    expect(await server.mailTo(after)).toContain('Hello client')
  })

  it('is mailed once, however often the request is sent', async () => {
    const request = () =>
      asha.post('/api/request-address-change', { email: after, password }, { 'Idempotency-Key': 'of the change' })
    const [first, again] = [await request(), await request()]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await server.mailsTo(after)).toHaveLength(1)
  })

  it('takes the password, and an address that no account has', async () => {
    const wrong = await asha.post('/api/request-address-change', { email: after, password: 'a wrong one' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This password is wrong' }])
    await server.client('Farhan')
    const taken = await ask('client-2@example.com')
    expect([taken.status, taken.body.fields]).toEqual([
      400,
      { email: 'Another account uses this email address. Please choose another one.' },
    ])
    expect((await ask(before)).status).toBe(409)
    expect((await server.visitor().post('/api/request-address-change', { email: after, password })).status).toBe(401)
  })

  // security: 6.9
  it('is one account’s, of two who ask for the same address at once', async () => {
    const farhan = await server.client('Farhan')
    await Promise.all([ask(), ask(after, farhan)])
    const tokens = [1, 2].map(async (nth) => tokenIn(await server.mailTo(after, nth), 'change-address'))
    const answers = await Promise.all((await Promise.all(tokens)).map((token) => follow(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const emails = [await emailOf(asha), await emailOf(farhan)]
    expect(emails.filter((email) => email === after)).toHaveLength(1)
  })

  it('and a registration at once are one account', async () => {
    await ask()
    const token = tokenIn(await server.mailTo(after), 'change-address')
    const person = { name: 'Another', email: after, phone: '98450 12345', password }
    const [change, registration] = await Promise.all([follow(token), server.visitor().post('/api/register', person)])
    expect([change.status, registration.status].filter((status) => status < 300)).toHaveLength(1)
    expect([change.status, registration.status].filter((status) => status === 409)).toHaveLength(1)
    expect(await logIn(after)).toBe(200)
  })

  it('takes the address from a lead and an invitation, which make no account of it any more', async () => {
    const admin = await server.admin()
    await admin.post('/api/invite-client', { email: after })
    const invitation = tokenIn(await server.mailTo(after), 'invitation')
    await ask()
    expect((await follow(tokenIn(await server.mailTo(after, 2), 'change-address'))).status).toBe(200)
    const person = { name: 'Another', phone: '98450 12345', password }
    expect((await server.visitor().post('/api/accept-invitation', { ...person, token: invitation })).status).toBe(409)
    expect((await admin.post('/api/invite-client', { email: after })).body.message).toBe(
      'This person is already a client',
    )
  })

  it('ends the client’s invitation to the one before', async () => {
    const admin = await server.admin()
    const [email, guest] = ['devika@longhand.example', server.visitor()]
    await admin.post('/api/invite-client', { email })
    await guest.post('/api/register', { name: 'Devika Menon', email, phone: '98450 54321', password })
    expect((await admin.get('/api/get-invitations')).body).toMatchObject({ total: 1 })
    await ask(after, guest)
    expect((await follow(tokenIn(await server.mailTo(after), 'change-address'))).status).toBe(200)
    expect((await admin.get('/api/get-invitations')).body).toMatchObject({ total: 0 })
  })

  it('leaves a lead of the new one to be won, without an email', async () => {
    const lead = { name: 'Asha at work', email: after, phone: '98450 12345', source: 'customer-filter' }
    await server.visitor().post('/api/submit-details', lead)
    const admin = await server.admin()
    const [{ id: leadId }] = (await admin.get('/api/get-leads')).body.data
    await changed()
    const { notInvited } = (await admin.get(`/api/get-lead?id=${leadId}`)).body
    expect(notInvited).toBe('This email address belongs to another account now')
    expect((await admin.put('/api/convert-lead', { leadId })).status).toBe(200)
    expect(await server.mailsTo(after)).toHaveLength(1)
  })

  it('makes a lead of the new one theirs: it is in their download, and erased with them', async () => {
    const lead = { name: 'Asha at work', email: after, phone: '98450 12345', source: 'customer-filter' }
    await server.visitor().post('/api/submit-details', lead)
    const admin = await server.admin()
    const leads = async () => (await admin.get('/api/get-leads')).body.data
    const [{ id: leadId }] = await leads()
    await changed()
    const { link } = (await asha.post('/api/request-data', { password })).body
    const { files } = await downloaded(asha, link)
    expect(String(files.get('data.json'))).toContain(lead.name)
    const personId = (await asha.get('/api/session')).body.id
    await admin.post('/api/erase-person', { personId, password: adminLogin.password, confirmation: after })
    const statusOf = async (id: string) => (await admin.get(`/api/get-person?id=${id}`)).body.data[0]?.status
    await expect.poll(() => statusOf(personId), { timeout: 20_000 }).toBe('erased')
    expect(await leads()).toEqual([])
    await expect.poll(() => statusOf(leadId), { timeout: 20_000 }).toBe('erased')
  })

  it('goes on after a restart, and is over after a day, a suspension, or an erase', async () => {
    const token = async () => {
      const mails = (await server.mailsTo(after)).length
      await ask()
      return tokenIn(await server.mailTo(after, mails + 1), 'change-address')
    }
    const admin = await server.admin()
    const { id } = (await asha.get('/api/session')).body
    const first = await token()
    await admin.put('/api/suspend-account', { personId: id })
    await admin.put('/api/reinstate-account', { personId: id })
    expect((await follow(first)).status).toBe(409)
    await asha.post('/api/login', { email: before, password })
    const second = await token()
    server.advanceTime(day)
    expect((await follow(second)).status).toBe(409)
    const third = await token()
    await server.restart()
    expect((await server.visitor().put('/api/change-address', { token: third })).status).toBe(200)
  })
})

describe('the address before', () => {
  // security: 6.9
  it('is told, and takes the account back for a week: every session ends, and the password with it', async () => {
    const token = await changed()
    expect((await undo(token)).status).toBe(200)
    expect((await asha.get('/api/session')).status).toBe(401)
    expect([await logIn(after), await logIn(before)]).toEqual([401, 409])
    expect((await undo(token)).status).toBe(409)
    const other = { name: 'Another', email: after, phone: '98450 12345', password }
    expect((await server.visitor().post('/api/register', other)).status).toBe(201)
  })

  it('is answered as before when the request is sent once more', async () => {
    const token = await changed()
    const key = { 'Idempotency-Key': 'of the undo' }
    const [first, again] = [await undo(token, key), await undo(token, key)]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await undo(token, { 'Idempotency-Key': 'another' })).status).toBe(409)
  })

  // spec: 4.30
  it('is no one else’s for that week, and free after it', async () => {
    const token = await changed()
    const register = () =>
      server.visitor().post('/api/register', { name: 'Another', email: before, phone: '98450 12345', password })
    expect((await register()).status).toBe(409)
    server.advanceTime(7 * day + 60 * 60 * 1000)
    expect((await undo(token)).status).toBe(409)
    expect((await register()).status).toBe(201)
    expect([await logIn(before), await logIn(after)]).toEqual([200, 200])
  })

  // security: 6.9
  it('is not undone by a link that was altered, or for another account', async () => {
    const token = await changed()
    const [id, secret] = token.split('.') as [string, string]
    const altered = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    for (const guess of [`${id}.${altered}`, `${'a'.repeat(22)}.${secret}`, 'nobody.secret', '']) {
      expect((await undo(guess)).status).toBe(409)
      expect((await follow(guess)).status).toBe(409)
    }
    expect(await emailOf(asha)).toBe(after)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { LeadRow } from '#domain/lead/row.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = await Promise.all([server.admin(), server.client()])
})
afterAll(() => server.close())

const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' }
const nima = {
  name: 'Nima Lepcha',
  email: 'nima@teaestate.example',
  phone: '98450 12345',
  source: 'customer-filter',
}
let people = 0
/** A new lead; answers how to find it. */
async function asks(more: object = {}): Promise<{ email: string }> {
  const email = `lead-${++people}@example.com`
  const { status, body } = await server.visitor().post('/api/submit-details', { ...nima, email, ...more })
  expect([status, body]).toEqual([200, { message: 'Thank you. Here are your prices.' }])
  return { email }
}
type Listed = Omit<LeadRow, 'clientId'> & { clientId: string | null }
const list = async (query = ''): Promise<Listed[]> => (await admin.get(`/api/get-leads${query}`)).body.data
/** The lead of an address, once the list knows it and it is as looked for. */
async function leadOf({ email }: { email: string }, found: (lead: Listed) => boolean = () => true): Promise<Listed> {
  const { promise, resolve } = Promise.withResolvers<Listed>()
  await expect
    .poll(async () => {
      const lead = (await list('?limit=200')).find((each) => each.email === email)
      if (lead && found(lead)) resolve(lead)
      return lead !== undefined && found(lead)
    })
    .toBe(true)
  return promise
}

describe('submitting details', () => {
  // spec: 2.38, 3.4, 7.6
  it('makes a lead with figures, answers and a phone number the world understands', async () => {
    const who = await asks({ years: 12, employees: 0, roles: 3, customers: 40.5, answers })
    expect(await leadOf(who)).toMatchObject({
      name: 'Nima Lepcha',
      phone: '+919845012345',
      source: 'customer-filter',
      stage: 'new',
      years: 12,
      employees: 0,
      roles: 3,
      customers: 40.5,
      answers,
      submissions: 1,
      clientId: null,
    })
  })

  it('adds to the lead there is when the address comes again', async () => {
    const who = await asks()
    await server.visitor().post('/api/submit-details', { ...nima, email: who.email.toUpperCase(), years: 3 })
    expect(await leadOf(who, ({ years }) => years === 3)).toMatchObject({ submissions: 2 })
    expect((await list('?limit=200')).filter(({ email }) => email === who.email)).toHaveLength(1)
  })

  it('does not disclose whether an address was known', async () => {
    const who = await asks()
    const again = { ...nima, email: who.email, years: 9 }
    const tries: Record<string, string>[] = [
      {},
      { 'If-Match': '"0"' },
      { 'If-Match': '"5"' },
      { 'Idempotency-Key': randomUUID() },
    ]
    for (const headers of tries) {
      const known = await server.visitor().post('/api/submit-details', again, headers)
      const unknown = await server.visitor().post('/api/submit-details', { ...again, email: `x${who.email}` }, headers)
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
      expect(known.body).toEqual({ message: 'Thank you. Here are your prices.' })
    }
  })

  // spec: 5.4, 7.6
  it.each<[string, object]>([
    ['name', { name: ' ' }],
    ['email', { email: 'nobody' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: 'call me' }],
    ['source', { source: 'elsewhere' }],
    ['source', { source: undefined }],
    ['years', { years: -1 }],
    ['customers', { customers: '40' }],
    ['answers', { answers: { 1: 'yes' } }],
  ])('needs a fitting %s', async (field, wrong) => {
    const { status, body } = await server.visitor().post('/api/submit-details', { ...nima, ...wrong })
    expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, field])
  })

  it('leaves nothing behind of who is refused', async () => {
    const change = async (phone: string) => Number((await client.put('/api/update-profile', { phone })).body.position)
    const before = await change('98450 11111')
    const form = { ...nima, email: 'left-nothing@example.com', phone: '+9100000000001' }
    expect((await server.visitor().post('/api/submit-details', form)).status).toBe(400)
    const password = 'tea-at-four-in-the-rain'
    expect((await server.visitor().post('/api/register', { ...form, password })).status).toBe(400)
    expect(await change('98450 22222')).toBe(before + 1)
  })

  it('takes no more than a form can hold', async () => {
    const { status, body } = await server.visitor().post('/api/submit-details', { ...nima, more: 'x'.repeat(5_000) })
    expect([status, body.message]).toEqual([413, 'The request is too large'])
  })
})

describe('the list of leads', () => {
  // spec: 2.17
  it('shows who asked last first, by stage and page by page', async () => {
    const [first, second] = [await asks(), await asks()]
    await leadOf(second)
    expect((await list('?limit=2')).map(({ email }) => email)).toEqual([second.email, first.email])
    const { next } = (await admin.get('/api/get-leads?limit=1')).body
    expect((await list(`?limit=1&after=${next}`))[0]).toMatchObject({ email: first.email })
    const { body } = await admin.put('/api/move-lead', { leadId: (await leadOf(first)).id, stage: 'contacted' })
    const contacted = await admin.get('/api/get-leads?stage=contacted', { 'After-Position': body.position })
    expect(contacted.body.data.map(({ email }: Listed) => email)).toEqual([first.email])
    expect(contacted.body.stale).toBeUndefined()
  })

  it.each(['?stage=gone', '?limit=0', '?limit=x', '?after=x'])('is not asked for by %s', async (query) =>
    expect((await admin.get(`/api/get-leads${query}`)).status).toBe(400),
  )

  it('says so when it has not caught up', async () => {
    const late = await admin.get('/api/get-leads', { 'After-Position': '999999' })
    expect([late.status, late.body.stale]).toEqual([200, true])
    const dayEnds = new Date().toISOString()
    const counts = await admin.get(`/api/get-lead-counts?dayEnds=${dayEnds}`, { 'After-Position': '999999' })
    expect([counts.status, counts.body.stale]).toEqual([200, true])
  })

  // security: 6.5
  it('shows the client as soon as they have confirmed the address they registered', async () => {
    const who = await asks()
    expect((await leadOf(who)).clientId).toBeNull()
    const guest = server.visitor()
    await guest.post('/api/register', { ...nima, email: who.email, password: 'tea-at-four-in-the-rain' })
    expect((await guest.get('/api/session')).body).toMatchObject({ email: who.email, proven: false })
    const lead = await leadOf(who)
    const { body } = await admin.get(`/api/get-lead?id=${lead.id}`)
    expect([lead.clientId, body.lead.clientId, body.client]).toEqual([
      null,
      null,
      expect.objectContaining({ proven: false }),
    ])
    await server.confirm(guest)
    expect((await guest.get('/api/session')).body.proven).toBe(true)
    const { id, clientId } = await leadOf(who, (lead) => lead.clientId !== null)
    expect(clientId).toBe(id)
  })
})

describe('what the staff makes of a lead', () => {
  // spec: 2.17
  it('moves it, once', async () => {
    const { id } = await leadOf(await asks())
    const { status, body } = await admin.put('/api/move-lead', { leadId: id, stage: 'contacted' })
    expect([status, body.message]).toEqual([200, 'Lead moved'])
    expect(body.events).toMatchObject([{ type: 'LeadMoved', data: { stage: 'contacted' }, by: { name: 'meera' } }])
    expect((await admin.put('/api/move-lead', { leadId: id, stage: 'contacted' })).body.events).toEqual([])
  })

  it('wins it without a client, and with one when the address has an account', async () => {
    const who = await asks()
    const { id } = await leadOf(who)
    const convert = async (more = {}) => (await admin.put('/api/convert-lead', { leadId: id, ...more })).body
    const alone = await convert({ clientId: 'another' })
    expect([alone.events.length, alone.events[0].data]).toEqual([1, {}])
    const guest = server.visitor()
    await guest.post('/api/register', { ...nima, email: who.email, password: 'tea-at-four-in-the-rain' })
    const result = await convert()
    expect(result).toMatchObject({
      events: [],
      message: 'We’ve asked the client to confirm their email address.', // it was won before
    })
    const [, token] = /confirm-address\/([\w.-]+)/.exec(await server.mailTo(who.email, 2))!
    expect((await guest.put('/api/prove-address', { token })).status).toBe(200)
    const { id: clientId } = (await guest.get('/api/session')).body
    expect((await convert()).events).toMatchObject([{ type: 'LeadConverted', data: { clientId } }])
    expect((await convert()).events).toEqual([])
    expect(await leadOf(who, (lead) => lead.clientId !== null)).toMatchObject({ stage: 'won', clientId })
  })

  it('wins no admin as a client', async () => {
    await server.visitor().post('/api/submit-details', { ...nima, email: 'meera@longhand.example' })
    const lead = await leadOf({ email: 'meera@longhand.example' })
    expect(lead.clientId).toBeNull()
    const notInvited = 'This email address belongs to an admin'
    expect((await admin.get(`/api/get-lead?id=${lead.id}`)).body).toMatchObject({ client: null, notInvited })
    const { body } = await admin.put('/api/convert-lead', { leadId: lead.id })
    expect(body.events.map(({ data }: { data: object }) => data)).toEqual([{}])
    expect(body.message).toBe('Lead marked as won')
  })

  it('invites whom it wins, by a mail that repeats nothing a stranger typed', async () => {
    const who = await asks({ name: 'Visit http://evil.example now' })
    const { id, revision } = await leadOf(who)
    const key = { 'Idempotency-Key': randomUUID(), 'If-Match': `"${revision}"` }
    const first = await admin.put('/api/convert-lead', { leadId: id }, key)
    const again = await admin.put('/api/convert-lead', { leadId: id }, key)
    expect([first.status, first.body.message]).toEqual([200, 'Lead marked as won. Invitation sent.'])
    expect(again.body).toEqual(first.body)
    const mail = await server.mailTo(who.email)
    expect(await server.mailsTo(who.email)).toHaveLength(1)
    expect(mail).not.toContain('evil.example')
    expect(mail).toContain('because someone asked us for prices with this address')
    const token = /\/invitation\/([\w.-]+)/.exec(mail)![1]!
    const { body } = await server.visitor().get(`/api/get-invitation?token=${token}`)
    expect(body).toMatchObject({ role: 'client', email: who.email, phone: '+919845012345' })
    const guest = server.visitor()
    const form = { token, name: 'Nima Lepcha', phone: '98450 12345', password: 'tea-at-four-in-the-rain' }
    const accepted = await guest.post('/api/accept-invitation', form)
    expect([accepted.status, accepted.body.message]).toEqual([201, 'Welcome. Your account is ready.'])
    expect((await guest.get('/api/session')).body).toMatchObject({ email: who.email, admin: false })
    expect((await server.visitor().get(`/api/get-invitation?token=${token}`)).status).toBe(404)
    const details = (await admin.get(`/api/get-lead?id=${id}`)).body
    expect(details).toMatchObject({ client: { id, name: 'Nima Lepcha', proven: true }, invitation: null })
  })

  it('mails one link to confirm an address, however often the request is sent', async () => {
    const who = await asks()
    const { id } = await leadOf(who)
    await server.visitor().post('/api/register', { ...nima, email: who.email, password: 'tea-at-four-in-the-rain' })
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await admin.put('/api/convert-lead', { leadId: id }, key)
    const again = await admin.put('/api/convert-lead', { leadId: id }, key)
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(first.body.message).toContain('asked the client to confirm their email address')
    expect(await server.mailsTo(who.email)).toHaveLength(1)
    await admin.put('/api/suspend-account', { personId: id })
    const suspended = await admin.put('/api/convert-lead', { leadId: id })
    expect([suspended.status, suspended.body.message]).toEqual([200, 'Lead marked as won'])
    expect(await server.mailsTo(who.email)).toHaveLength(1)
  })

  it('wins no one where the mail that follows would have no link', async () => {
    const own = await startTestServer({ production: true })
    onTestFinished(() => own.close())
    const [owner, email] = [await own.admin(), 'unreached@example.com']
    await own.visitor().post('/api/submit-details', { ...nima, email })
    const found = async () => (await owner.get('/api/get-leads')).body.data
    await expect.poll(found).toMatchObject([{ email }])
    const { status } = await owner.put('/api/convert-lead', { leadId: (await found())[0].id })
    await own.settled()
    expect([status, await found()]).toMatchObject([409, [{ stage: 'new' }]])
  })

  it('sends no mail when another admin was faster', async () => {
    const who = await asks()
    const { id, revision } = await leadOf(who)
    await admin.put('/api/move-lead', { leadId: id, stage: 'lost' })
    const { status } = await admin.put('/api/convert-lead', { leadId: id }, { 'If-Match': `"${revision}"` })
    expect(status).toBe(412)
    await server.settled()
    expect(await server.mailsTo(who.email)).toEqual([])
  })

  it('notes what was said and when to ask again, and tells the second of two', async () => {
    const { id, revision } = await leadOf(await asks())
    const ifMatch = { 'If-Match': `"${revision}"` }
    const followUpAt = '2027-01-05T05:30:00.000Z'
    const first = await admin.put('/api/update-lead', { leadId: id, note: ' Ring before noon. ', followUpAt }, ifMatch)
    expect(first.body.events).toMatchObject([
      { type: 'LeadNoted', data: { note: 'Ring before noon.' } },
      { type: 'FollowUpScheduled', data: { at: followUpAt } },
    ])
    const second = await admin.put('/api/update-lead', { leadId: id, note: 'No answer.' }, ifMatch)
    expect(second.status).toBe(412)
    const { body } = await admin.get(`/api/get-lead?id=${id}`, { 'After-Position': first.body.position })
    expect(body.lead).toMatchObject({ note: 'Ring before noon.', noteBy: 'meera', followUpAt })
  })

  it.each([
    { note: 'x'.repeat(2_001) },
    { note: 7 },
    { followUpAt: 'soon' },
    { followUpAt: '2027-02-30T05:30:00.000Z' },
  ])('does not note %j', async (wrong) => {
    const { id } = await leadOf(await asks())
    const { status, body } = await admin.put('/api/update-lead', { leadId: id, ...wrong })
    expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(wrong)])
  })

  it('tells whether the address of an account is proven, and who may be the same person', async () => {
    const [who, other] = [await asks({ phone: '98450 77777' }), await asks({ phone: '98450 77777' })]
    await server.visitor().post('/api/register', { ...nima, email: who.email, password: 'tea-at-four-in-the-rain' })
    const { id } = await leadOf(who)
    const twin = await leadOf(other)
    const { body } = await admin.get(`/api/get-lead?id=${id}`)
    expect(body).toMatchObject({
      client: { id, proven: false },
      invitation: null,
      alike: [{ id: twin.id, by: 'phone' }],
    })
    const page = await list('?limit=2')
    expect(page.map((lead) => (lead as { alike?: boolean }).alike)).toEqual([true, true])
    expect((await admin.get('/api/get-lead?id=nobody')).status).toBe(404)
  })

  it('is about leads there are', async () => {
    for (const [path, more] of [
      ['/api/move-lead', { stage: 'won' }],
      ['/api/convert-lead', {}],
    ] as const) {
      expect((await admin.put(path, { leadId: 'nobody', ...more })).status).toBe(404)
      expect((await admin.put(path, { leadId: '../x', ...more })).status).toBe(400)
    }
    const { id } = await leadOf(await asks())
    expect((await admin.put('/api/move-lead', { leadId: id, stage: 'gone' })).status).toBe(400)
  })

  it('is seen live by the staff alone', async () => {
    const [staff, other] = [await admin.connect(), await client.connect()]
    const who = await asks()
    const received = await staff.waitFor((events) => events.some(({ type }) => type === 'LeadSubmitted'))
    expect(received.at(-1)).toMatchObject({ data: { email: who.email }, revision: 0 })
    const orderId = await client.order()
    await other.waitFor((events) => events.some((event) => event.orderId === orderId))
    expect(other.received.map(({ type }) => type)).toEqual(['OrderOpened'])
    staff.close()
    other.close()
  })
})

describe('the counts of leads', () => {
  const counts = async (query: string, position: string) =>
    (await admin.get(`/api/get-lead-counts?dayEnds=2030-01-02T00:00:00.000Z${query}`, { 'After-Position': position }))
      .body

  it('are exact, by stage, by what is due and by ranges', async () => {
    const before = await counts('', '0')
    const { id } = await leadOf(await asks({ name: 'Countess Ada' }))
    const { body: moved } = await admin.put('/api/move-lead', { leadId: id, stage: 'contacted' })
    const ranges =
      '&ranges=contacted:2030-01-01T00:00:00.000Z/2030-01-02T00:00:00.000Z,contacted:2030-01-01T10:00:00.000Z/'
    const undated = await counts(`${ranges},contacted:/2030-01-01T00:00:00.000Z&undated=true`, moved.position)
    expect(undated.ranges).toEqual([0, 0, before.undated + 1])
    const { body } = await admin.put('/api/update-lead', { leadId: id, followUpAt: '2030-01-01T09:00:00.000Z' })
    const after = await counts(ranges, body.position)
    expect(after.all - before.all).toBe(1)
    expect(after.stages.contacted - before.stages.contacted).toBe(1)
    expect(after.today - before.today).toBe(1)
    expect(after.late - before.late).toBe(0)
    expect(after.ranges).toEqual([1, expect.any(Number)])
    expect((await counts('&search=countess', body.position)).stages).toEqual({ new: 0, contacted: 1, won: 0, lost: 0 })
  })
  it('end before a time however it is written', async () => {
    const who = await asks()
    const { id } = await leadOf(who)
    await admin.put('/api/move-lead', { leadId: id, stage: 'contacted' })
    const followUpAt = '2031-03-01T10:00:00.000Z'
    const { body } = await admin.put('/api/update-lead', { leadId: id, followUpAt })
    const due = async (dueBefore: string) =>
      (
        await admin.get(`/api/get-leads?search=${who.email}&dueBefore=${dueBefore}`, {
          'After-Position': body.position,
        })
      ).body.data
    expect(await due('2031-03-01T10:00:00Z')).toHaveLength(0)
    expect(await due('2031-03-01T10:00:01Z')).toHaveLength(1)
  })

  it.each(['', '&ranges=gone:/', '&ranges=new:2026-11-09T18:30:00Z/', '&ranges=new', `&search=${'x'.repeat(121)}`])(
    'are not asked for by %j',
    async (query) => {
      const dayEnds = query === '' ? 'today' : '2030-01-02T00:00:00.000Z'
      expect((await admin.get(`/api/get-lead-counts?dayEnds=${dayEnds}${query}`)).status).toBe(400)
    },
  )
})

describe('a failed fit test', () => {
  const record = (answers: unknown, more = {}, headers = {}) =>
    server.visitor().post('/api/record-fit-test', { answers, ...more }, headers)
  const statistics = async () => (await admin.get('/api/get-fit-tests')).body.data

  it('is counted by day and question, without a word about who it was', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    for (const headers of [{}, key, key]) {
      const { status, body } = await record({ ...answers, 2: 'no', 5: 'yes' }, {}, headers)
      expect([status, body]).toEqual([200, { message: 'Thank you for taking the test.' }])
    }
    expect((await record(answers)).status).toBe(200) // passed: not counted
    await record({ ...answers, 5: 'yes' })
    await expect.poll(async () => (await statistics())[0]?.failed).toBe(3)
    expect(await statistics()).toEqual([
      { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), failed: 3, byQuestion: { 2: 2, 5: 3 } },
    ])
    expect((await admin.get('/api/get-fit-tests?days=0')).status).toBe(400)
  })

  it.each([undefined, null, [], 'yes', {}, { ...answers, 3: 'maybe' }, { ...answers, 6: 'yes' }])(
    'is five answers, not %j',
    async (answers) => expect((await record(answers)).status).toBe(400),
  )
  it('brings nothing else along', async () => {
    expect((await record(answers, { email: nima.email })).status).toBe(400)
    expect((await record(answers, { more: 'x'.repeat(5_000) })).status).toBe(413)
  })
})

describe('leads and their statistics', () => {
  it.each([
    ['GET', '/api/get-leads'],
    ['GET', '/api/get-fit-tests'],
    ['PUT', '/api/move-lead', { leadId: 'x', stage: 'won' }],
    ['PUT', '/api/convert-lead', { leadId: 'x' }],
    ['PUT', '/api/update-lead', { leadId: 'x', note: 'x' }],
    ['GET', '/api/get-lead?id=x'],
    ['GET', '/api/get-lead-counts?dayEnds=2030-01-02T00:00:00.000Z'],
    ['GET', '/api/get-funnel'],
  ] as const)('are for admins: %s %s', async (method, path, body?: object) => {
    expect((await client.ask(method, path, body)).status).toBe(403)
    expect((await server.visitor().ask(method, path, body)).status).toBe(401)
  })
})

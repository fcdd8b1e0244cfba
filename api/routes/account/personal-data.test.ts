import { afterAll, beforeAll, expect, it } from 'vitest'
import { downloaded } from '#api/testing/downloaded.ts'
import {
  adminLogin,
  picture,
  startTestServer,
  type TestServer,
  type Visitor,
  validAnswers,
} from '#api/testing/test-server.ts'
import { personalDownload } from '#domain/account/personal-download.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

const password = 'bread-at-six-gone-by-ten'

const idOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body.id as string
const emailOf = async (visitor: Visitor) => (await visitor.get('/api/session')).body.email as string

/** Waits until the person is shown as erased. */
async function erased(id: string) {
  await expect
    .poll(async () => (await admin.get(`/api/get-person?id=${id}`)).body.data[0].status, { timeout: 20_000 })
    .toBe('erased')
}

// spec: 11.52
it('a client downloads everything there is of them', async () => {
  const asha = await server.client('Asha Rao')
  const { body: opened } = await asha.submit({ ...validAnswers, 1: 'Seven looms in Mysuru' })
  await asha.post('/api/send-message', { orderId: opened.orderId, text: 'May it be green?' })
  await asha.share(opened.orderId, [picture('../../loom: door.png'), picture('loom- door.png')])
  const { status, body } = await asha.post('/api/request-data', { password })
  expect(status).toBe(200)
  const { response, files } = await downloaded(asha, body.link)
  expect(response.headers.get('Content-Type')).toBe('application/zip')
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="Asha Rao, \d{4}-\d\d-\d\d\.zip"/)
  const data = personalDownload.parse(JSON.parse(String(files.get('data.json'))))
  expect(JSON.parse(String(files.get('data.json')))).toEqual(data) // nothing is left out of the schema
  expect(data.profile).toMatchObject({ name: 'Asha Rao', email: await emailOf(asha), phone: '+919845012345' })
  expect(data.sessions).toHaveLength(1)
  expect(data.orders).toMatchObject([{ id: opened.orderId, messages: [{ by: 'Asha Rao', text: 'May it be green?' }] }])
  expect(data.orders[0]!.answers[0]).toMatchObject({ answer: 'Seven looms in Mysuru' })
  expect(data.orders[0]!.history.map(({ what }) => what)).toContain('“May it be green?”')
  const paths = data.orders[0]!.files.map(({ path }) => path!)
  expect(new Set(paths).size).toBe(2)
  for (const path of paths) {
    expect(path).toMatch(/^files\/[^/]+\/[^/]+$/)
    expect(files.get(path)!.length).toBeGreaterThan(50)
  }
  expect(String(files.get('read me.html'))).toContain('Seven looms in Mysuru')
  expect(JSON.parse(String(files.get('data.schema.json')))).toMatchObject({ type: 'object' })
  const mail = await server.mailTo(await emailOf(asha))
  expect(mail).toContain('downloaded by you.')
})

it('has files that were deleted or replaced while they are stored, unsent answers, and where one logged in', async () => {
  const asha = await server.client('Asha Rao')
  const files = { 7: picture('Q&amp;A #1.png') }
  const { orderId } = (await asha.submit(validAnswers, files)).body
  const admin = await server.admin()
  const deleted: number[] = []
  for (const [person, name] of [
    [asha, 'regretted.png'],
    [admin, 'of another client.png'],
  ] as const) {
    const { id, data } = (await person.share(orderId, [picture(name)])).body.events[0]
    const call = `/api/delete-shared-file?id=${id}&fileName=${data.file.filename}`
    deleted.push((await person.ask('DELETE', call)).status)
  }
  const amended = await asha.put('/api/amend-answers', { orderId, answers: JSON.stringify([{ id: 7, answer: null }]) })
  expect([...deleted, amended.status]).toEqual([200, 200, 200])
  await asha.put('/api/save-draft', { answers: [{ id: 1, answer: 'A second loom', age: 0 }] })
  const { link } = (await asha.post('/api/request-data', { password })).body
  const { files: zip } = await downloaded(asha, link)
  const data = personalDownload.parse(JSON.parse(String(zip.get('data.json'))))
  expect(data.draft).toEqual({ 1: 'A second loom' })
  expect(data.history.map(({ what }) => what)).toContain('Logged in')
  expect(data.history.find(({ data }) => data?.email)?.data?.email).toBe(await emailOf(asha))
  expect(data.security).toContainEqual(
    expect.objectContaining({ origin: expect.objectContaining({ address: expect.any(String) }) }),
  )
  expect(data.orders[0]!.files.map(({ name, path }) => [name, zip.has(path!)])).toEqual([
    ['Q&amp;A #1.png', true],
    ['regretted.png', true],
  ])
  const page = String(zip.get('read me.html'))
  expect(page).toContain('Q&amp;amp;A%20%231.png"')
  for (const text of ['A second loom', 'Logged in', '127.0.0.1']) expect(page).toContain(text)
})

it('hands out no price request of an address that is not confirmed, and deletes none', async () => {
  const email = 'nima@sleepers.example'
  const lead = { name: 'Nima Sherpa', email, phone: '98450 12399', source: 'customer-filter' }
  await server.visitor().post('/api/submit-details', lead)
  const stranger = server.visitor()
  await stranger.post('/api/register', { name: 'Another', email, phone: '98450 12345', password })
  const { link } = (await stranger.post('/api/request-data', { password })).body
  const data = String((await downloaded(stranger, link)).files.get('data.json'))
  expect([personalDownload.parse(JSON.parse(data)).request, data.includes(lead.name)]).toEqual([undefined, false])
  const refusal = 'To delete your account, please confirm your email address first.'
  expect((await stranger.get('/api/preview-erasure')).body.data[0]).toMatchObject({ refusal })
  const refused = await stranger.post('/api/erase-my-account', { password, confirmation: email })
  expect([refused.status, refused.body.message]).toEqual([409, refusal])
  await server.confirm(stranger)
  expect((await stranger.post('/api/erase-my-account', { password, confirmation: email })).status).toBe(200)
})

it('says that a code was asked for, and not from where: it may have been anyone', async () => {
  const asha = await server.client()
  const email = await emailOf(asha)
  for (const path of ['/api/checkotp', '/api/request-device-code'])
    await server.visitor().post(path, { email }, { 'User-Agent': 'Somebody else' })
  const { link } = (await asha.post('/api/request-data', { password })).body
  const data = String((await downloaded(asha, link)).files.get('data.json'))
  const requests = personalDownload
    .parse(JSON.parse(data))
    .security.filter(({ what }) => what.startsWith('asked for a '))
  expect(requests.map(({ what, origin }) => [what, origin]).sort()).toEqual([
    ['asked for a code to confirm a device', undefined],
    ['asked for a password reset', undefined],
  ])
  expect(data).not.toContain('Somebody else')
})

it('has what the security log says from before one registered once the address is confirmed', async () => {
  const email = 'pema@sleepers.example'
  await admin.post('/api/invite-client', { email })
  await server.visitor().post('/api/login', { email, password: 'a guess' })
  server.advanceTime(1)
  const person = server.visitor()
  await person.post('/api/register', { name: 'Pema', email, phone: '98450 12345', password })
  const logOf = async () => {
    const { link } = (await person.post('/api/request-data', { password })).body
    const data = String((await downloaded(person, link)).files.get('data.json'))
    return personalDownload.parse(JSON.parse(data)).security.map(({ what }) => what)
  }
  const early = await logOf()
  expect([early.includes('registered'), early.includes('login failed')]).toEqual([true, false])
  await server.confirm(person)
  expect(await logOf()).toContain('login failed')
})

// security: 14.4
it('is handed out with the password alone, to the session that asked, and for two minutes', async () => {
  const asha = await server.client()
  const wrong = await asha.post('/api/request-data', { password: 'a guess' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'This password is wrong' }])
  const { link } = (await asha.post('/api/request-data', { password })).body
  const farhan = await server.client('Farhan Qureshi')
  expect((await downloaded(farhan, link)).response.status).toBe(403)
  const elsewhere = server.visitor()
  await elsewhere.post('/api/login', { email: await emailOf(asha), password })
  expect((await downloaded(elsewhere, link)).response.status).toBe(403)
  expect((await downloaded(asha, link)).response.status).toBe(200)
  server.advanceTime(2 * 60_000 + 1)
  expect((await downloaded(asha, link)).response.status).toBe(403)
})

it('an admin downloads it for a client, who is told of it; a client for no one else', async () => {
  const [asha, farhan] = [await server.client(), await server.client('Farhan Qureshi')]
  const personId = await idOf(asha)
  expect((await farhan.post('/api/request-data', { password, personId })).status).toBe(403)
  const { body } = await admin.post('/api/request-data', { password: adminLogin.password, personId })
  const { files } = await downloaded(admin, body.link)
  expect(JSON.parse(String(files.get('data.json'))).profile.id).toBe(personId)
  expect(await server.mailTo(await emailOf(asha))).not.toContain('downloaded by you.')
})

it('a client erases themselves: once no order is open, with the password and the address', async () => {
  const asha = await server.client()
  const [email, id] = [await emailOf(asha), await idOf(asha)]
  const orderId = await asha.order()
  const refused = await asha.post('/api/erase-my-account', { password, confirmation: email })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'To delete your account, ask us to complete or cancel your open project first.',
  ])
  expect((await asha.get('/api/preview-erasure')).body.data[0]).toMatchObject({
    orders: { open: 1 },
    refusal: refused.body.message,
  })
  await admin.put('/api/complete-or-cancell', { orderId, status: 'complete' })
  const mistyped = await asha.post('/api/erase-my-account', { password, confirmation: 'someone@example.com' })
  expect(mistyped.body.fields).toEqual({ confirmation: 'This is not the email address of the account to delete' })
  const done = await asha.post('/api/erase-my-account', { password, confirmation: email.toUpperCase() })
  expect([done.status, done.body.message]).toEqual([200, 'Your personal data is being deleted.'])
  expect((await asha.get('/api/session')).status).toBe(401)
  expect((await server.visitor().post('/api/login', { email, password })).status).toBe(401)
  await erased(id)
  const { body } = await admin.get(`/api/get-single-order?id=${orderId}`)
  expect(body.data[0]).toMatchObject({
    title: 'Deleted client’s project',
    completed: 1,
    conversation: [],
    client_id: '',
    ...{ name: 'Deleted client', phone: '', email: '' },
  })
  expect(body.data[0].clientErased).toBeTruthy()
})

it('an admin erases a client with an open order, and the history stays whole', async () => {
  const asha = await server.client('Zubaida Qotbi')
  const [email, personId] = [await emailOf(asha), await idOf(asha)]
  const { body: opened } = await asha.submit({ ...validAnswers, 1: 'Qumquat jam' })
  const { orderId } = opened
  const shared = await asha.share(orderId, [picture('zubaida.png')])
  const { filename } = shared.body.events[0].data.file
  await asha.post('/api/send-message', { orderId, text: 'Xylophonic' })
  expect((await admin.get(`/api/preview-erasure?id=${personId}`)).body.data[0]).toMatchObject({
    ...{ name: 'Zubaida Qotbi', email, known: 'account', files: 1 },
    orders: { open: 1, closed: 0 },
  })
  const erase = (key: string) =>
    admin.post(
      '/api/erase-person',
      { personId, password: adminLogin.password, confirmation: email },
      { 'Idempotency-Key': key },
    )
  const { status, body } = await erase('of Zubaida')
  expect(status).toBe(200)
  // Sent once more, because the answer was lost.
  expect(await erase('of Zubaida')).toMatchObject({ status: 200, body: { message: body.message } })
  expect((await erase('another')).status).toBe(404)
  await erased(personId)
  const pages = await Promise.all([
    admin.get(`/api/get-single-order?id=${orderId}`),
    admin.get(`/api/get-timeline?id=${orderId}`),
    admin.get('/api/get-orders'),
    admin.get('/api/get-orders?search=Xylophonic'),
    admin.get('/api/get-people?role=client'),
    admin.get(`/api/get-person?id=${personId}`),
    admin.get('/api/export-orders'),
    admin.get('/api/export-clients'),
  ])
  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/Zubaida|Qumquat|Xylophonic/)
    expect(text).not.toContain(email)
  }
  expect(pages.at(-1)!.text).not.toContain('Deleted client')
  expect((await admin.get(`/uploads/${filename}`)).status).toBe(404)
  expect((await admin.get(`/api/verify-history?id=${orderId}`)).body.data[0].damage).toBeUndefined()
  const reopened = await admin.put('/api/reopen-order', { orderId, reason: 'More' })
  expect([reopened.status, reopened.body.message]).toEqual([
    409,
    'This project can’t be reopened, because the client’s data was deleted',
  ])
})

it('an account that is registered with the address again is a new person’s', async () => {
  const asha = await server.client()
  const [email, personId] = [await emailOf(asha), await idOf(asha)]
  const before = await asha.order()
  await admin.post('/api/erase-person', { personId, password: adminLogin.password, confirmation: email })
  await erased(personId)
  const again = server.visitor()
  const registered = await again.post('/api/register', {
    ...{ name: 'Kabir Sen', email, phone: '98450 54321', password: 'a-second-crop-of-figs' },
  })
  expect(registered.status).toBe(201)
  expect((await again.get('/api/user-order')).body.data).toEqual([])
  expect((await again.get(`/api/get-single-order?id=${before}`)).body.data).toEqual([])
  expect((await again.get('/api/check-submission')).body.isSumbmitted).toBe(false)
  const after = await again.order()
  expect(after).not.toBe(before)
  expect((await again.get(`/api/get-single-order?id=${after}`)).body.data[0]).toMatchObject({
    number: 1,
    name: 'Kabir Sen',
  })
})

it('an admin erases a lead who never had an account', async () => {
  const email = 'ritwika@example.com'
  const lead = { name: 'Ritwika Dhar', email, phone: '98450 12345', source: 'customer-filter' }
  await server.visitor().post('/api/submit-details', lead)
  const found = (await admin.get('/api/get-leads?search=Ritwika')).body.data[0]
  const { body } = await admin.post('/api/erase-person', {
    ...{ personId: found.id, password: adminLogin.password, confirmation: email },
  })
  expect(body.message).toBe('Their personal data is being deleted.')
  await erased(found.id)
  expect((await admin.get('/api/get-leads?search=Ritwika')).body.data).toEqual([])
  expect((await admin.get(`/api/get-lead?id=${found.id}`)).status).toBe(404)
})

it('of many people who are deleted at once is deleted in one go', async () => {
  const line = await admin.connect()
  const clients = await Promise.all(Array.from({ length: 6 }, () => server.client()))
  await Promise.all(clients.map((client) => client.order()))
  await Promise.all(
    clients.map(async (client) => {
      const [personId, confirmation] = [await idOf(client), await emailOf(client)]
      await admin.post('/api/erase-person', { personId, password: adminLogin.password, confirmation })
    }),
  )
  const ofErasures = (events: typeof line.received) =>
    events.map(({ type }) => type).filter((type) => type === 'ClientErased' || type === 'ErasureCompleted')
  const received = await line.waitFor((events) => {
    return ofErasures(events).filter((type) => type === 'ErasureCompleted').length === clients.length
  })
  expect(ofErasures(received).join()).toContain('ErasureCompleted,ErasureCompleted')
  line.close()
})

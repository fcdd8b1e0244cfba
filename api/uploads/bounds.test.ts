import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  adminLogin,
  picture,
  startTestServer,
  type TestServer,
  type Visitor,
  validAnswers,
} from '#api/testing/test-server.ts'
import { defaultLimits } from '#domain/contract/limits.ts'
import { asha, fileShared } from '#domain/samples.ts'
import { openDiskFiles } from '#infra/files/disk.ts'
import { readSettings } from '#infra/settings.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { createAllowances } from './allowance.ts'

let server: TestServer
afterEach(() => server.close())

const { files } = readSettings({})
const megabyte = 'x'.repeat(1024 * 1024)
const stored = async () => (await readdir(join(server.dataDir, 'files', 'files'))).length

/** An upload that begins and does not end, until it is told to. */
async function endless(visitor: Visitor) {
  const type = 'multipart/form-data; boundary=b'
  const headers = { Cookie: visitor.cookie, Origin: server.url, 'Content-Type': type, Expect: '100-continue' }
  const outgoing = request(`${server.url}/api/submit-answer`, { method: 'POST', headers })
  onTestFinished(() => void outgoing.destroy())
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (response) => resolve(response.resume().statusCode!)).on('error', () => resolve(0))
  })
  await new Promise((taken) => outgoing.on('continue', taken))
  outgoing.write('--b\r\nContent-Disposition: form-data; name="answers"\r\n\r\n')
  return { status, end: () => void outgoing.end('[]\r\n--b--\r\n') }
}

describe('a form that is sent', () => {
  // spec: 11.43
  // security: 2.7
  it('has no more text than answers have, and that is found out before all of it is kept', async () => {
    server = await startTestServer()
    const asha = await server.client()
    const form = new FormData()
    for (let n = 0; n < 10; n++) form.append('answers', megabyte)
    const { status, body } = await asha.ask('POST', '/api/submit-answer', form)
    expect([status, body]).toEqual([413, { message: 'The request is too large' }])
    const many = new FormData()
    for (let n = 0; n < 99; n++) many.append(`field${n}`, 'x')
    expect((await asha.ask('POST', '/api/submit-answer', many)).status).toBe(413)
    expect((await asha.submit()).status).toBe(201)
  })

  it('is one of a few at a time for one account, and others send theirs', async () => {
    server = await startTestServer({ limits: defaultLimits })
    const [asha, zoya] = [await server.client(), await server.client()]
    const open = await Promise.all(Array.from({ length: 6 }, () => endless(asha)))
    await expect.poll(async () => (await asha.submit()).status).toBe(429)
    expect((await zoya.submit()).status).toBe(201)
    for (const { end } of open) end()
    expect(await Promise.all(open.map(({ status }) => status))).toEqual(Array(6).fill(400))
    expect((await asha.submit()).status).toBe(201)
  })
})

describe('the files of a client', () => {
  // security: 5.3
  it('take so much room and no more, answers and shared ones together; nothing of the rest is kept', async () => {
    server = await startTestServer({ files: { ...files, accountQuota: 5_000 } })
    const [asha, admin, zoya] = [await server.client(), await server.admin(), await server.client()]
    const { status, body } = await asha.submit(validAnswers, { 7: picture('door.png', 2_000) })
    expect(status).toBe(201)
    expect((await asha.share(body.orderId, [picture('one.png', 2_000)])).status).toBe(200)
    const before = await stored()
    const full = { message: 'You’ve used all your file space. Please ask us for more.' }
    const refused = await asha.submit(validAnswers, { 7: picture('door.png', 2_000) })
    expect([refused.status, refused.body]).toEqual([409, full])
    expect((await asha.share(body.orderId, [picture('two.png', 2_000)])).status).toBe(409)
    // Together they count before any of them is recorded.
    const at = await Promise.all([1, 2, 3].map(() => asha.share(body.orderId, [picture('half.png', 800)])))
    expect(at.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await stored()).toBe(before + 1)
    expect((await admin.share(body.orderId, [picture('three.png', 6_000)])).status).toBe(200)
    expect((await zoya.submit(validAnswers, { 7: picture('door.png', 2_000) })).status).toBe(201)
  })

  const full = 'You’ve used all your file space. Please ask us for more.'

  async function allowancesOf(quota: number) {
    server = await startTestServer()
    const { events, documents } = await testStores()
    const projections = await startProjections(events, documents, () => {})
    onTestFinished(() => projections.close())
    const disk = await openDiskFiles(join(server.dataDir, 'none'))
    const known = { latest: 0n }
    const given = { latest: () => known.latest, now: Date.now }
    return { events, known, allowances: createAllowances({ ...given, files: disk, model: projections.files, quota }) }
  }

  it('count once where their upload ends while another one waits for the list that has them', async () => {
    const { events, known, allowances } = await allowancesOf(100_000)
    const ending = Promise.withResolvers<void>()
    const { size } = fileShared.data.file
    const first = allowances.within(asha, async (take) => {
      take(size!)
      await ending.promise
    })
    await expect.poll(() => allowances.within(asha, async (all) => all(100_000)).catch(String)).toContain(full)
    known.latest = 1n
    const second = allowances.within(asha, async (take) => take(size!))
    ending.resolve()
    await first
    await record(events, 'order-1', fileShared)
    await second
  })

  it('count while another upload of the same client goes on that began before', async () => {
    const { allowances } = await allowancesOf(100)
    await allowances.within(asha, async (second) => {
      await allowances.within(asha, async (first) => first(60))
      expect(() => second(60)).toThrow(full)
      second(40)
      await expect(allowances.within(asha, async (third) => third(101))).rejects.toThrow(full)
    })
    // What was sent is counted by the lists from now on: these know of no file.
    await allowances.within(asha, async (later) => later(100))
    // What comes once more takes no room from others, and is no more itself than a client may have.
    await allowances.within(asha, async (repeating) => {
      repeating(60, true)
      await allowances.within(asha, async (other) => other(100))
      expect(() => repeating(41, true)).toThrow(full)
    })
  })

  it('count once when their upload is sent once more', async () => {
    server = await startTestServer({ files: { ...files, accountQuota: 3_000 } })
    const asha = await server.client()
    const orderId = await asha.order()
    const send = (key: string) => asha.share(orderId, [picture('one.png', 2_000)], {}, { 'Idempotency-Key': key })
    const [first, again] = [await send('once'), await send('once')]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await send('another')).status).toBe(409)
    // Others under the same key are refused as they arrive, once they are more than a client may have.
    const others = [picture('two.png', 2_000), picture('three.png', 2_000)]
    const { body } = await asha.share(orderId, others, {}, { 'Idempotency-Key': 'once' })
    expect(body.message).toBe('You’ve used all your file space. Please ask us for more.')
    await expect.poll(stored).toBe(1)
  })

  it('still count when they are deleted, until they are gone from the disk', async () => {
    server = await startTestServer({ files: { ...files, accountQuota: 3_000 } })
    const asha = await server.client()
    const orderId = await asha.order()
    const shared = await asha.share(orderId, [picture('one.png', 2_000)])
    const { id, data } = shared.body.events[0]
    const path = `/api/delete-shared-file?id=${id}&fileName=${data.file.filename}`
    expect((await asha.ask('DELETE', path)).status).toBe(200)
    expect((await asha.share(orderId, [picture('two.png', 2_000)])).status).toBe(409)
    server.advanceTime(31 * 24 * 60 * 60 * 1000)
    const again = Object.assign(server.visitor(), {})
    await again.post('/api/login', { email: 'client-1@example.com', password: 'bread-at-six-gone-by-ten' })
    expect((await again.share(orderId, [picture('two.png', 2_000)])).status).toBe(200)
  })
})

describe('a disk with little room left', () => {
  // security: 5.3
  it('takes no files any more, and everything else goes on', async () => {
    server = await startTestServer({ files: { ...files, reserve: Number.MAX_SAFE_INTEGER } })
    const asha = await server.client()
    const orderId = await asha.order()
    const { status, headers, body } = await asha.share(orderId, [picture()])
    expect([status, body]).toEqual([503, { message: 'There is no space for files right now. Everything else works.' }])
    expect(headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(await stored()).toBe(0)
    expect((await server.visitor().post('/api/login', adminLogin)).status).toBe(200)
    expect((await asha.post('/api/send-message', { orderId, text: 'No room?' })).status).toBe(200)
    expect((await server.visitor().get('/readyz')).body).toMatchObject({ ready: true, down: ['The file store'] })
  })
})

describe('what a client begins', () => {
  it('is so many projects at a time', async () => {
    server = await startTestServer({ openOrdersPerClient: 3 })
    const [asha, zoya] = [await server.client(), await server.client()]
    for (let n = 0; n < 3; n++) expect((await asha.submit()).status).toBe(201)
    const { status, body } = await asha.submit()
    const message = 'You already have 3 open projects. Please wait until one is completed.'
    expect([status, body]).toEqual([409, { message }])
    expect((await zoya.submit()).status).toBe(201)
  })

  it('is so many projects also when they are sent at once, one of them twice', async () => {
    server = await startTestServer({ openOrdersPerClient: 2 })
    const asha = await server.client()
    const keys = ['one', 'one', 'two', 'three', 'four']
    const answers = await Promise.all(keys.map((key) => asha.submit(validAnswers, {}, { 'Idempotency-Key': key })))
    const opened = answers.filter(({ status }) => status === 201)
    expect(new Set(opened.map(({ body }) => body.orderId)).size).toBe(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5 - opened.length)
    expect([answers[0]!.status, answers[0]!.body.orderId]).toEqual([answers[1]!.status, answers[1]!.body.orderId])
  })

  it('is answered once more when the answer to the last one was lost', async () => {
    server = await startTestServer({ openOrdersPerClient: 1 })
    const client = await server.client()
    const key = { 'Idempotency-Key': 'once' }
    const before: { id: number }[] = JSON.parse((await client.get('/api/get-questions')).body.data[0].questions)
    const answers = JSON.stringify(before.map((each) => ({ ...each, answer: validAnswers[each.id] ?? null })))
    const submit = () => client.upload('/api/submit-answer', { answers }, [], key)
    const first = await submit()
    // The questions may have changed since: it answered those of its time.
    const questions = JSON.stringify([...before, { ...before[0], id: 99, question: 'Your budget?', required: true }])
    const admin = await server.admin()
    expect((await admin.put('/api/update-package', { packageId: 1, questions })).status).toBe(200)
    const again = await submit()
    expect([first.status, again.status, again.body.orderId]).toEqual([201, 201, first.body.orderId])
    expect((await client.submit({ ...validAnswers, 99: 'Little' })).status).toBe(409)
  })

  it('is a draft no longer than a form is', async () => {
    server = await startTestServer()
    const asha = await server.client()
    const { data } = (await asha.get('/api/get-questions')).body
    const ids = (JSON.parse(data[0].questions) as { id: number; answerType: string }[]).filter(
      ({ answerType }) => answerType !== 'File',
    )
    const long = Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(990)}`)
    const statuses = []
    for (const { id } of ids) {
      statuses.push((await asha.put('/api/save-draft', { answers: [{ id, answer: long, age: 0 }] })).status)
    }
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200])
    expect(statuses.at(-1)).toBe(413)
    expect((await asha.get('/api/get-draft')).text.length).toBeLessThan(1_100_000)
  })
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { picture, startTestServer, type TestServer, validAnswers } from '#api/testing/test-server.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import { defaultQuestions } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const logo = (name = 'The name over the door.png') => picture(name)
/** The files that the server has, by their paths. */
const stored = async () =>
  (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** Answers that would open an order: what is refused is refused for the rest of the form. */
const whole = JSON.stringify(Object.entries(validAnswers).map(([id, answer]) => ({ id: Number(id), answer })))
const deep = '['.repeat(50_000) + ']'.repeat(50_000)

describe('the questionnaire', () => {
  // spec: 3.9, 7.13
  it('asks every type of question once', async () => {
    const { body } = await (await server.client()).get('/api/get-questions')
    const questions = JSON.parse(body.data[0].questions) as Question[]
    expect(new Set(questions.map(({ answerType }) => answerType)).size).toBe(12)
  })
})

describe('submitting answers', () => {
  // spec: 6.5, 7.14, 7.17
  it('opens the order with the answers and their files', async () => {
    const client = await server.client('Rohini Iyer')
    expect((await client.get('/api/check-submission')).body).toEqual({ isSumbmitted: false })
    const { status, body } = await client.submit(validAnswers, { 7: logo() })
    expect([status, body.message]).toEqual([201, 'Thank you. Your project has started.'])
    expect((await client.get('/api/check-submission')).body).toEqual({ isSumbmitted: true })
    const { data } = (await client.get(`/api/get-single-order?id=${body.orderId}`)).body
    const questions = JSON.parse(data[0].questions) as Question[]
    expect(shownQuestions(questions).map(({ id }) => id)).toEqual([1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13]) // 4 and 6 were not asked
    expect(questions.find(({ id }) => id === 7)!.answer).toEqual({
      originalName: 'The name over the door.png',
      filename: expect.stringMatching(/^[\w-]{20,}\.png$/),
      size: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(data[0].title).toBe('Rohini Iyer #1')
  })

  it("numbers a client's projects, also when two are opened at once", async () => {
    const client = await server.client('Joseph Dias')
    const answers = await Promise.all([1, 2, 3].map(() => client.submit()))
    const titles = answers.map(({ body }) => body.events[0].data.title)
    expect(titles.sort()).toEqual(['Joseph Dias #1', 'Joseph Dias #2', 'Joseph Dias #3'])
  })

  it('opens one order when it is sent twice under one key', async () => {
    const client = await server.client('Zoya Khan')
    const key = { 'Idempotency-Key': randomUUID() }
    const before = await stored()
    const first = await client.submit(validAnswers, { 7: logo() }, key)
    const second = await client.submit(validAnswers, { 7: logo() }, key)
    expect(second.body).toEqual(first.body)
    const { data } = (await client.get('/api/user-order', { 'After-Position': first.body.position })).body
    expect(data).toHaveLength(1)
    expect((await stored()).length).toBe(before.length + 1)
  })

  it('knows a repetition although the same client has opened another order since', async () => {
    const client = await server.client('Two Tabs')
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await client.submit(validAnswers, {}, key)
    const second = await client.submit(validAnswers, {}, { 'Idempotency-Key': randomUUID() })
    await client.get('/api/user-order', { 'After-Position': second.body.position })
    expect((await client.submit(validAnswers, {}, key)).body.orderId).toBe(first.body.orderId)
  })

  it('says what is wrong, by question, and keeps nothing', async () => {
    const client = await server.client('Dev Patel')
    const before = await stored()
    const { status, body } = await client.submit({ ...validAnswers, 1: ' ', 9: 'nobody', 12: '25:00' }, { 7: logo() })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['1', '9', '12']])
    expect((await client.get('/api/check-submission')).body.isSumbmitted).toBe(false)
    await expect.poll(stored).toEqual(before)
  })

  // spec: 5.18
  it('keeps the first of two files for one question', async () => {
    const client = await server.client('Two Logos')
    const form = new FormData()
    form.set('answers', whole)
    for (const name of ['first.png', 'second.png']) {
      form.append('questionIds', '7')
      form.append('files', logo(name))
    }
    const { status, body } = await client.ask('POST', '/api/submit-answer', form, { 'Idempotency-Key': randomUUID() })
    expect(status).toBe(201)
    const { answer } = body.events[0].data.questions.find(({ id }: Question) => id === 7)
    expect(answer.originalName).toBe('first.png')
  })

  it('takes a file for each id that a question may have', async () => {
    const client = await server.client('Large Id')
    const form = new FormData()
    form.set('answers', whole)
    form.append('questionIds', '1000000000')
    form.append('files', logo())
    const { status } = await client.ask('POST', '/api/submit-answer', form, { 'Idempotency-Key': randomUUID() })
    expect(status).toBe(201)
  })

  it('takes a file for each question, although fewer may be shared at once', async () => {
    const files = { answerFileSize: 1_000, sharedFileSize: 1_000, filesAtOnce: 1, quota: 9_000 }
    const small = await startTestServer({ files: { ...files, accountQuota: 9_000, reserve: 0 } })
    onTestFinished(() => small.close())
    const questions = [...defaultQuestions, { ...defaultQuestions.find(({ id }) => id === 7)!, id: 14 }]
    const admin = await small.admin()
    await admin.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) })
    const client = await small.client()
    const { status, body } = await client.submit(validAnswers, { 7: logo(), 14: logo() })
    expect(status).toBe(201)
    const both = JSON.stringify([7, 14].map((id) => ({ id, answer: '' })))
    const form = new FormData()
    form.set('orderId', body.orderId)
    form.set('answers', both)
    for (const id of ['7', '14']) {
      form.append('questionIds', id)
      form.append('files', logo('Newer.png'))
    }
    expect((await client.ask('PUT', '/api/amend-answers', form)).status).toBe(200)
  })

  it.each<[string, unknown]>([
    ['no form at all', undefined],
    ['JSON', { answers: '[]' }],
    ['ids in brackets', [['questionIds[a]', '7']]],
    ['ids in brackets twice', [['questionIds[a][b]', '7']]],
    [
      'a list of ids in brackets',
      [
        ['questionIds[]', '7'],
        ['questionIds[a]', '7'],
      ],
    ],
    ['answers in brackets', [['answers[a]', '[]']]],
    [
      'answers twice',
      [
        ['answers', '[]'],
        ['answers', '[]'],
      ],
    ],
    ['answers that go too deep', [['answers', '['.repeat(100_000) + ']'.repeat(100_000)]]],
    ['an answer that goes too deep', [['answers', `[{"id":1,"x":${deep}}]`]]],
  ])('refuses %s, and keeps nothing', async (_, sent) => {
    const client = await server.client('Odd Form')
    const before = await stored()
    const form = new FormData()
    if (Array.isArray(sent)) {
      for (const [name, value] of sent) form.append(name, value)
      if (!form.has('answers')) form.set('answers', whole)
      form.append('files', logo())
    }
    const body = Array.isArray(sent) ? form : sent
    const { status, body: answer } = await client.ask('POST', '/api/submit-answer', body, {
      'Idempotency-Key': randomUUID(),
    })
    expect([status, typeof answer.message]).toEqual([400, 'string'])
    expect((await client.get('/api/check-submission')).body.isSumbmitted).toBe(false)
    await expect.poll(stored).toEqual(before)
  })

  // security: 5.4
  it('does not take a file that is only named', async () => {
    const [owner, thief] = [await server.client('Owner One'), await server.client('Thief Two')]
    const { body } = await owner.submit(validAnswers, { 7: logo() })
    const { filename } = body.events[0].data.questions.find(({ id }: Question) => id === 7).answer
    const stolen = await thief.submit({ ...validAnswers, 7: { originalName: 'mine.png', filename } })
    expect(stolen.body.events[0].data.questions.find(({ id }: Question) => id === 7).answer).toBeNull()
    expect((await thief.get(`/uploads/${filename}`)).status).toBe(404)
  })

  // spec: 5.17
  // security: 5.1
  it('refuses a kind of file that is not on the list, and files without a question', async () => {
    const client = await server.client('Mira Nair')
    const before = await stored()
    expect((await client.submit(validAnswers, { 7: logo('setup.exe') })).status).toBe(415)
    const named = await client.submit(validAnswers, { 7: logo('a picture.pdf') })
    expect([named.status, named.body]).toEqual([
      415,
      {
        message: 'a picture.pdf: the content doesn’t match the file type',
        fields: { 7: 'a picture.pdf: the content doesn’t match the file type' },
      },
    ])
    const form = new FormData()
    form.set('answers', '[]')
    form.append('files', logo())
    expect((await client.post('/api/submit-answer', form)).status).toBe(400)
    await expect.poll(stored).toEqual(before)
  })

  it('opens one project of a questionnaire that two devices had open, and tells the second', async () => {
    const client = await server.client('Two Devices')
    const { sentAt } = (await client.get('/api/get-draft')).body
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await client.submit(validAnswers, {}, key, { sentAt })
    expect(first.status).toBe(201)
    const second = await client.submit({ ...validAnswers, 1: 'Cakes' }, {}, {}, { sentAt })
    expect([second.status, second.body.message]).toEqual([
      409,
      'You already sent these answers from another device. Your project has started.',
    ])
    // What repeats the first is answered as the first was.
    const repeated = await client.submit(validAnswers, {}, key, { sentAt })
    expect([repeated.status, repeated.body.orderId]).toEqual([201, first.body.orderId])
    expect((await client.get('/api/user-order')).body.data).toHaveLength(1)
    // Who knows of the first means another one.
    const { sentAt: later } = (await client.get('/api/get-draft')).body
    expect((await client.submit(validAnswers, {}, {}, { sentAt: later })).status).toBe(201)
  })

  it('opens one project of a questionnaire that two devices send at once', async () => {
    const client = await server.client('Two At Once')
    for (let projects = 1; projects <= 5; projects++) {
      const { sentAt } = (await client.get('/api/get-draft')).body
      const sent = await Promise.all([1, 2].map(() => client.submit(validAnswers, {}, {}, { sentAt })))
      expect(sent.map(({ status }) => status).sort()).toEqual([201, 409])
      const { position } = sent.find(({ status }) => status === 201)!.body
      const { body } = await client.get('/api/user-order', { 'After-Position': position })
      expect(body.data).toHaveLength(projects)
      server.advanceTime(1) // no two projects are of the same millisecond
    }
  })

  it('opens one project of two devices at once, also where the draft can’t be marked as sent', async () => {
    let client = await server.client('Two Unmarked')
    await client.put('/api/save-draft', { answers: [{ id: 1, answer: 'Bread', age: 0 }] })
    const restartAfter = async (sql: string) => {
      await server.stop()
      const database = new DatabaseSync(join(server.dataDir, 'documents.db'))
      database.exec(sql)
      database.close()
      await server.start()
    }
    await restartAfter("create trigger unmarked before update on drafts begin select raise(abort, 'unmarked'); end")
    client = Object.assign(server.visitor(), { cookie: client.cookie })
    const before = await stored()
    const form = new FormData()
    for (const [name, value] of Object.entries({ answers: whole, sentAt: 0, questionIds: 7 }))
      form.set(name, `${value}`)
    form.set('files', picture('slow.png', 1_000_000))
    const encoded = new Response(form)
    const slow = request(`${server.url}/api/submit-answer`, {
      method: 'POST',
      headers: { Cookie: client.cookie, Origin: server.url, 'Content-Type': encoded.headers.get('Content-Type')! },
    })
    const answered = once(slow, 'response')
    const bytes = await encoded.bytes()
    slow.write(bytes.subarray(0, 500_000))
    await expect.poll(async () => (await stored()).length).toBe(before.length + 1) // its orders are counted
    expect((await client.submit(validAnswers, {}, {}, { sentAt: 0 })).status).toBe(201)
    slow.end(bytes.subarray(500_000))
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(409)
    await restartAfter('drop trigger unmarked')
  })

  // spec: 9.25
  // security: 5.1
  it('refuses a file that is too large, and keeps nothing of it', async () => {
    const client = await server.client('Big File')
    const before = await stored()
    const answer = await client.submit(validAnswers, { 7: picture('large.png', 26 * 1024 * 1024) })
    expect([answer.status, answer.body.message]).toEqual([413, 'The request is too large'])
    await expect.poll(stored).toEqual(before)
  })

  // security: 5.1
  it('keeps nothing of a request that breaks off', async () => {
    const client = await server.client('Broken Line')
    const before = await stored()
    const boundary = 'broken'
    const url = new URL(server.url)
    const upload = request({
      host: url.hostname,
      port: url.port,
      method: 'POST',
      path: '/api/submit-answer',
      headers: {
        Cookie: client.cookie,
        Origin: server.url,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': 5_000_000,
      },
    })
    upload.on('error', () => {})
    upload.write(`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="half.png"\r\n\r\n`)
    upload.write(await picture('half.png', 1_000_000).bytes())
    await expect.poll(async () => (await stored()).length).toBe(before.length + 1) // it has begun to arrive
    upload.destroy()
    await expect.poll(stored).toEqual(before)
  })

  it.each(['', 'null', '{}', '[1]', '[{"id":"x"}]', '[{"id":1,"answer":{"$gt":""}}]', '['.repeat(50_000)])(
    'refuses answers that are no answers: %.20s',
    async (answers) => {
      const client = await server.client('Odd Input')
      const form = new FormData()
      form.set('answers', answers)
      expect((await client.post('/api/submit-answer', form)).status).toBe(400)
    },
  )

  it('is for clients', async () => {
    expect((await (await server.admin()).submit()).status).toBe(403)
    expect((await server.visitor().post('/api/submit-answer', new FormData())).status).toBe(401)
  })
})

describe('a file', () => {
  // spec: 7.44, 7.45
  // security: 5.2
  it('is shown to those who see its order, whole or in part, and saved when asked', async () => {
    const [owner, stranger, admin] = [
      await server.client('File Owner'),
      await server.client('File Stranger'),
      await server.admin(),
    ]
    const { body } = await owner.submit(validAnswers, { 7: logo('Größe "1"; ünï.png') })
    const { filename } = body.events[0].data.questions.find(({ id }: Question) => id === 7).answer
    const caughtUp = { 'After-Position': body.position }
    await owner.get('/api/user-order', caughtUp)

    const whole = await owner.get(`/uploads/${filename}`)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('Content-Type')).toBe('image/png')
    expect(whole.headers.get('Content-Disposition')).toMatch(/^inline; filename="Gr.*filename\*=UTF-8''Gr%C3%B6%C3%9Fe/)
    expect(whole.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(whole.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect((await admin.get(`/uploads/${filename}?download=true`)).headers.get('Content-Disposition')).toMatch(
      /^attachment/,
    )

    const part = await owner.get(`/uploads/${filename}`, { Range: 'bytes=1-3' })
    expect([part.status, part.text, part.headers.get('Content-Range')]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${picture().size}`,
    ])
    const beyond = await owner.get(`/uploads/${filename}`, { Range: 'bytes=999-' })
    expect([beyond.status, beyond.body]).toEqual([416, { message: 'The file ends before that' }])

    expect((await stranger.get(`/uploads/${filename}`)).status).toBe(404)
    expect((await owner.get('/uploads/..%2F..%2Fevents.db')).status).toBe(404)
  })

  // security: 3.9
  it('that a page could run is never shown as a page', async () => {
    const owner = await server.client('Svg Owner')
    const { body } = await owner.submit(validAnswers, {
      7: new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'drawing.svg'),
    })
    const { filename } = body.events[0].data.questions.find(({ id }: Question) => id === 7).answer
    await owner.get('/api/user-order', { 'After-Position': body.position })
    const answer = await owner.get(`/uploads/${filename}`)
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('Content-Type')).toBe('application/octet-stream')
  })
})

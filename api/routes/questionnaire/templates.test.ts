import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, client] = await Promise.all([server.admin(), server.client()])
})
afterAll(() => server.close())

const packaged = async () => {
  const { body } = await admin.get('/api/get-single-package?packageId=1')
  const { questions, progress, ...rest } = body.data[0]
  return { ...rest, questions: JSON.parse(questions), progress: JSON.parse(progress) }
}
const ask = (questions: unknown, headers = {}) =>
  admin.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) }, headers)
const track = (progress: unknown) =>
  admin.put('/api/update-progress', { packageId: '1', progress: JSON.stringify(progress) })

describe('the package', () => {
  // spec: 3.19, 7.21
  it('begins with a questionnaire and eight steps, as JSON texts', async () => {
    const { id, revision, questions, progress } = await packaged()
    expect([id, revision]).toEqual([1, -1])
    expect(questions).toEqual(defaultQuestions)
    expect(progress).toEqual(defaultSteps.map((step) => ({ ...step, status: 0 })))
  })

  const calls: [string, string, object?][] = [
    ['GET', '/api/get-single-package?packageId='],
    ['GET', '/api/get-package-versions?packageId='],
    ['PUT', '/api/update-package', { questions: JSON.stringify(defaultQuestions) }],
    ['PUT', '/api/update-progress', { progress: JSON.stringify(defaultSteps) }],
  ]
  // spec: 2.15, 6.12, 9.15
  it.each(calls)('is for admins: %s %s', async (method, path, body) => {
    const requestAs = (visitor: Visitor, packageId: unknown) =>
      visitor.ask(method, body ? path : `${path}${packageId}`, body && { ...body, packageId })
    expect((await requestAs(client, 1)).status).toBe(403)
    expect((await requestAs(server.visitor(), 1)).status).toBe(401)
    expect((await requestAs(admin, 1)).status).toBe(200)
    for (const unknown of [2, '01', 'x', -1]) {
      const { status, body } = await requestAs(admin, unknown)
      expect([status, body.message]).toEqual([404, 'This package doesn’t exist'])
    }
  })
  it.each(calls)('has to be named: %s %s', async (method, path, body) => {
    const { status } = await admin.ask(method, path.split('?')[0]!, body)
    expect(status).toBe(400)
  })
})

describe('the first revision of all', () => {
  it('is refused to the second of two who both saw what every agency begins with', async () => {
    const fresh = await startTestServer()
    onTestFinished(() => fresh.close())
    const someone = await fresh.admin()
    const revise = (questions: unknown) =>
      someone.put('/api/update-package', { packageId: 1, questions: JSON.stringify(questions) }, { 'If-Match': '"-1"' })
    expect((await revise(defaultQuestions.slice(0, 3))).status).toBe(200)
    const second = await revise(defaultQuestions.slice(0, 5))
    expect([second.status, second.headers.get('ETag')]).toEqual([412, '"0"'])
  })
})

describe('revising a template', () => {
  const fewer = defaultQuestions.slice(0, 3)
  const shorter = defaultSteps.slice(0, 2)

  // spec: 7.22, 7.23
  it('answers with the event, changes what is asked next, and leaves open orders as they were opened', async () => {
    const before = await client.submit()
    const { status, body } = await ask(fewer)
    expect([status, body.message]).toEqual([200, 'Questionnaire updated'])
    expect(body.events).toMatchObject([{ type: 'QuestionsRevised', by: { name: 'meera' } }])
    expect((await track(shorter)).body.message).toBe('Progress tracker updated')
    expect(await packaged()).toMatchObject({ questions: fewer, progress: shorter, revision: 1 })

    const questionnaire = (await client.get('/api/get-questions')).body
    expect(JSON.parse(questionnaire.data[0].questions)).toEqual(fewer)
    const after = await client.submit({ 1: 'Bread', 2: 'Neighbours', 3: 'No' })
    const opened = async ({ orderId }: { orderId: string }) => {
      const { progress, questions } = (await client.get(`/api/get-single-order?id=${orderId}`)).body.data[0]
      return [shownQuestions(JSON.parse(questions)).map(({ id }) => id), JSON.parse(progress).length]
    }
    expect(await opened(after.body)).toEqual([[1, 2, 3], 2])
    expect(await opened(before.body)).toEqual([[1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13], 8])
  })

  // spec: 4.40
  it('takes along of what phase a step is and whether it is a payment, to the order and back', async () => {
    const steps = [
      { id: 1, value: 'First half', payment: true, with: 'client' },
      { id: 2, value: 'Landing page', phase: 'landing page', with: 'agency' },
      { id: 3, value: 'Redesign of reports', phase: 'development' },
    ]
    const given = steps.map((step) => ({ ...step, status: 0 }))
    expect((await track(given)).status).toBe(200)
    expect((await packaged()).progress).toEqual(given)
    const { orderId } = (await client.submit({ 1: 'Bread', 2: 'Neighbours', 3: 'No' })).body
    await admin.put('/api/update-progress-status', { orderId, progressId: 2 })
    const [{ progress }] = (await client.get(`/api/get-single-order?id=${orderId}`)).body.data
    expect(JSON.parse(progress)).toEqual([
      given[0],
      { ...steps[1], status: 1, completedBy: { by: 'meera', at: expect.any(String) } },
      given[2],
    ])
    expect((await track([{ id: 1, value: 'Launch', phase: 'lunch' }])).body.fields).toEqual({
      'progress.0.phase':
        'Step 1 (“Launch”): its phase must be one of landing page, full design, development, handover, or empty',
    })
  })

  it('records nothing when nothing is different, nor when it is asked for twice', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await ask(defaultQuestions.slice(0, 4), key)
    expect((await ask(defaultQuestions.slice(0, 4), key)).body).toEqual(first.body)
    const again = await ask(defaultQuestions.slice(0, 4))
    expect(again.body).toMatchObject({ events: [], position: '0', revision: first.body.revision })
  })

  it('is refused after a concurrent change', async () => {
    const { revision } = await packaged()
    await ask(defaultQuestions.slice(0, 5))
    expect((await ask(defaultQuestions.slice(0, 6), { 'If-Match': `"${revision}"` })).status).toBe(412)
  })

  // spec: 5.26
  it('says what is wrong, by field', async () => {
    const [radio, link] = [defaultQuestions[2]!, { ...defaultQuestions[3]!, dependAnswer: 'Perhaps' }]
    const { status, body } = await ask([radio, link])
    const message = 'Question 2 (“What is its URL?”): “Perhaps” is not an answer to “Do you have a website now?”'
    expect([status, body]).toEqual([400, { message, fields: { 'questions.1.dependQuestion': message } }])
    expect((await track([{ id: 1, value: '' }])).body.fields).toEqual({
      'progress.0.value': 'Step 1: its text is missing',
    })
  })

  it.each(['', 'null', '[', '[null]', '{}', '"x"', '['.repeat(50_000), 5, null, {}, [], undefined])(
    'is refused for what is no template: %.20j',
    async (text) => {
      for (const [path, name] of [
        ['/api/update-package', 'questions'],
        ['/api/update-progress', 'progress'],
      ] as const) {
        expect((await admin.put(path, { packageId: 1, [name]: text })).status).toBe(400)
      }
    },
  )
})

describe('the orders that keep what they were opened with', () => {
  it('are counted beside the package', async () => {
    const counted = async () => (await admin.get('/api/get-single-package?packageId=1')).body.orders
    const before = await counted()
    await ask(defaultQuestions.slice(0, 3))
    await client.submit({ 1: 'Bread', 2: 'Neighbours', 3: 'No' })
    await expect.poll(counted).toEqual({ ...before, open: before.open + 1 })
  })
})

describe('the versions of a package', () => {
  const versions = async (query = '') => (await admin.get(`/api/get-package-versions?packageId=1${query}`)).body

  it('say who changed what when, newest first, down to the beginning', async () => {
    await track(defaultSteps.slice(0, 1))
    await ask(defaultQuestions.slice(0, 7))
    const { data, next } = await versions('&limit=100')
    expect(next).toBeUndefined()
    expect(data.slice(0, 2)).toMatchObject([
      { by: 'meera', words: 'Questionnaire with 7 questions', questions: JSON.stringify(defaultQuestions.slice(0, 7)) },
      {
        by: 'meera',
        words: 'Progress tracker with 1 step',
        progress: '[{"id":1,"value":"Quick test","with":"client","completedOn":"submission","status":0}]',
      },
    ])
    expect(Date.now() - Date.parse(data[0].at)).toBeLessThan(60_000)
    expect(data.at(-1)).toEqual({
      revision: -1,
      by: '',
      at: '',
      words: 'The original version',
      questions: JSON.stringify(defaultQuestions),
      progress: JSON.stringify(defaultSteps.map((step) => ({ ...step, status: 0 }))),
      changes: [],
    })
    expect(data.map(({ revision }: { revision: number }) => revision)).toEqual(
      Array.from(data, (_, at) => data.length - 2 - at),
    )
  })

  it('come page by page', async () => {
    await ask(defaultQuestions.slice(0, 8))
    const all = (await versions('&limit=100')).data
    const paged = []
    for (let next: string | undefined = '100000'; next !== undefined; ) {
      const page: { data: unknown[]; next?: string } = await versions(`&limit=2&after=${next}`)
      expect(page.data.length).toBeLessThanOrEqual(3)
      paged.push(...page.data)
      next = page.next
    }
    expect(paged).toEqual(all)
    expect((await admin.get('/api/get-package-versions?packageId=1&after=-5')).status).toBe(400)
  })

  it('of one part name what each changed, however many of the other part lie between', async () => {
    await ask(defaultQuestions.slice(0, 9))
    for (let n = 1; n <= 60; n++) await track(defaultSteps.slice(0, 1 + (n % 3)))
    await ask(defaultQuestions.slice(0, 10).map((each) => ({ ...each, question: each.question.trim() })))
    const paged = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: { data: { words: string; changes: unknown }[]; next?: string } = await versions(
        `&of=questions&limit=2${next && `&after=${next}`}`,
      )
      paged.push(...page.data)
      next = page.next
    }
    expect(paged[0]).toMatchObject({
      words: 'Questionnaire with 10 questions',
      changes: [{ what: `Added question 10: ${defaultQuestions[9]!.question}` }],
    })
    expect(paged.slice(0, -1).every(({ words }) => words.startsWith('Questionnaire'))).toBe(true)
    expect(paged.at(-1)).toMatchObject({ words: 'The original version' })
    expect(paged.at(-1)).not.toHaveProperty('progress')
    const [latest] = (await versions('&of=progress&limit=1')).data
    expect(latest.changes).toEqual([
      { what: 'Deleted step 2: Business onboarding' },
      { what: 'Deleted step 3: Business report and strategy call' },
    ])
  })

  it('are restored by sending them again', async () => {
    const beginning = (await versions('&limit=100')).data.at(-1)
    await admin.put('/api/update-progress', { packageId: 1, progress: beginning.progress })
    await admin.put('/api/update-package', { packageId: 1, questions: beginning.questions })
    expect((await packaged()).questions).toEqual(defaultQuestions)
    expect((await versions()).data[0].words).toBe('Questionnaire with 13 questions')
  })
})

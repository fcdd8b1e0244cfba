import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { type FunnelStep, maxRunsPerDay } from '#domain/site/steps.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' }
const person = () => ({ name: 'Nima Lepcha', email: `${randomUUID()}@example.com`, phone: '98450 12345' })

const begin = async (headers = {}, visitor = server.visitor()): Promise<string | undefined> =>
  (await visitor.post('/api/begin-funnel', {}, headers)).body.ticket
const step = async (ticket: string | undefined, step: string): Promise<string | undefined> =>
  (await server.visitor().post('/api/record-funnel-step', { ticket, step })).body.ticket
const test = async (ticket: string | undefined, more = {}): Promise<string | undefined> =>
  (await server.visitor().post('/api/record-fit-test', { ticket, answers: { ...answers, ...more } })).body.ticket
const details = async (ticket: string | undefined): Promise<string | undefined> =>
  (await server.visitor().post('/api/submit-details', { ...person(), source: 'customer-filter', ticket })).body.ticket

/** How many reached each step so far. */
async function reached(): Promise<Record<FunnelStep, number>> {
  const { body } = await admin.get('/api/get-funnel?days=2')
  const steps = body.steps.map(({ step, reached }: { step: string; reached: number }) => [step, reached] as const)
  return Object.fromEntries(steps) as Record<FunnelStep, number>
}
type Counts = Partial<Record<FunnelStep, number>>

/** Expects some visitors to add exactly these counts to the numbers. */
async function adds(act: () => Promise<unknown>, expected: Counts) {
  const before = await reached()
  await act()
  // One more visitor after them: when that one is counted, they are.
  await begin()
  const added = async () => {
    const differences = Object.entries(await reached()).map(([step, count]) => [
      step,
      count - before[step as FunnelStep],
    ])
    return Object.fromEntries(differences.filter(([, count]) => count !== 0))
  }
  await expect.poll(added).toEqual({ ...expected, start: (expected.start ?? 0) + 1 })
}

describe('the numbers of the funnel', () => {
  it('count a visitor from the first button to an account', () =>
    adds(
      async () => {
        const tried = await test(await step(await begin(), 'test'), { 5: 'yes' })
        const passed = await test(tried)
        const priced = await step(await details(await step(passed, 'details')), 'pricing')
        const back = await step(await step(priced, 'offerings'), 'pricing')
        const ticket = await step(back, 'confirm')
        await server.visitor().post('/api/register', { ...person(), password: 'tea-at-four-in-the-rain', ticket })
      },
      {
        ...{ start: 1, test: 1, failed: 1, success: 1, details: 1, analyzing: 1, pricing: 1 },
        ...{ offerings: 1, confirm: 1, registered: 1 },
      },
    ))

  it('count each step of a visitor once, however often it is sent', () =>
    adds(
      async () => {
        const key = { 'Idempotency-Key': randomUUID() }
        const [first, again] = [await begin(key), await begin(key)]
        expect(again).toBe(first)
        const both = await Promise.all([step(first, 'test'), step(first, 'test'), step(first, 'test')])
        expect(new Set(both).size).toBe(1)
        await step(both[0], 'test')
      },
      { start: 1, test: 1 },
    ))

  it('count no one twice who leaves a step in two ways', () =>
    adds(
      async () => {
        const ticket = await step(await begin(), 'test')
        expect(await test(ticket)).toBeDefined()
        expect(await test(ticket, { 5: 'yes' })).toBeUndefined()
      },
      { start: 1, test: 1, success: 1 },
    ))

  it('count nothing that is claimed: no invented ticket, no step that was not led to', () =>
    adds(
      async () => {
        const ticket = (await begin())!
        const [began, name, , signature] = ticket.split('.')
        for (const forged of ['', 'x', `${began}.${name}.confirm.${signature}`, `${ticket}x`, ticket.slice(1)]) {
          const { status, body } = await server
            .visitor()
            .post('/api/record-funnel-step', { ticket: forged, step: 'confirm' })
          expect([status, body]).toEqual([200, { message: 'Thank you.' }])
        }
        expect(await step(ticket, 'confirm')).toBe(ticket)
        await server.visitor().post('/api/register', { ...person(), password: 'tea-at-four-in-the-rain', ticket })
        await details(ticket)
        for (const claimed of ['failed', 'success', 'analyzing', 'registered', 'start']) {
          expect((await server.visitor().post('/api/record-funnel-step', { ticket, step: claimed })).status).toBe(400)
        }
      },
      { start: 1 },
    ))

  it('count no admin who looks at the site', () => adds(async () => expect(await begin({}, admin)).toBeUndefined(), {}))

  it('count a visitor for the day on which they began, and not for ever', async () => {
    const ticket = await begin()
    server.advanceTime(20 * 60 * 60 * 1000)
    expect(await step(ticket, 'test')).toBeUndefined()
  })

  it('know nothing of who it was, and set no cookie', async () => {
    const visitor = server.visitor()
    const { headers, body } = await visitor.post('/api/begin-funnel', {})
    await visitor.post('/api/record-funnel-step', { ticket: body.ticket, step: 'test' })
    expect(headers.getSetCookie()).toEqual([])
    expect(visitor.cookie).toBe('')
  })

  it('take small bodies only, and nothing beside the ticket', async () => {
    const visitor = server.visitor()
    expect((await visitor.post('/api/begin-funnel', { email: 'nima@example.com' })).status).toBe(400)
    expect((await visitor.post('/api/record-funnel-step', { ticket: 'x'.repeat(201), step: 'test' })).status).toBe(400)
    expect((await visitor.post('/api/record-funnel-step', { ticket: 'x'.repeat(5_000), step: 'test' })).status).toBe(
      413,
    )
  })

  it('are refused for a period that is none', async () => {
    for (const days of ['0', '367', 'x']) expect((await admin.get(`/api/get-funnel?days=${days}`)).status).toBe(400)
  })
})

it('a failed fit test counts for the day on the clock of the server', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.close())
  const by = await own.admin()
  own.advanceTime(3 * 24 * 60 * 60 * 1000)
  const day = new Date(own.now()).toISOString().slice(0, 10)
  await own.visitor().post('/api/record-fit-test', { answers: { ...answers, 5: 'yes' } })
  await expect
    .poll(async () => (await by.get('/api/get-fit-tests?days=2')).body.data)
    .toMatchObject([{ day, failed: 1 }])
})

it('one address cannot use up a day of the numbers', async () => {
  const { defaultLimits } = await import('#domain/contract/limits.ts')
  expect(defaultLimits.funnelStart.address).toMatchObject({ times: maxRunsPerDay / 10, seconds: 24 * 60 * 60 })
})

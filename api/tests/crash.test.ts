import { randomInt, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { audit } from '#api/testing/audit.ts'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, picture, Visitor, validAnswers } from '#api/testing/test-server.ts'
import type { CommandResult } from '#domain/event.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { openStores } from '#infra/open.ts'

const kills = process.env.CI ? 50 : 15
const writers = 16
const server = await prepareServerProcess()
afterAll(() => server.remove())

// spec: 11.29
it(`keeps every acknowledged change, once, through ${kills} kills under load`, async () => {
  await server.start()
  const [admin, client] = [new Visitor(server.url), new Visitor(server.url)]
  await admin.post('/api/login', adminLogin)
  await client.post('/api/register', {
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9845012345',
    password: 'bread-at-six-gone-by-ten',
  })
  const orders = await Promise.all(Array.from({ length: writers / 2 }, () => client.order()))

  const acknowledged: CommandResult[] = []
  let requests = orders.length
  let running = true
  const as = ({ cookie }: Visitor) => Object.assign(new Visitor(server.url), { cookie })

  /** Asks under one key until it is answered, through as many restarts as that takes. */
  async function retry(ask: (key: { 'Idempotency-Key': string }) => Promise<{ status: number; body: CommandResult }>) {
    const key = { 'Idempotency-Key': randomUUID() }
    for (;;) {
      const answer = await ask(key).catch(() => undefined) // the server is down, or died before it answered
      if (answer) {
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        acknowledged.push(answer.body)
        requests++
        return
      }
      await up.promise
    }
  }
  let up = Promise.withResolvers<void>()
  up.resolve()

  const toggling = Array.from({ length: writers }, async (_, n) => {
    const orderId = orders[n % orders.length]
    while (running)
      await retry((key) => as(admin).put('/api/update-progress-status', { orderId, progressId: (n % 8) + 1 }, key))
  })
  const submitting = Array.from({ length: 2 }, async () => {
    const file = picture('door.png', 50_000)
    while (running) await retry((key) => as(client).submit(validAnswers, { 7: file }, key))
  })

  for (let n = 0; n < kills; n++) {
    const before = acknowledged.length
    const moment = randomInt(20, 250)
    await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, moment)) // any moment will do: that is the test
    up = Promise.withResolvers()
    await server.kill()
    await server.start()
    up.resolve()
  }
  running = false
  await Promise.all([...toggling, ...submitting])
  await server.kill()

  const stores = await openStores(server)
  const events = await audit(stores, acknowledged)
  // Every request was recorded once, although many were sent again after a kill.
  expect(events).toHaveLength(requests)
  // Every file that an event names is there whole.
  const named = events
    .flatMap(({ data }) => (data as { questions?: Question[] }).questions ?? [])
    .flatMap(({ answer }) => (answer && typeof answer === 'object' && 'filename' in answer ? [answer.filename] : []))
  for (const filename of named) expect(await stores.files.stat(filename)).toMatchObject({ size: 50_000 })
  expect(named.length).toBeGreaterThan(0)
  await stores.close()
  // And at the next start, what crashes left of other files is swept: into quarantine.
  await server.start()
  const files = async () =>
    (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
      (each) => each.isFile() && !each.parentPath.endsWith('quarantine'),
    ).length
  await expect.poll(files).toBe(named.length)
  console.log(`${acknowledged.length} acknowledged changes, ${kills} kills`)
}, 600_000)

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#api/testing/server-process.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { scopes } from '#domain/integrations/scopes.ts'

const page = await readFile(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
/** The programs of the page, by the file name that each begins with. */
const programs = new Map(
  [...page.matchAll(/```js\n(\/\/ ([\w-]+\.mjs).*?)```/gs)].map(([, text, name]) => [name!, text!]),
)

let server: TestServer
let admin: Visitor
let folder: string
const running: ChildProcess[] = []
beforeAll(async () => {
  server = await startTestServer({ webhooks: { loopback: true } })
  admin = await server.admin()
  folder = await mkdtemp(join(tmpdir(), 'atelier-docs-'))
  for (const [name, text] of programs) await writeFile(join(folder, name), text)
})
afterAll(async () => {
  for (const child of running) child.kill()
  await server.close()
  await rm(folder, { recursive: true })
})

it('has the two programs that it promises, and every scope', () => {
  expect([...programs.keys()]).toEqual(['month-end.mjs', 'receiver.mjs'])
  for (const scope of Object.keys(scopes)) expect(page).toContain(`| \`${scope}\``)
})

it('has a script that does its work with an API key, and nothing twice', async () => {
  const client = await server.client()
  const orderId = await client.order()
  await client.order() // of which nothing is due
  await admin.put('/api/update-pricing', { orderId, paidAmount: '20000', actualAmount: '45000', noOfRevisions: '1' })
  const made = await admin.post('/api/create-api-key', {
    name: 'Month-end export',
    scopes: ['payments:read', 'orders:read', 'orders:write'],
  })
  const env = { ...process.env, ATELIER_URL: server.url, ATELIER_KEY: made.body.key }
  const run = () => promisify(execFile)(process.execPath, ['month-end.mjs'], { cwd: folder, env })

  expect((await run()).stdout).toMatch(/^Reminded of ₹25900: .*#1\npayments\.csv is written\n$/)
  expect((await run()).stdout).toContain('payments.csv is written')
  expect(await readFile(join(folder, 'payments.csv'), 'utf8')).toMatch(
    new RegExp(`${orderId},.*,20000,20000,45000,25900,1`),
  )
  const { data } = (await client.get(`/api/get-history?id=${orderId}`)).body
  const messages = data.filter(({ type }: { type: string }) => type === 'MessageSent')
  expect(messages).toMatchObject([
    { data: { text: '₹25900 of the price is unpaid.' }, by: { name: 'meera', via: 'Month-end export' } },
  ])
})

it('has a receiver that takes what is signed, each once, and refuses what is not', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  const { body } = await admin.post('/api/add-webhook', { url, events: ['OrderRenamed'] })
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: body.secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(receiver)
  let said = ''
  receiver.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(receiver.stdout!, 'data')

  const orderId = await (await server.client()).order()
  await admin.put('/api/rename-order', { orderId, title: 'Neelgiri Looms' })
  await server.settled()
  await expect.poll(() => said).toContain("OrderRenamed by meera { title: 'Neelgiri Looms' }")

  const webhookId = body.events[0].stream.slice('webhook-'.length)
  const [delivery] = (await admin.get(`/api/get-deliveries?webhookId=${webhookId}`)).body.data
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
  await admin.post('/api/replay-delivery', { webhookId, deliveryId: delivery.id })
  await admin.post('/api/test-webhook', { webhookId })
  await expect.poll(() => said).toContain('WebhookTested by meera')
  expect(said.match(/OrderRenamed/g)).toHaveLength(1)

  const forged = await fetch(url, { method: 'POST', body: '{"type":"OrderRenamed"}' })
  expect([forged.status, await forged.text()]).toEqual([401, 'Not signed by Atelier'])
})

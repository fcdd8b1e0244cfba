import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, startTestServer, Visitor } from '#api/testing/test-server.ts'

const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name).toSorted()

/** A server as a process of its own, with its admin and a client who has an order. */
async function serverWithAnOrder() {
  const server = await prepareServerProcess()
  onTestFinished(() => server.remove())
  await server.start()
  const [admin, client] = [new Visitor(server.url), new Visitor(server.url)]
  await admin.post('/api/login', adminLogin)
  const person = { name: 'Asha Rao', email: 'asha@example.com', phone: '98450 12345' }
  await client.post('/api/register', { ...person, password: 'bread-at-six-gone-by-ten' })
  await client.order()
  return { server, admin, client }
}

// spec: 11.19
it('makes its lists again after a bit of them was flipped, says so, and never answers with what was not written', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const [admin, client] = [await server.admin(), await server.client()]
  for (let n = 0; n < 5; n++) await client.order()
  await expect.poll(async () => names((await admin.get('/api/get-orders')).body)).toHaveLength(5)
  const written = names((await admin.get('/api/get-orders')).body)
  const path = join(server.dataDir, 'documents.db')
  const as = ({ cookie }: Visitor) => Object.assign(server.visitor(), { cookie })
  const seed = Number(process.env.FLIP_SEED ?? Date.now() % 1_000_000)
  console.log(`flips with the seed ${seed} (FLIP_SEED)`)
  for (let flip = 0; flip < 8; flip++) {
    await server.stop()
    const whole = await readFile(path)
    // In the name of an order, so that it would be seen; and anywhere.
    const inName = whole.indexOf(`${written[flip % 5]}`)
    const at = flip % 2 === 0 && inName > 0 ? inName : (seed * 7_919 + flip * 104_729) % whole.length
    const file = await open(path, 'r+')
    await file.write(Buffer.from([whole[at]! ^ 4]), 0, 1, at)
    await file.close()
    await server.start()
    await expect
      .poll(async () => {
        const { status, body } = await as(admin).get('/api/get-orders')
        if (status === 503) return 'later'
        expect(status).toBe(200)
        for (const name of names(body)) expect(written).toContain(name)
        return body.stale === true ? 'later' : names(body)
      })
      .toEqual(written)
    await expect.poll(async () => (await server.visitor().get('/readyz')).status).toBe(200)
  }
})

// spec: 11.19
it('starts anew by itself when damage is met while it runs, with what no event has', async () => {
  const { server, admin, client } = await serverWithAnOrder()
  await expect.poll(async () => names((await admin.get('/api/get-orders')).body)).toHaveLength(1)
  const written = names((await admin.get('/api/get-orders')).body)
  await expect.poll(async () => (await admin.get('/readyz')).body.caughtUp).toBe(true)
  // In order: what a killed server had not committed yet is made again, and answered from memory then.
  process.kill(server.pid, 'SIGTERM')
  await server.ended
  await server.start()
  // The row is in memory from now on, as it may be at once where an event was applied again.
  expect(names((await client.get('/api/user-order')).body)).toEqual(written)
  // Under another id it is in no process’s memory: listing it reads it from the disk.
  const database = new DatabaseSync(join(server.dataDir, 'documents.db'), { timeout: 5_000 })
  expect(
    database.prepare(`update orders_1 set id = 'not-' || id, body = replace(body, '#1', '#7')`).run().changes,
  ).toBe(1)
  database.close()

  const answered = new Set<number>()
  await expect
    .poll(async () => {
      const answer = await admin.get('/api/get-orders').catch(() => undefined) // between two starts no server answers
      if (!answer) return 'nobody'
      answered.add(answer.status)
      if (answer.status !== 200) return answer.body.message
      for (const name of names(answer.body)) expect(written).toContain(name)
      return answer.body.stale ? 'later' : names(answer.body)
    })
    .toEqual(written)
  // 503 where the list itself meets the damage; what works in the background may have met it before.
  expect([200, 503]).toEqual(expect.arrayContaining([...answered]))
  await expect.poll(async () => (await admin.get('/readyz').catch(() => undefined))?.status).toBe(200)
  expect(server.warned.filter((line) => line.startsWith('DAMAGED: '))).toEqual([
    expect.stringContaining('a document of orders_1 was changed after it was written'),
    expect.stringContaining('Lists are rebuilt from the events'),
  ])
})

it('ends as crashed, to be started again, where it cannot start anew by itself', async () => {
  const { server, admin } = await serverWithAnOrder()
  await rm(join(server.dataDir, 'keys/master.key'))
  const database = new DatabaseSync(join(server.dataDir, 'documents.db'), { timeout: 5_000 })
  const damage = database.prepare(`update orders_1 set id = 'not-' || id, body = replace(body, '#1', '#7')`)
  await expect.poll(() => damage.run().changes).toBe(1)
  database.close()
  void admin.get('/api/get-orders').catch(() => {}) // the server may be gone
  expect(await server.ended).toEqual([70, null])
})

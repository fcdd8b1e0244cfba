import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backUpAs } from '#api/control/backup-command.ts'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { readSettings } from '#infra/settings.ts'
import { audit } from '#projections/audit.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Does something to the keys, or the events, of a server while it is stopped. */
async function edited<T>(server: TestServer, file: string, work: (database: DatabaseSync) => T): Promise<T> {
  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, file))
  const result = work(database)
  database.close()
  await server.start()
  return result
}

/** Flips a bit of the key that belongs to a person. */
function flipKey(database: DatabaseSync, person: string) {
  const { wrapped } = database.prepare('select wrapped from keys where person = ?').get(person) as {
    wrapped: Uint8Array
  }
  wrapped[20]! ^= 4
  database.prepare('update keys set wrapped = ? where person = ?').run(wrapped, person)
}

/** The session of a visitor, at the address that the server has now. */
const as = (server: TestServer, { cookie }: Visitor) => Object.assign(server.visitor(), { cookie })

/** The report of an audit of a server's stores, and whether all was well; the server runs meanwhile. */
async function audited(dataDir: string) {
  const said: string[] = []
  const progress = { log: (line: string) => void said.push(line), status: () => {} }
  return { well: await audit(readSettings({ DATA_DIR: dataDir }), progress), said }
}

describe('one flipped bit in the key of a person', () => {
  it('concerns their data alone, and is named by the health check, the audit and the backup', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    const [asha, ravi] = [await server.client('Asha Rao'), await server.client('Ravi Nair')]
    const [ofAsha, ofRavi] = [await asha.order(), await ravi.order()]
    const { id } = (await asha.get('/api/session')).body
    await edited(server, 'keys/keys.db', (keys) => flipKey(keys, id))

    expect((await as(server, ravi).get(`/api/get-single-order?id=${ofRavi}`)).body.data).toHaveLength(1)
    const admin = await server.admin()
    expect((await admin.get(`/api/get-single-order?id=${ofRavi}`)).status).toBe(200)
    const dark = await admin.get(`/api/get-single-order?id=${ofAsha}`)
    expect([dark.status, dark.body.message]).toEqual([500, expect.stringMatching(/damaged.*Everything else works/)])
    await expect
      .poll(async () => (await server.visitor().get('/readyz')).body)
      .toMatchObject({ ready: true, keys: [id], damaged: expect.arrayContaining([`order-${ofAsha}`]) })
    await expect.poll(async () => (await (await server.client()).order()) !== undefined).toBe(true)

    expect(await audited(server.dataDir)).toMatchObject({
      well: false,
      said: expect.arrayContaining([`${id}’s personal data key is missing or damaged.`]),
    })
    const [to, keysTo] = [await temporaryFolder(), await temporaryFolder()]
    const { dataDir } = server
    for (const request of [{ to, keysTo }, { to }]) {
      const refused = backUpAs({ dataDir }, request, () => {})
      await expect(refused).rejects.toThrow(CommandError)
      await expect(refused).rejects.toThrow(id)
    }
    expect(await readdir(keysTo)).toEqual([])
  })

  it('keeps no server from starting, whosever it is', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    await (await server.client()).order()
    const people = await edited(server, 'keys/keys.db', (keys) =>
      keys.prepare('select person, wrapped from keys').all(),
    )
    expect(people.length).toBeGreaterThan(1)
    for (const { person, wrapped } of people) {
      await edited(server, 'keys/keys.db', (keys) => flipKey(keys, String(person)))
      await expect.poll(async () => (await server.visitor().get('/readyz')).body).toMatchObject({ keys: [person] })
      await edited(server, 'keys/keys.db', (keys) =>
        keys.prepare('update keys set wrapped = ? where person = ?').run(wrapped as Uint8Array, String(person)),
      )
    }
  })
})

describe('one event that is damaged', () => {
  it('keeps no server from starting, wherever it stands, and the lists are as they were', async () => {
    const server = await startTestServer()
    onTestFinished(() => server.close())
    const client = await server.client()
    const order = await client.order()
    const listed = async () => (await as(server, client).get('/api/user-order')).body
    await expect.poll(async () => (await listed()).data).toHaveLength(1)
    const before = await edited(server, 'events.db', (events) =>
      events.prepare('select position, stream, content from events').all(),
    )
    expect(before.length).toBeGreaterThan(3)
    for (const { position, stream, content } of before) {
      await edited(server, 'events.db', (events) =>
        events.prepare(`update events set content = '~' || content where position = ?`).run(position as number),
      )
      await expect
        .poll(async () => (await server.visitor().get('/readyz')).body)
        .toMatchObject({ ready: true, damaged: [stream] })
      const { status, body } = await as(server, client).get('/api/user-order')
      // A person whose own account is damaged is asked to come back.
      if (status === 200) expect(body.data.map(({ id }: { id: string }) => id)).toEqual([order])
      await edited(server, 'events.db', (events) =>
        events.prepare('update events set content = ? where position = ?').run(content as string, position as number),
      )
    }
  })
})

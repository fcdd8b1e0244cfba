import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { readSecret } from '#infra/secret.ts'
import { readSettings } from '#infra/settings.ts'
import { migrateStores } from '#projections/migration/migrate-stores.ts'
import { progressBy } from '#projections/migration/progress.ts'

const minute = 60_000
const day = 24 * 60 * minute

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'atelier-move-'))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

/** Every mail of a server that was sent so far, with its welcomes: its words, without what mails break lines with. */
async function mailsOf({ dataDir }: TestServer): Promise<string[]> {
  const outbox = outboxIn(dataDir)
  const read = async (name: string) => String(await mailIn(outbox, name)).replace(/=\r?\n/g, '')
  return Promise.all((await mailsIn(outbox)).map(read))
}

/** Lets so much time go by, and waits until all that is due then is done. */
async function later(server: TestServer, time: number): Promise<void> {
  await server.settled()
  server.advanceTime(time)
  await server.settled()
}

const sign = (admin: Visitor, orderId: string, progressId: number) =>
  admin.put('/api/update-progress-status', { orderId, progressId })

it.each(['to EventStoreDB', 'from EventStoreDB'])(
  'a house that moves %s keeps its promises, and tells no one anything twice',
  async (way) => {
    const double = await startDouble()
    onTestFinished(double.close)
    const [here, there] = [await folder(), await folder()]
    const server = { eventStoreUrl: double.url }
    const [from, to] = way.startsWith('to') ? [{}, server] : [server, {}]

    const old = await startTestServer({ dataDir: here, ...from })
    const [admin, client] = [await old.admin(), await old.client()]
    const id = await client.order()
    const [shared] = (await client.share(id, [picture()])).body.events
    const { filename } = shared.data.file
    await client.ask('DELETE', `/api/delete-shared-file?id=${shared.id}&fileName=${filename}`)
    await client.put('/api/save-draft', { answers: [{ id: 1, answer: 'Half a sentence', age: 0 }] })
    await later(old, 11 * minute)
    expect((await mailsOf(old)).join()).toContain('Subject: Welcome')
    await sign(admin, id, 3)
    await old.settled()
    const sent = await mailsOf(old)
    await old.stop()

    await migrateStores(
      readSettings({ DATA_DIR: here, EVENTSTORE_URL: from.eventStoreUrl }),
      readSettings({ DATA_DIR: there, EVENTSTORE_URL: to.eventStoreUrl }),
      progressBy(() => {}),
    )
    const sessionSecret = await readSecret(here, 'session.secret')
    const moved = await startTestServer({ dataDir: there, sessionSecret: sessionSecret!, ...to })
    onTestFinished(() => moved.close())
    const as = ({ cookie }: Visitor) => Object.assign(moved.visitor(), { cookie })

    expect((await as(client).get('/api/get-draft')).body.data).toMatchObject([{ id: 1, answer: 'Half a sentence' }])
    expect((await as(admin).get('/api/get-orders')).body.data).toMatchObject([{ id }])
    expect((await sign(as(admin), id, 6)).status).toBe(200)
    await later(moved, 11 * minute)
    const sentMails = await mailsOf(moved)
    expect(sentMails).toHaveLength(1) // what was waiting, with what happened since
    expect(sentMails[0]).toContain('To: client-1@example.com')
    expect(sentMails[0]).toContain('- Business report and strategy call is done\r\n- Full design approval is done')
    expect(sent.join()).not.toContain('Business report and strategy call is done')

    // No one reads a deleted file any more; its content waits for thirty days.
    expect((await as(admin).get(`/uploads/${filename}`)).status).toBe(404)
    const contents = async () => (await readdir(join(there, 'files', 'files'))).join()
    expect(await contents()).toContain(filename)
    await later(moved, 30 * day)
    expect(await mailsOf(moved)).toHaveLength(1)
    expect(await contents()).not.toContain(filename)
  },
)

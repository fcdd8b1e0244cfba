import { setTimeout as wait } from 'node:timers/promises'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { Log } from '#infra/log.ts'

const logged: object[] = []
const log = Object.assign(() => {}, {
  ...{ info: (entry: object) => logged.push(entry), warn() {}, error() {}, debug() {}, fatal() {}, trace() {} },
}) as unknown as Log

let server: TestServer
let admin: Visitor
let asha: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer({ securityLog: true }, log)
  ;[admin, asha] = [await server.admin(), await server.client('Asha Rao')]
  orderId = await asha.order()
  await propose(orderId)
})
afterAll(() => server.close())

const propose = (id: string) =>
  admin.put('/api/update-proposal', {
    ...{ orderId: id, receiverName: 'Neelgiri Looms', date: '2096-11-16' },
    ...{ problem: 'A.', goals: 'B.', solution: 'C.', price: '65000' },
  })

const pathOf = (address: string) => address.slice(address.indexOf('/api/calendar/'))
const addressOf = async (visitor: Visitor): Promise<string> =>
  pathOf((await visitor.post('/api/make-calendar', {})).body.address)

/** The entries of a calendar by their UIDs, once there are so many. */
async function entries(path: string, count: number) {
  for (;;) {
    const { status, text } = await server.visitor().get(path)
    expect(status).toBe(200)
    const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    if (found.length === count) return found.map((each) => new ICAL.Event(each))
    await wait(10)
  }
}
const uids = async (path: string, count: number) => (await entries(path, count)).map(({ uid }) => uid).sort()

describe('a calendar', () => {
  it('has the launch, which is a day, and the end of the proposal, which is an instant in UTC', async () => {
    const path = await addressOf(asha)
    const found = await entries(path, 2)
    const [proposal, launch] = found.sort((a, b) => (a.uid > b.uid ? -1 : 1))
    expect([launch!.uid, launch!.summary, String(launch!.startDate)]).toEqual([
      ...[`launch.${orderId}@atelier`, 'Launch: Asha Rao #1', '2096-12-14'],
    ])
    expect(launch!.startDate.isDate).toBe(true)
    expect([proposal!.uid, String(proposal!.endDate)]).toEqual([`proposal.${orderId}@atelier`, '2096-11-23T18:30:00Z'])
    const { text, headers } = await server.visitor().get(path)
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(text).toContain(`/order-detail/${orderId}`)
    await admin.put('/api/update-agency', { name: 'Rao, Iyer; Sons' })
    const named = (await server.visitor().get(path)).text
    expect(named.match(/^(X-WR-CAL)?NAME:.*$/gm)).toEqual(
      ['NAME:', 'X-WR-CALNAME:'].map((key) => `${key}Rao\\, Iyer\\; Sons`),
    )
    await admin.put('/api/update-agency', { name: '' })
    expect(text).toMatch(/REFRESH-INTERVAL;VALUE=DURATION:PT1H/)
    expect(text).toMatch(/^(?:[^\r\n]+\r\n)+$/) // each line, the last one too
  })

  // spec: 11.26
  it('keeps its address and its UIDs over a restart, and its UIDs when the address is renewed', async () => {
    const path = await addressOf(asha)
    const before = await uids(path, 2)
    await server.restart()
    const again = ({ cookie, password }: Visitor) => Object.assign(server.visitor(), { cookie, password })
    ;[admin, asha] = [again(admin), again(asha)]
    expect(await addressOf(asha)).toBe(path)
    expect(await uids(path, 2)).toEqual(before)
    const renewed = pathOf((await asha.put('/api/renew-calendar', {})).body.address)
    expect(renewed).not.toBe(path)
    expect(await uids(renewed, 2)).toEqual(before)
    expect((await server.visitor().get(path)).status).toBe(404)
  })

  it('is not sent again while it is as it was', async () => {
    const path = await addressOf(asha)
    const { headers } = await server.visitor().get(path)
    const known = { 'If-None-Match': headers.get('ETag')!, 'Cache-Control': 'max-age=0' }
    const again = await server.visitor().get(path, known)
    expect([again.status, again.text, headers.get('Cache-Control')]).toEqual([304, '', 'private, no-cache'])
    await admin.put('/api/rename-order', { orderId, title: 'Neelgiri Looms' })
    await expect
      .poll(async () => (await server.visitor().get(path, known)).text)
      .toContain('SUMMARY:Launch: Neelgiri Looms')
  })

  it('of a client has their own projects, and that of an admin all open ones, with whose they are', async () => {
    const farhan = await server.client('Farhan Qureshi')
    const theirs = await farhan.order()
    await propose(theirs)
    expect(await uids(await addressOf(farhan), 2)).toEqual([`launch.${theirs}@atelier`, `proposal.${theirs}@atelier`])
    expect(await uids(await addressOf(asha), 2)).toEqual([`launch.${orderId}@atelier`, `proposal.${orderId}@atelier`])
    const all = await entries(await addressOf(admin), 4)
    expect(all.some(({ description }) => description.endsWith('Client: Farhan Qureshi.'))).toBe(true)
    const theirTag = async () => (await server.visitor().get(await addressOf(farhan))).headers.get('ETag')
    const tag = await theirTag()
    await farhan.put('/api/update-profile', { name: 'Farhan Q. Ali', phone: '98450 99999' })
    const textOfAll = async () => (await server.visitor().get(await addressOf(admin))).text.replaceAll('\r\n ', '')
    await expect.poll(textOfAll).toContain('Client: Farhan Q. Ali.')
    expect(await theirTag()).toBe(tag) // it names no client
    await admin.put('/api/complete-or-cancell', { orderId: theirs, status: 'cancel' })
    expect(await uids(await addressOf(admin), 2)).toEqual([`launch.${orderId}@atelier`, `proposal.${orderId}@atelier`])
    await entries(await addressOf(farhan), 0)
  })

  // security: 4.4
  it('is not there for a wrong secret, whosever it is, and the log says so without the secret', async () => {
    const path = await addressOf(asha)
    const id = (await asha.get('/api/session')).body.id
    const answers = await Promise.all(
      [
        `/api/calendar/${id}.${'A'.repeat(43)}.ics`,
        `/api/calendar/${'n'.repeat(22)}.${'A'.repeat(43)}.ics`,
        '/api/calendar/x',
      ].map((each) => server.visitor().get(each)),
    )
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([404, '{"message":"This calendar doesn’t exist"}'])
    }
    expect(logged).toContainEqual(
      expect.objectContaining({ security: 'login refused', path: '/api/calendar/…', status: 404 }),
    )
    expect(logged).toContainEqual(expect.objectContaining({ security: 'replaced a calendar link', account: id }))
    expect(JSON.stringify(logged)).not.toContain('A'.repeat(43))
    expect(JSON.stringify(logged)).not.toContain(path.split('.')[1])
  })

  // security: 4.4
  it('shows nothing as soon as its owner is suspended, or has ended it', async () => {
    const zoya = await server.client('Zoya Khan')
    const path = await addressOf(zoya)
    const personId = (await zoya.get('/api/session')).body.id
    const status = async () => (await server.visitor().get(path)).status
    expect(await status()).toBe(200)
    await admin.put('/api/suspend-account', { personId })
    expect(await status()).toBe(404)
    await admin.put('/api/reinstate-account', { personId })
    expect(await status()).toBe(200)
    const back = server.visitor()
    const email = (await admin.get(`/api/get-person?id=${personId}`)).body.data[0].email
    await back.post('/api/login', { email, password: 'bread-at-six-gone-by-ten' })
    expect((await back.ask('DELETE', '/api/remove-calendar')).status).toBe(200)
    expect(await status()).toBe(404)
    expect((await back.get('/api/get-calendar')).body).toEqual({})
  })

  it('has one address however often and by how many it is asked for at once', async () => {
    const client = await server.client('Kabir Sen')
    const made = await Promise.all([addressOf(client), addressOf(client), addressOf(client)])
    expect(new Set(made).size).toBe(1)
  })

  // security: 4.4
  it('is stored as a digest: nothing in the data leads to it', async () => {
    const secret = (await addressOf(asha)).split('.')[1]!
    const { events } = (await admin.get(`/api/export-order-json?id=${orderId}`)).body
    expect(JSON.stringify(events)).not.toContain(secret)
    await server.stop()
    const { readdir, readFile } = await import('node:fs/promises')
    const { join } = await import('node:path')
    const files = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
    for (const file of files.filter((each) => each.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name))
      expect([file.name, bytes.includes(secret)]).toEqual([file.name, false])
    }
    await server.start()
  })
})

it('the calendar of a person is read only so often', async () => {
  const limited = await startTestServer({
    limits: (await import('#domain/contract/limits.ts')).limitsSetting.parse('calendar=5/3/60s') as never,
  })
  try {
    const client = await limited.client()
    const path = pathOf((await client.post('/api/make-calendar', {})).body.address)
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await limited.visitor().get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})

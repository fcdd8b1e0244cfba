import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { agreementTypes } from '#domain/order/agreements.ts'
import { openSqliteKeys } from '#infra/keys/sqlite.ts'

const day = 24 * 60 * 60 * 1_000
const keeper = 'keeper@example.com'

let server: TestServer
let admin: Visitor
let client: Visitor
let orderId: string
beforeAll(async () => {
  server = await startTestServer({ dailyHeadTo: keeper })
  ;[admin, client] = [await server.admin(), await server.client()]
  orderId = await client.order()
  for (const text of ['Six', 'to', 'ten, in the morning: ₹ 45,000'])
    await client.post('/api/send-message', { orderId, text })
  await admin.put('/api/update-pricing', { orderId, paidAmount: '9000', actualAmount: '45000', noOfRevisions: '1' })
})
afterAll(() => server.close())

const exported = async () => (await admin.get(`/api/export-history?id=${orderId}`)).text
const linesOf = (text: string) => text.trimEnd().split('\n')

/** The output of the script about a file, and whether it found the file good. */
async function verified(text: string, ...options: string[]): Promise<{ fine: boolean; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-proof-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'history.jsonl')
  await writeFile(path, text)
  const script = join(import.meta.dirname, '../../../web/public/verify-history.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [script, path, ...options], (error, stdout, stderr) =>
      resolve({ fine: error === null, said: (stdout + stderr).trim() }),
    )
  })
}

/** The line of an event that says that another person did it. */
const altered = (line: string) => line.replace('client', 'clienT')

/** The lines with the hashes of all events made anew, and the manifest's, as someone would who has not the server's key. */
function rehashed(lines: string[]): string {
  const { manifest, ...signed } = JSON.parse(lines.at(-1)!)
  const { stream } = JSON.parse(manifest)
  let previous = ''
  const events = lines.slice(0, -1).map((line) => {
    const { revision, id, type, content, keys } = JSON.parse(line)
    const fields = ['atelier-event-1', previous, stream, String(revision), id, type, content]
    const text = fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('')
    const hash = createHash('sha256').update(text).digest('hex')
    const event = { revision, id, type, content, previous, hash, keys }
    previous = hash
    return JSON.stringify(event)
  })
  const end = {
    manifest: JSON.stringify({ ...JSON.parse(manifest), hash: previous, events: events.length }),
    ...signed,
  }
  return [...events, JSON.stringify(end)].join('\n')
}

/** The lines as if those events had been exported without a key. */
const withoutKeys = (lines: string[], type: string) =>
  lines.map((line) => {
    const event = JSON.parse(line)
    return event.type === type ? JSON.stringify({ ...event, keys: {} }) : line
  })

/** The lines as they were exported before the manifest had its keys, signed by someone. */
function fromBefore(lines: string[]): string {
  const { keysHash: _, ...signed } = JSON.parse(JSON.parse(lines.at(-1)!).manifest)
  const manifest = JSON.stringify(signed)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from(manifest), privateKey).toString('base64url')
  const end = JSON.stringify({ manifest, key: publicKey.export({ format: 'jwk' }).x, signature })
  return [...lines.slice(0, -1), end].join('\n')
}

describe('an exported history', () => {
  // spec: 11.23
  it('is verified offline, by a script that the site hands out', async () => {
    const answer = await admin.get(`/api/export-history?id=${orderId}`)
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename=history-${orderId}.jsonl`)
    expect(answer.headers.get('Content-Type')).toBe('application/jsonl')
    expect(linesOf(answer.text).length).toBe(6)
    const { fine, said } = await verified(answer.text)
    expect(said).toContain(`Verified: 5 events of order-${orderId}, exported from ${server.url}`)
    expect(fine).toBe(true)
    const script = await server.visitor().get('/verify-history.mjs')
    expect(script.text).toContain('node verify-history.mjs history.jsonl')
  })

  it('lists what was agreed as proven, each by its event, as the page does', async () => {
    const { data } = (await client.get(`/api/get-agreements?id=${orderId}`)).body
    expect(data).toMatchObject([{ type: 'InvoiceRevised', says: expect.stringContaining('Invoice updated') }])
    const [{ revision, at, hash }] = data
    const { said } = await verified(await exported())
    expect(said).toContain('Agreements: 1, each proven.')
    expect(said).toContain(`proven: entry ${revision + 1}, InvoiceRevised, ${at}, by ${data[0].by.name} (admin)`)
    expect(said).toContain(hash)
    const script = (await server.visitor().get('/verify-history.mjs')).text
    const named = /const agreements = \[([\s\S]*?)\n\]/.exec(script)![1]!.match(/\w+/g)
    expect(named?.toSorted()).toEqual(agreementTypes.toSorted())
    expect((await server.visitor().get(`/api/get-agreements?id=${orderId}`)).status).toBe(401)
    const stranger = await server.client('Farhan Qureshi')
    expect((await stranger.get(`/api/get-agreements?id=${orderId}`)).body).toEqual({
      data: [],
      revision: -1,
      access: false,
    })
  })

  it('is verified by the key and by the hash that the owner has from elsewhere', async () => {
    const text = await exported()
    const { key } = JSON.parse(linesOf(text).at(-1)!)
    const { hash } = (await client.get(`/api/verify-history?id=${orderId}`)).body.data[0]
    expect((await verified(text, `--key=${key}`, `--head=${hash}`)).fine).toBe(true)
    expect(await verified(text, `--key=${key.toLowerCase()}`)).toEqual({
      fine: false,
      said: `NOT VERIFIED: it is signed with the key ${key}`,
    })
    expect(await verified(text, `--head=${hash.replace(/./, 'x')}`)).toEqual({
      fine: false,
      said: 'NOT VERIFIED: no event has the hash you gave: earlier events were rewritten',
    })
  })

  // spec: 11.23
  it.each<[what: string, edit: (lines: string[]) => string, said: string]>([
    [
      'a byte that was flipped',
      (lines) => lines.with(3, altered(lines[3]!)).join('\n'),
      'event 3 (MessageSent) was changed after it was recorded',
    ],
    [
      'an event that was dropped',
      (lines) => lines.toSpliced(2, 1).join('\n'),
      'event 2 is missing: event 3 (MessageSent) is in its place',
    ],
    [
      'two that changed places',
      (lines) => lines.with(1, lines[2]!).with(2, lines[1]!).join('\n'),
      'event 1 is missing: event 2 (MessageSent) is in its place',
    ],
    [
      'one that was inserted',
      (lines) => lines.toSpliced(2, 0, lines[1]!).join('\n'),
      'event 2 is missing: event 1 (MessageSent) is in its place',
    ],
    [
      'events that were cut off at its end',
      (lines) => lines.toSpliced(-3, 2).join('\n'),
      'there are 3 events, but 5 were exported',
    ],
    [
      'an end that was cut off',
      (lines) => lines.slice(0, -1).join('\n'),
      'the file is incomplete: the manifest is missing',
    ],
    [
      'all of it written anew, with hashes that fit',
      (lines) => rehashed(lines.with(1, altered(lines[1]!))),
      'the manifest was changed after it was signed',
    ],
    [
      'what was said made unreadable, as if its writer had been deleted',
      (lines) => withoutKeys(lines, 'MessageSent').join('\n'),
      'its keys are not the ones that were exported',
    ],
    [
      'what opens one of them taken out',
      (lines) => {
        const { keys: _, ...event } = JSON.parse(lines[3]!)
        return lines.with(3, JSON.stringify(event)).join('\n')
      },
      'its keys are not the ones that were exported',
    ],
    ['a line that is cut', (lines) => lines.join('\n').slice(0, -40), 'line 6 is not JSON'],
  ])('is not verified with %s', async (_, edit, why) => {
    const { fine, said } = await verified(edit(linesOf(await exported())))
    expect(said).toBe(`NOT VERIFIED: ${why}`)
    expect(fine).toBe(false)
  })

  it('has what was said sealed, and opens it with the keys of its own events alone', async () => {
    const lines = linesOf(await exported())
    expect(lines.join()).not.toContain('ten, in the morning')
    const { fine, said } = await verified(lines.join('\n'), '--read')
    expect(fine).toBe(true)
    const read = said
      .split('\n')
      .slice(0, 5)
      .map((line) => JSON.parse(line))
    expect(read[3]).toMatchObject({
      type: 'MessageSent',
      data: { text: 'ten, in the morning: ₹ 45,000' },
      by: { name: 'Asha Rao' },
    })
    const [one, other] = [JSON.parse(lines[1]!), JSON.parse(lines[2]!)]
    expect(Object.keys(one.keys)).toEqual(Object.keys(other.keys)) // one person …
    const swapped = lines.with(1, JSON.stringify({ ...one, keys: other.keys })).join('\n')
    expect(await verified(swapped)).toEqual({
      fine: false,
      said: 'NOT VERIFIED: event 1 (MessageSent) can’t be decrypted with the included keys',
    })
  })

  it('is verified also where it was exported before its keys were signed, and says then what it has no key for', async () => {
    const lines = linesOf(await exported())
    const whole = await verified(fromBefore(lines))
    expect(whole.said).not.toMatch(/key for|deleted/)
    const { fine, said } = await verified(fromBefore(withoutKeys(lines, 'InvoiceRevised')))
    expect(said).toContain(
      '1 contain data that this file has no key for: of a deleted person, or the key was taken out of the file.',
    )
    expect(said).toMatch(/proven: .+, by a person whose name this file has no key for \(admin\)/)
    expect([whole.fine, fine]).toEqual([true, true])
  })

  it('is not there for an order that is not', async () => {
    expect((await admin.get('/api/export-history?id=nothing')).status).toBe(404)
  })
})

describe('the head of a day', () => {
  // spec: 11.27
  it('is mailed to who keeps it, and stands in what is exported from then on', async () => {
    server.advanceTime(day)
    await server.restart()
    ;[admin, client] = [await server.admin(), server.visitor()]
    await client.post('/api/login', { email: 'client-1@example.com', password: 'bread-at-six-gone-by-ten' })
    const mail = await server.mailTo(keeper)
    const [, named, hash] = /(\d{4}-\d\d-\d\d):([0-9a-f]{64})/.exec(mail)!
    const { manifest } = JSON.parse(linesOf(await exported()).at(-1)!)
    expect(JSON.parse(manifest).dailyHead).toMatchObject({ day: named, hash })
    expect(named).toBe(new Date(Date.now() + day).toISOString().slice(0, 10))
  })
})

describe('a history in the store', () => {
  it('is said to be as it was recorded, with the moment', async () => {
    const { body } = await client.get(`/api/verify-history?id=${orderId}`)
    expect(body).toMatchObject({ access: true, data: [{ events: 5, unsealed: 0 }] })
    expect(Date.parse(body.data[0].verifiedAt)).toBeGreaterThan(Date.now())
    expect(body.data[0]).not.toHaveProperty('damage')
  })

  it('is no business of another client', async () => {
    const other = await server.client('Lata Menon')
    expect((await other.get(`/api/verify-history?id=${orderId}`)).body).toEqual({ data: [], access: false })
  })

  // spec: 2.108
  it('is verified after its client was erased, and says nothing of them', async () => {
    const { clientId } = JSON.parse((JSON.parse(linesOf(await exported())[0]!) as { content: string }).content).data
    await server.stop()
    const keys = await openSqliteKeys({ folder: join(server.dataDir, 'keys') })
    await keys.destroy(clientId)
    await keys.close()
    await server.start()
    admin = await server.admin()
    const { fine, said } = await verified(await exported(), '--read')
    expect(said).toContain('4 contain data of a deleted person that can no longer be read.')
    expect(said).not.toMatch(/Asha|Six|morning/)
    expect(fine).toBe(true)
    const { body } = await admin.get(`/api/verify-history?id=${orderId}`)
    // With the two that the start adds: the order is cancelled, and its client erased.
    expect(body.data).toMatchObject([{ events: 7 }])
    expect(body.data[0]).not.toHaveProperty('damage')
  })

  it('names the first event that is not as it was recorded', async () => {
    await server.stop()
    const database = new DatabaseSync(join(server.dataDir, 'events.db'))
    database
      .prepare("update events set content = replace(content, 'client', 'clienT') where stream = ? and revision = 1")
      .run(`order-${orderId}`)
    database.close()
    await server.start()
    const { body } = await (await server.admin()).get(`/api/verify-history?id=${orderId}`)
    expect(body.data).toMatchObject([{ events: 1, damage: { revision: 1, what: 'altered' } }])
  })
})

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

let server: TestServer
let admin: Visitor
let client: Visitor
let other: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
  client = await server.client('Asha Rao')
  other = await server.client('Farhan Qureshi')
})
afterAll(() => server.close())

const stored = async () =>
  (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  ).length
const listed = async (visitor: Visitor, orderId: string) =>
  (await visitor.get(`/api/get-shared-files?orderId=${orderId}`)).body
const remove = (visitor: Visitor, id: string, fileName: string) =>
  visitor.ask('DELETE', `/api/delete-shared-file?id=${id}&fileName=${fileName}`)
const note = (text = 'Opening hours: six to ten.') => new File([text], 'hours.txt')
const closed = async () => {
  const id = await client.order()
  await admin.put('/api/complete-or-cancell', { orderId: id, status: 'complete' })
  return id
}

describe('a shared picture', () => {
  const shared = async (name: string, content: Uint8Array<ArrayBuffer>) => {
    const { body } = await client.share(await client.order(), [new File([content], name)])
    const { width, height } = body.events[0].data.file
    return [width, height]
  }

  // spec: 7.40
  it('says how wide and high it is seen, however large it is', async () => {
    const { default: sharp } = await import('sharp')
    const create = { width: 60, height: 40, channels: 3, background: '#1d49a0' } as const
    const drawn = sharp({ create })
    expect(await shared('door.png', new Uint8Array(await drawn.png().toBuffer()))).toEqual([60, 40])
    expect(await shared('door.webp', new Uint8Array(await drawn.webp().toBuffer()))).toEqual([60, 40])
    expect(await shared('door.gif', new Uint8Array(await drawn.gif().toBuffer()))).toEqual([60, 40])
    // Taken with the camera upright, and stored lying.
    const upright = await drawn.withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await shared('door.jpg', new Uint8Array(upright))).toEqual([40, 60])
    const padded = new Uint8Array(1_000_000)
    padded.set(upright)
    expect(await shared('large.jpg', padded)).toEqual([40, 60])
  })

  it('is taken as well where it does not say', async () => {
    const cut = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF'), 0, 1, 1])
    expect(await shared('broken.jpg', cut)).toEqual([undefined, undefined])
    expect(await shared('note.txt', new Uint8Array(Buffer.from('six to ten')))).toEqual([undefined, undefined])
  })
})

describe('a deleted file', () => {
  // security: 5.2
  it('is gone for everyone at once, in all its versions, from the browser that has it too', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note('first')])).body.events
    const [replaced] = (await client.share(id, [note('second')], { replaceId: shared.id })).body.events
    const versions = [shared, replaced].map(({ data }) => data.file.filename as string)
    const tags = await Promise.all(
      versions.map(async (name) => {
        const { status, headers } = await admin.get(`/uploads/${name}`)
        expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
        return headers.get('ETag')!
      }),
    )
    // As a browser asks that has it: fetch itself would ask for a fresh one.
    const conditionalHeaders = (at: number) => ({ 'If-None-Match': tags[at]!, 'Cache-Control': 'max-age=0' })
    for (const [at, name] of versions.entries()) {
      const known = await admin.get(`/uploads/${name}`, conditionalHeaders(at))
      expect([known.status, known.text]).toEqual([304, ''])
    }
    await remove(client, shared.id, versions[1]!)
    for (const visitor of [client, admin]) {
      for (const [at, name] of versions.entries()) {
        expect((await visitor.get(`/uploads/${name}`)).status).toBe(404)
        expect((await visitor.get(`/uploads/${name}?download=true`)).status).toBe(404)
        expect((await visitor.get(`/uploads/${name}`, conditionalHeaders(at))).status).toBe(404)
      }
    }
  })
})

describe('sharing files', () => {
  // spec: 7.30, 7.31
  it('puts each on the order with its caption, live and in the list', async () => {
    const id = await client.order()
    const line = await admin.connect()
    await line.watch(id)
    const { status, body } = await client.share(id, [picture('door.png'), note()])
    expect([status, body.message]).toEqual([200, 'Files shared'])
    const received = await line.waitFor((received) => received.length >= 2)
    expect(received.map(({ type, data }) => [type, data])).toMatchObject([
      ['FileShared', { caption: 'door.png', file: { originalName: 'door.png', fileType: 'image' } }],
      ['FileShared', { caption: 'hours.txt', file: { originalName: 'hours.txt', fileType: 'text', size: 26 } }],
    ])
    line.close()
    const { data, access } = await listed(admin, id)
    expect(access).toBe(true)
    expect(data).toMatchObject([
      { id: body.events[0].id, sender: 'Asha Rao', sender_role: 'client', file_type: 'image', updated_sent: '' },
      { id: body.events[1].id, caption: 'hours.txt', file_type: 'text', date: body.events[1].at },
    ])
    const { filename, originalName } = JSON.parse(data[1].file)
    expect(originalName).toBe('hours.txt')
    expect((await admin.get(`/uploads/${filename}`)).text).toBe('Opening hours: six to ten.')
    expect((await other.get(`/uploads/${filename}`)).status).toBe(404)
  })

  // spec: 1.15
  it('counts as unread for the other side', async () => {
    const id = await client.order()
    const { body } = await admin.share(id, [note()])
    const { data } = (await client.get('/api/user-order', { 'After-Position': body.position })).body
    expect(data.find((row: { id: string }) => row.id === id).unread_messages).toBe(1)
  })

  it('shares once when it is sent twice under one key', async () => {
    const id = await client.order()
    const before = await stored()
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await client.share(id, [note()], {}, key)
    const again = await client.share(id, [note()], {}, key)
    expect(again.body).toEqual(first.body)
    expect((await listed(client, id)).data).toHaveLength(1)
    expect(await stored()).toBe(before + 1)
  })

  it('puts a file in the place of an earlier one, which stays reachable', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note('first')])).body.events
    const { status, body } = await client.share(id, [note('second')], { replaceId: shared.id })
    expect([status, body.events[0].type]).toEqual([200, 'FileReplaced'])
    const [file] = (await listed(admin, id)).data
    expect(file).toMatchObject({ id: shared.id, date: shared.at, updated_sent: body.events[0].at })
    expect((await admin.get(`/uploads/${JSON.parse(file.file).filename}`)).text).toBe('second')
    expect((await admin.get(`/uploads/${file.versions[0].filename}`)).text).toBe('first')
  })

  it('replaces only what one has sent oneself', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note()])).body.events
    expect((await admin.share(id, [note()], { replaceId: shared.id })).status).toBe(403)
    expect((await client.share(id, [note()], { replaceId: randomUUID() })).status).toBe(409)
  })

  it('keeps nothing of what is refused', async () => {
    const id = await client.order()
    const before = await stored()
    expect((await client.share(await closed(), [note()])).body.message).toBe('Order Either Completed Or Cancelled')
    expect((await other.share(id, [note()])).status).toBe(404)
    expect((await server.visitor().share(id, [note()])).status).toBe(401)
    expect((await client.share(id, [new File(['MZ'], 'setup.exe')])).status).toBe(415)
    expect((await client.share(id, [new File(['<html>'], 'film.mp4')])).status).toBe(415)
    expect((await client.share(id, [])).status).toBe(400)
    expect((await client.share(id, [note()], { captions: '[]' })).status).toBe(400)
    expect((await client.share(id, [note()], { captions: '[" "]' })).status).toBe(400)
    expect((await client.share(id, [note()], { captions: 'no' })).status).toBe(400)
    expect((await client.share('no such order', [note()])).status).toBe(400)
    await expect.poll(stored).toBe(before)
  })

  // spec: 9.25
  it('stops when the order is full', async () => {
    await using small = await startTestServer({
      files: {
        ...{ answerFileSize: 1_000, sharedFileSize: 1_000, filesAtOnce: 2, quota: 1_500 },
        ...{ accountQuota: 1_000_000, reserve: 0 },
      },
    }).then((server) => Object.assign(server, { [Symbol.asyncDispose]: server.close }))
    const client = await small.client()
    const id = await client.order()
    expect((await client.share(id, [note('a'.repeat(1_001))])).status).toBe(413)
    const tooMany = [413, 'You can share up to 2 files at a time']
    const shared = await client.share(id, [note(), note(), note()])
    expect([shared.status, shared.body.message]).toEqual(tooMany)
    const admin = await small.admin()
    await admin.put('/api/upload-design', { orderId: id, link: 'https://figma.com/file/1' })
    const points = [0, 1, 2].map((at) => ({ text: 'Warmer', picture: at }))
    const round = { orderId: id, version: '1', price: '0', points: JSON.stringify(points) }
    const pictures = points.map(() => picture())
    const many = await client.upload('/api/request-changes', round, pictures)
    expect([many.status, many.body.message]).toEqual(tooMany)
    expect((await client.share(id, [note('a'.repeat(900))])).status).toBe(200)
    const full = await client.share(id, [note('a'.repeat(900))])
    expect([full.status, full.body.message]).toEqual([409, 'This project has reached its file limit'])
  })
})

describe('deleting a shared file', () => {
  // spec: 7.32
  it('takes it out of the list for everyone, and out of the history for no one', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note()])).body.events
    const { status, body } = await remove(client, shared.id, shared.data.file.filename)
    expect([status, body.message, body.events[0].type]).toEqual([200, 'File deleted', 'FileDeleted'])
    expect((await listed(admin, id)).data).toEqual([])
    expect((await remove(client, shared.id, shared.data.file.filename)).body.events).toEqual([])
  })

  // spec: 6.10
  it('is for its sender, and for admins', async () => {
    const id = await client.order()
    const [ours] = (await admin.share(id, [note()])).body.events
    const [theirs] = (await client.share(id, [note()])).body.events
    expect((await remove(client, ours.id, ours.data.file.filename)).status).toBe(403)
    expect((await remove(other, theirs.id, theirs.data.file.filename)).status).toBe(404)
    expect((await remove(server.visitor(), theirs.id, theirs.data.file.filename)).status).toBe(401)
    expect((await remove(admin, theirs.id, theirs.data.file.filename)).status).toBe(200)
  })

  // spec: 7.32
  it('wants the name that goes with the id', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note()])).body.events
    expect((await remove(client, shared.id, 'another.txt')).status).toBe(400)
    expect((await client.ask('DELETE', `/api/delete-shared-file?id=${shared.id}`)).status).toBe(400)
    expect((await remove(client, randomUUID(), shared.data.file.filename)).status).toBe(404)
  })

  it('is refused on a closed order', async () => {
    const id = await client.order()
    const [shared] = (await client.share(id, [note()])).body.events
    await admin.put('/api/complete-or-cancell', { orderId: id, status: 'cancel' })
    const { status, body } = await remove(client, shared.id, shared.data.file.filename)
    expect([status, body.message]).toEqual([409, 'Order Either Completed Or Cancelled'])
  })
})

describe('the list of shared files', () => {
  it.each(['', '?orderId=unknown', '?orderId=%00'])('says no more than that there is no access: %s', async (query) => {
    expect((await client.get(`/api/get-shared-files${query}`)).body).toEqual({ data: [], access: false })
  })
  // spec: 7.30
  it('is not for others', async () => {
    expect(await listed(other, await client.order())).toEqual({ data: [], access: false })
  })
})

describe('amending answers', () => {
  const amend = (visitor: Visitor, orderId: string, answers: unknown, files: Record<number, File> = {}) => {
    const form = new FormData()
    form.set('orderId', orderId)
    form.set('answers', JSON.stringify(answers))
    for (const [id, file] of Object.entries(files)) {
      form.append('questionIds', id)
      form.append('files', file)
    }
    return visitor.put('/api/amend-answers', form)
  }
  it('changes what is given, file and text, and leaves the rest', async () => {
    const id = await client.order()
    const { status, body } = await amend(client, id, [{ id: 1, answer: 'Bread' }], { 7: picture() })
    expect([status, body.message]).toEqual([200, 'Answers updated'])
    const { 1: text, 7: file } = body.events[0].data.answers
    expect(text).toBe('Bread')
    expect((await admin.get(`/uploads/${file.filename}`)).status).toBe(200)
    expect(Object.keys(body.events[0].data.answers)).toEqual(['1', '7'])
    expect((await amend(client, id, [{ id: 1, answer: 'Bread' }])).body.events).toEqual([])
  })
  it('says what will not do, and is for the client of an open order', async () => {
    const id = await client.order()
    const before = await stored()
    const refused = await amend(client, id, [{ id: 9, answer: 'nobody' }], { 7: picture() })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['9']])
    expect((await amend(admin, id, [])).status).toBe(403)
    expect((await amend(other, id, [])).status).toBe(404)
    expect((await amend(client, await closed(), [])).body.message).toBe('Order Either Completed Or Cancelled')
    expect(
      (await client.put('/api/amend-answers', { orderId: id, answers: '[{"id":1,"answer":"Buns"}]' })).status,
    ).toBe(200)
    await expect.poll(stored).toBe(before)
  })
})

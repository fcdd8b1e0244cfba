import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { adminLogin, picture, startTestServer } from '#api/testing/test-server.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import { openLog } from '#infra/log.ts'
import { readSettings } from '#infra/settings.ts'

const megabyte = 1024 * 1024
const disk = mkdtempSync(join(tmpdir(), 'atelier-disk-'))

/** A disk of its own, where this system lets one be made. */
function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasDisk = mounted()
afterAll(() => {
  if (hasDisk) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true, maxRetries: 5 })
})

describe.skipIf(!hasDisk)('a disk that fills up', () => {
  /** Starts a server with its data in a folder of the disk. Files leave `reserve` bytes of that free. */
  async function startOnDisk(folder: string, reserve = 0) {
    const { files } = readSettings({})
    const [dataDir, lines] = [join(disk, folder), [] as string[]]
    const server = await startTestServer(
      { dataDir, files: { ...files, reserve } },
      openLog({ write: (line) => void lines.push(JSON.parse(line).msg) }),
    )
    return { dataDir, lines, server }
  }

  // spec: 11.43
  it('is no failure of ours: first no file is taken, then nothing, and what cannot be written is said', async () => {
    const { lines, server } = await startOnDisk('data', 8 * megabyte)
    try {
      const asha = await server.client()
      const orderId = await asha.order()
      const statuses: number[] = []
      while (!statuses.includes(503) && statuses.length < 30) {
        statuses.push((await asha.share(orderId, [picture('door.png', megabyte)])).status)
      }
      expect([statuses.at(-1), statuses.length > 2]).toEqual([503, true])
      // What is kept in reserve is for everything else.
      expect((await server.visitor().post('/api/login', adminLogin)).status).toBe(200)
      expect((await asha.post('/api/send-message', { orderId, text: 'No room?' })).status).toBe(200)

      // Something that is not ours takes the rest.
      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'stray'), Buffer.alloc(bavail * bsize)).catch(() => {}) // what fits is there
      const answers = [
        await asha.share(orderId, [picture()]),
        await asha.submit(),
        ...(await Promise.all(
          [1, 2, 3].map((n) => asha.post('/api/send-message', { orderId, text: 'x'.repeat(n * 1_000) })),
        )),
      ]
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
      expect(answers[0]!.status).toBe(503)
      const unsaved = answers.slice(1).filter(({ status }) => status === 503)
      expect(unsaved.map(({ body }) => body.message)).toContain('The event store can’t save anything: its disk is full')
      const stores = expect.arrayContaining(['The event store', 'The file store'])
      await expect
        .poll(async () => (await server.visitor().get('/readyz')).body, { timeout: 4_000 })
        .toMatchObject({ ready: false, down: stores, full: stores })
      expect(lines.filter((line) => line.startsWith('The event store'))).toEqual([
        'The event store can’t save anything: its disk is full. Free some space; no restart is needed.',
      ])
      // What is there can be read.
      expect((await asha.get(`/api/get-single-order?id=${orderId}`)).body.access).toBe(true)

      await rm(join(disk, 'stray'))
      await expect.poll(async () => (await server.visitor().get('/readyz')).body.ready, { timeout: 4_000 }).toBe(true)
      expect((await asha.post('/api/send-message', { orderId, text: 'There is again' })).status).toBe(200)
      expect(lines).toContain('The event store has free space again.')
      const made = await server.client('Ravi Nair')
      expect((await made.submit()).status).toBe(201)
    } finally {
      await server.close()
    }
  }, 30_000)

  // spec: 11.43
  it('takes no byte for an erase that has no room: changes go on, a restart listens, and it is completed later', async () => {
    const { dataDir, lines, server } = await startOnDisk('erasing')
    try {
      const asha = await server.client()
      const { id, email } = (await asha.get('/api/session')).body
      await server.stop()
      const path = join(dataDir, 'documents.db')
      const documents = openSqliteDocuments(path)
      const put = (name: string) => ({ id: name, revision: 0, text: name.repeat(megabyte) })
      await documents.write([...'abcd'].map((name) => ({ collection: 'books', put: put(name) })))
      await documents.close()
      await server.start()
      const free = async () => {
        const { bavail, bsize } = await statfs(disk)
        return bavail * bsize
      }
      await writeFile(join(disk, 'stray'), Buffer.alloc((await free()) - (await stat(path)).size / 2))
      const ravi = await server.client('Ravi Nair')
      const orderId = await ravi.order()
      const admin = await server.admin()
      const erasing = { personId: id, password: adminLogin.password, confirmation: email }
      expect((await admin.post('/api/erase-person', erasing)).status).toBe(200)
      await expect.poll(() => lines).toContain('could not delete a person’s data yet')
      expect((await ravi.post('/api/send-message', { orderId, text: 'Is there room?' })).status).toBe(200)
      expect(await free()).toBeGreaterThan(megabyte)

      await server.restart()
      const later = await server.admin()
      expect((await later.post('/api/send-message', { orderId, text: 'And now?' })).status).toBe(200)
      await rm(join(disk, 'stray'))
      const status = async () => {
        server.advanceTime(60_000)
        return (await later.get(`/api/get-person?id=${id}`)).body.data[0].status
      }
      await expect.poll(status).toBe('erased')
    } finally {
      await rm(join(disk, 'stray'), { force: true })
      await server.close()
    }
  }, 30_000)

  it('keeps no server from starting that has to erase whom a restore has brought back: it is done once there is room', async () => {
    const { dataDir, lines, server } = await startOnDisk('back')
    try {
      const asha = await server.client()
      const { id, email } = (await asha.get('/api/session')).body
      await server.stop()
      const databases = ['events.db', 'documents.db']
      for (const name of databases) await copyFile(join(dataDir, name), join(dataDir, `${name}.before`))
      await server.start()
      const admin = await server.admin()
      await admin.post('/api/erase-person', { personId: id, password: adminLogin.password, confirmation: email })
      const status = async () => (await admin.get(`/api/get-person?id=${id}`)).body.data[0].status
      await expect.poll(status).toBe('erased')
      await server.stop()
      for (const name of databases) await rename(join(dataDir, `${name}.before`), join(dataDir, name))
      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'stray'), Buffer.alloc(bavail * bsize - 180 * 1024)) // enough to open the stores
      await server.start()
      expect(lines).toContain('people whom a restore brought back are deleted again once the disk has room')
      expect((await server.visitor().get('/healthz')).status).toBe(200)
      await rm(join(disk, 'stray'))
      const later = await server.admin()
      await expect
        .poll(async () => (await later.get(`/api/get-person?id=${id}`)).body.data[0].status, { timeout: 10_000 })
        .toBe('erased')
    } finally {
      await rm(join(disk, 'stray'), { force: true })
      await server.close()
    }
  }, 30_000)

  it('keeps the documents from being rewritten by what is left of them alone, once a damaged copy has made room', async () => {
    const path = join(disk, 'rewritten.db')
    let documents = openSqliteDocuments(path)
    try {
      const put = (name: string) => ({
        collection: 'books',
        put: { id: name, revision: 0, text: name.repeat(megabyte) },
      })
      await documents.write([...'abcdef'].map(put))
      await documents.write([...'bcdef'].map((remove) => ({ collection: 'books', remove })))
      await documents.close() // which leaves nothing in the log
      documents = openSqliteDocuments(path)
      await writeFile(`${path}.damaged`, Buffer.alloc(3 * megabyte))
      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'stray'), Buffer.alloc(bavail * bsize - megabyte / 2))
      await documents.compact()
      expect((await stat(path)).size).toBeLessThan(2 * megabyte)
      await documents.write([...'ghi'].map(put))
      await expect(documents.compact()).rejects.toThrow(
        /^.*rewritten\.db can’t be rewritten without what was deleted: \d+ more bytes are needed$/,
      )
    } finally {
      await documents.close()
      await rm(join(disk, 'stray'), { force: true })
    }
  })

  // spec: 11.48
  it('is said of files that do not fit, in the midst of them, and nothing is kept of any', async () => {
    const { server } = await startOnDisk('other')
    try {
      const asha = await server.client()
      const orderId = await asha.order()
      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'stray'), Buffer.alloc(bavail * bsize - 3 * megabyte))
      const tries = [
        [picture('door.png', 4 * megabyte)],
        [picture('door.png', megabyte), picture('window.png', 4 * megabyte), picture('roof.png', megabyte)],
      ]
      for (const pictures of tries) {
        const { status, body, headers } = await asha.share(orderId, pictures)
        expect([status, body.message]).toEqual([503, 'The file store can’t save anything: its disk is full'])
        expect(headers.get('Retry-After')).toBe('2')
      }
      expect(await readdir(join(disk, 'other', 'files', 'incoming'))).toEqual([])
      expect(await readdir(join(disk, 'other', 'files', 'files'))).toEqual([])
      expect((await asha.share(orderId, [picture('door.png', megabyte)])).status).toBe(200)
    } finally {
      await rm(join(disk, 'stray'), { force: true })
      await server.close()
    }
  }, 30_000)
})

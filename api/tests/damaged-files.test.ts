import { createHash } from 'node:crypto'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runToEnd } from '#api/testing/server-process.ts'
import { picture, startTestServer, validAnswers } from '#api/testing/test-server.ts'
import { openLog } from '#infra/log.ts'

const size = 300_001

/** A server with an order of Asha's that has a picture she shared and one she answered with, and the errors of its log. */
async function serverWithFiles() {
  const errors: string[] = []
  const log = openLog({
    write: (line) => {
      const { level, err } = JSON.parse(line)
      if (level >= 50) errors.push(err.message)
    },
  })
  const server = await startTestServer({}, log)
  onTestFinished(() => server.close())
  const client = await server.client('Asha Rao')
  const submitted = (await client.submit(validAnswers, { 7: picture('roof.png', 2_000) })).body
  const orderId: string = submitted.orderId
  const [sharing] = (await client.share(orderId, [picture('door.png', size)])).body.events
  const shared = { ...sharing.data.file, id: sharing.id }
  const answered = submitted.events[0].data.questions.find(({ id }: { id: number }) => id === 7).answer
  const settings = { DATA_DIR: server.dataDir, DEMO: 'false' }
  return {
    ...{ server, client, orderId, shared, answered, errors },
    pathOf: ({ filename }: { filename: string }) => join(server.dataDir, 'files/files', filename),
    get: ({ filename }: { filename: string }, headers = {}) => client.get(`/uploads/${filename}`, headers),
    run: (program: 'backup' | 'audit', ...args: string[]) => runToEnd(program, args, settings),
  }
}

const damagedMessage = 'This file is damaged where we store it, so we don’t send it. Please ask us to restore it.'

const harms = [
  ['cut to half', (path: string) => truncate(path, 1_000), 'has 1000 bytes instead of'],
  ['with bytes behind its end', (path: string) => writeFile(path, 'more', { flag: 'a' }), 'bytes instead of'],
  ['lost', (path: string) => rm(path), 'is missing'],
] as const

describe('a file', () => {
  // spec: 11.46
  it('is recorded with its size and SHA-256, which the store does not show without the keys', async () => {
    const { server, shared, answered, pathOf } = await serverWithFiles()
    for (const file of [shared, answered]) {
      const content = await readFile(pathOf(file))
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(file).toMatchObject({ size: content.length, sha256 })
      await server.restart() // so that the log of the database is in its file
      expect((await readFile(join(server.dataDir, 'events.db'), 'latin1')).includes(sha256)).toBe(false)
    }
  })

  // spec: 11.46
  it.each(harms)(
    'that is %s is not sent: its reader is told, whole or in part, and the log has which it is',
    async (_, harm) => {
      const { client, orderId, shared, answered, get, pathOf, errors } = await serverWithFiles()
      const { id } = (await client.get('/api/session')).body
      for (const file of [shared, answered]) {
        await harm(pathOf(file))
        for (const headers of [{}, { Range: 'bytes=0-9' }]) {
          const { status, body } = await get(file, headers)
          expect([status, body]).toEqual([500, { message: damagedMessage }])
        }
        expect(errors.at(-1)).toContain(`The file ${file.filename} of the order ${orderId}, sent by ${id}, has `)
      }
    },
  )

  it('is not looked for again for a browser that has it: its content never changes', async () => {
    const { shared, get, pathOf } = await serverWithFiles()
    const tag = (await get(shared)).headers.get('ETag')!
    await rm(pathOf(shared))
    const { status, headers } = await get(shared, { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' })
    expect([status, headers.get('Cache-Control')]).toEqual([304, 'private, no-cache'])
    expect((await get(shared)).headers.get('Cache-Control')).toBe('no-store')
  })

  // spec: 11.46
  it.each([
    ...harms,
    [
      'changed by a bit',
      async (path: string) => {
        const content = await readFile(path)
        await writeFile(path, content.with(content.length - 7, content.at(-7)! ^ 4))
      },
      'was changed after it was sent (its SHA-256 differs)',
    ],
  ] as const)(
    'that is %s is named by a backup and an audit, with its order and who sent it, and both fail',
    async (_, harm, what) => {
      const { server, orderId, shared, pathOf, run } = await serverWithFiles()
      expect([(await run('backup')).code, (await run('audit')).code]).toEqual([0, 0])
      await harm(pathOf(shared))
      const [backup, audit] = [await run('backup'), await run('audit')]
      const named = `“door.png” (${shared.filename}) of the order ${orderId}, sent by Asha Rao`
      for (const { code, out } of [backup, audit]) {
        expect([code, out]).toEqual([1, expect.stringContaining(named)])
        expect(out).toContain(what)
      }
      expect(backup.err).toMatch(/^The backup is complete except for 1 missing or damaged file\. /)
      expect(audit.out).toContain('2 files: damaged or missing: 1.')
      // Of a backup too, by the keys that the settings have.
      const copy = await run('audit', `--from=${/^Backed up to (\S+):/m.exec(backup.out)![1]}`)
      expect([copy.code, copy.out]).toEqual([1, expect.stringContaining(named)])
      expect((await server.visitor().get('/healthz')).status).toBe(200)
    },
  )

  it('that was deleted is not reported as missing', async () => {
    const { client, shared, pathOf, run } = await serverWithFiles()
    const path = `/api/delete-shared-file?id=${shared.id}&fileName=${shared.filename}`
    expect((await client.ask('DELETE', path)).status).toBe(200)
    await rm(pathOf(shared))
    const audit = await run('audit')
    expect([audit.code, audit.out]).toEqual([0, expect.stringContaining('1 file: all unchanged.')])
  })
})

import { chmod, mkdtemp, opendir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { createBackup } from '#infra/backup/create.ts'

/** Everything in a folder, and the folder, with who may do what. */
async function modesIn(folder: string): Promise<[name: string, mode: string][]> {
  const paths = [folder]
  for await (const entry of await opendir(folder, { recursive: true })) paths.push(join(entry.parentPath, entry.name))
  const modes = await Promise.all(paths.map(async (path) => [relative(folder, path), await modeOf(path)] as const))
  return modes.map(([name, mode]) => [name, mode])
}
async function modeOf(path: string): Promise<string> {
  const { mode } = await stat(path)
  return (mode & 0o777).toString(8)
}
/** The files that others than the owner may read or write. */
const openIn = async (folder: string) =>
  (await modesIn(folder))
    .filter(([, mode]) => mode !== '600' && mode !== '700')
    .map(([name, mode]) => `${mode} ${name}`)

/** A server in use, with everything that a data folder has. */
async function inUse(): Promise<TestServer> {
  const server = await startTestServer({ dataDir: await mkdtemp(join(tmpdir(), 'atelier-private-')) })
  onTestFinished(() => server.close())
  const client = await server.client()
  const orderId = await client.order()
  await client.share(orderId, [new File(['six to ten'], 'hours.txt')])
  await server.settled()
  return server
}

// security: 13.3
it('a data folder is its owner’s alone, whatever the umask', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const server = await inUse()
  const { dataDir } = server
  await chmod(dataDir, 0o755) // as an operator has made it
  await createBackup({ dataDir }, { to: join(dataDir, 'backups') })
  await server.restart()
  await expect.poll(() => openIn(dataDir)).toEqual([])
  const names = (await modesIn(dataDir)).map(([name]) => name)
  for (const name of [
    'events.db',
    'events.db-wal',
    'documents.db',
    'documents.db-wal',
    'keys/keys.db',
    'session.secret',
  ]) {
    expect(names).toContain(name)
  }
  expect(names.filter((name) => /^(outbox|files\/files|backups)\//.test(name)).length).toBeGreaterThan(5)
})

// security: 13.3
it('what was left open before is closed at the start, and no link is followed', async () => {
  const server = await inUse()
  const { dataDir } = server
  const elsewhere = await mkdtemp(join(tmpdir(), 'atelier-elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true }))
  await writeFile(join(elsewhere, 'ours.txt'), 'not theirs')
  await chmod(elsewhere, 0o755)
  await server.stop()
  await symlink(elsewhere, join(dataDir, 'elsewhere'))
  for (const [name, mode] of await modesIn(dataDir)) {
    if (!name.startsWith('elsewhere')) await chmod(join(dataDir, name), mode === '700' ? 0o777 : 0o666)
  }
  await server.start()
  const mended = async () => (await openIn(dataDir)).filter((each) => !each.includes('elsewhere'))
  await expect.poll(mended).toEqual([])
  expect(await modeOf(elsewhere)).toBe('755')
})

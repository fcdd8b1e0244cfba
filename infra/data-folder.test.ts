import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { registered } from '#domain/samples.ts'
import { createBackup } from './backup/create.ts'
import { restoreBackup } from './backup/restore.ts'
import { backUpKeys } from './keys/backup.ts'
import { Misconfigured } from './misconfigured.ts'
import { openStores } from './open.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A data folder after one run: with an event, a document, a file and keys. `killed`, it is as SIGKILL leaves it. */
async function afterOneRun({ killed = false } = {}) {
  const [running, dataDir] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir: running })
  await stores.events.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
  await stores.documents.write([{ collection: 'drafts', put: { id: 'asha', revision: 0 } }])
  await stores.files.put('letter.txt', Readable.from(['bread']))
  if (killed) await cp(running, dataDir, { recursive: true })
  await stores.close()
  if (!killed) await cp(running, dataDir, { recursive: true })
  return dataDir
}

/** Every file below a folder, with its bytes. Locks have none, whatever SQLite keeps beside them. */
async function everyByte(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = entries
    .filter(({ name }) => !name.includes('.lock'))
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path, entry.isFile() ? (await readFile(path)).toString('base64') : 'a folder'] as const
    })
  return new Map((await Promise.all(all)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The sentence that a start is refused with, once it is sure that nothing was written or removed. */
async function refusal(dataDir: string, settings: Partial<Parameters<typeof openStores>[0]> = {}) {
  const before = await everyByte(dataDir)
  const error = await openStores({ dataDir, ...settings }).then(
    async (stores) => stores.close(),
    (refused: unknown) => refused,
  )
  expect(await everyByte(dataDir)).toEqual(before)
  expect(error).toBeInstanceOf(Misconfigured)
  return (error as Misconfigured).message
}

describe('a data folder without its events', () => {
  it.each<[string, boolean, (dataDir: string) => Promise<unknown>]>([
    ['whose events.db is gone', false, (dataDir) => rm(join(dataDir, 'events.db'))],
    ['whose events.db is cut to nothing', false, (dataDir) => truncate(join(dataDir, 'events.db'))],
    ['whose events.db is gone, with its log there', true, (dataDir) => rm(join(dataDir, 'events.db'))],
    ['whose log has all events and is gone', true, (dataDir) => rm(join(dataDir, 'events.db-wal'))],
    ['whose log has all events and is damaged', true, (dataDir) => damageLog(join(dataDir, 'events.db-wal'))],
  ])('%s, is refused in a sentence, and nothing is written or removed', async (_, killed, lose) => {
    const dataDir = await afterOneRun({ killed })
    await lose(dataDir)
    expect(await refusal(dataDir)).toMatch(/has no events, but .*documents\.db, files and keys are there/)
  })

  it.each(['documents.db', 'files', 'keys'])('is refused where only its %s are left', async (name) => {
    const dataDir = await afterOneRun()
    for (const each of await readdir(dataDir)) {
      if (each !== name) await rm(join(dataDir, each), { recursive: true, force: true, maxRetries: 5 })
    }
    expect(await refusal(dataDir)).toContain(`has no events, but ${name}`)
  })

  it('is served with all its events once the file is put back', async () => {
    const dataDir = await afterOneRun({ killed: true })
    await rename(join(dataDir, 'events.db'), join(dataDir, 'elsewhere'))
    await refusal(dataDir)
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'events.db'))
    const stores = await openStores({ dataDir })
    onTestFinished(stores.close)
    expect(await Array.fromAsync(stores.events.read('account-asha'))).toHaveLength(1)
  })

  it('begins where there is nothing, and where a first start was killed before the first event', async () => {
    const [running, dataDir] = [join(await temporaryFolder(), 'new'), await temporaryFolder()]
    const stores = await openStores({ dataDir: running })
    await stores.keys.currentKey('meera')
    await stores.files.put('letter.txt', Readable.from(['bread']))
    await cp(running, dataDir, { recursive: true })
    await stores.close()
    await (await openStores({ dataDir })).close()
  })
})

it.each([rm, truncate])('says so where the documents are lost by %o, and makes them again', async (lose) => {
  const dataDir = await afterOneRun()
  await lose(join(dataDir, 'documents.db'))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  await (await openStores({ dataDir })).close()
  expect(said.mock.calls.flat()).toEqual([expect.stringMatching(/documents\.db was missing\. .*drafts .*are lost/)])
})

describe('a start that is refused for something else', () => {
  it.each<[string, (dataDir: string) => Promise<unknown>]>([
    ['its keys are gone', (dataDir) => rm(join(dataDir, 'keys'), { recursive: true })],
    ['its keys are cut to nothing', (dataDir) => truncate(join(dataDir, 'keys/keys.db'))],
    ['the log of its keys is without them', (dataDir) => rm(join(dataDir, 'keys/keys.db'))],
    ['its master key is gone', (dataDir) => rm(join(dataDir, 'keys/master.key'))],
    ['its events are no database', (dataDir) => cutOff(join(dataDir, 'events.db'))],
  ])('writes and removes nothing, where %s', async (_, spoil) => {
    for (const killed of [true, false]) {
      const dataDir = await afterOneRun({ killed })
      await spoil(dataDir)
      await refusal(dataDir)
    }
  })
})

describe('a restore that was killed', () => {
  const operator = { id: 'console', name: 'Console', role: 'admin' } as const

  /** A backup with its keys, and a folder that a restore of it has come so far in: these names have been moved. */
  async function killedAt(moved: readonly string[]) {
    const [dataDir, to] = [await afterOneRun(), await temporaryFolder()]
    const stores = await openStores({ dataDir })
    const { folder: backup } = await createBackup({ dataDir }, { to: await temporaryFolder() })
    const keysFrom = await backUpKeys({ dataDir }, await temporaryFolder())
    await stores.close()
    await restoreBackup(backup, to, operator, { keysFrom })
    await mkdir(join(to, '.restoring'))
    for (const name of ['documents.db', 'files', 'events.db'].filter((each) => !moved.includes(each))) {
      await rename(join(to, name), join(to, '.restoring', name))
    }
    return { to, again: () => restoreBackup(backup, to, operator, { keysFrom }) }
  }

  it.each([[[]], [['documents.db']], [['documents.db', 'files']]])(
    'once it had moved %j, starts as no new agency, and is done anew by the same command',
    async (moved) => {
      const { to, again } = await killedAt(moved)
      expect(await refusal(to)).toMatch(/restore .* did not finish\. Run it again/)
      await again()
      const stores = await openStores({ dataDir: to })
      onTestFinished(stores.close)
      expect(await Array.fromAsync(stores.events.read('account-asha'))).toMatchObject([{ data: registered.data }])
      expect(await readdir(to)).not.toContain('.restoring')
    },
  )

  it('leaves what it does not know where it is', async () => {
    const { to, again } = await killedAt(['documents.db'])
    await writeFile(join(to, 'letter.txt'), 'bread')
    await expect(again()).rejects.toThrow('is not empty')
    expect(await readdir(to)).toEqual(expect.arrayContaining(['.restoring', 'documents.db', 'letter.txt']))
  })
})

/** Leaves the first bytes of a database, without its log. */
async function cutOff(path: string) {
  await truncate(path, 50)
  for (const end of ['-wal', '-shm']) await rm(path + end, { force: true })
}

/** Flips a bit of the first page in a log, so that SQLite takes nothing in it for written. */
async function damageLog(path: string) {
  const bytes = await readFile(path)
  bytes[100]! ^= 1
  await writeFile(path, bytes)
}

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import { registered } from '#domain/samples.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { backUpKeys } from '#infra/keys/backup.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openStores, type Stores } from '#infra/open.ts'
import { storeEpoch } from '#infra/store-epoch.ts'
import { collect } from './collect.ts'
import { createBackup } from './create.ts'
import { databases, fileFolders } from './manifest.ts'
import { restoreBackup } from './restore.ts'

const operator = { id: 'console', name: 'Console', role: 'admin' } as const

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

const event = () => ({ ...registered, id: randomUUID() })

/** Stores in a folder of their own, with an account, a document and a file. */
async function openFilled() {
  const [dataDir, keysDir] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir, keysDir })
  await stores.events.append('account-asha', -1, [event()])
  const draft = { id: 'asha', revision: 0, words: 'Before six' }
  await stores.documents.write([{ collection: 'drafts', put: draft }])
  await stores.files.put('letter.txt', Readable.from(['bread']))
  let open = true
  const close = async () => {
    if (open) await stores.close()
    open = false
  }
  onTestFinished(close)
  return { ...stores, dataDir, keysDir, close }
}

/** A backup of those, and the folder it is restored to. */
async function backedUp() {
  const stores = await openFilled()
  await writeFile(join(stores.dataDir, 'session.secret'), 'of the server')
  const { folder } = await createBackup(stores, {})
  return { stores, backup: folder, keys: await keysOf(stores), to: join(await temporaryFolder(), 'data') }
}

/** A backup of the keys of stores that are open, from which a restore takes them. */
const keysOf = async (stores: Pick<Awaited<ReturnType<typeof openFilled>>, 'dataDir' | 'keysDir'>) => ({
  keysFrom: await backUpKeys(stores, await temporaryFolder()),
})

async function everyEvent({ events }: Pick<Stores, 'events'>): Promise<Recorded[]> {
  const found: Recorded[] = []
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    found.push(...batch.events)
    if (batch.caughtUp) return found
  }
  return found
}

describe('a backup', () => {
  it('has a file that is given back from the quarantine after its folder was listed', async () => {
    const [{ dataDir, files }, folder] = [await openFilled(), await temporaryFolder()]
    await files.put('returning.txt', Readable.from(['jam']))
    await files.quarantine.take('returning.txt')
    for (const name of databases) new DatabaseSync(join(folder, name)).exec('create table events (stream, position)')
    const wanted = {
      dataDir,
      folder,
      createdAt: registered.at,
      version: '1',
      includeFiles: true,
      includeSecrets: false,
    }
    const collecting = collect(wanted)
    // The first file of the folder is there: all of it was listed.
    while (!existsSync(join(folder, 'files/files/letter.txt'))) await new Promise(setImmediate)
    renameSync(join(dataDir, 'files/quarantine/returning.txt'), join(dataDir, 'files/files/returning.txt'))
    expect((await collecting).manifest.files).toEqual({ count: 2, bytes: 8 })
    expect(await readFile(join(folder, 'files/files/returning.txt'), 'utf8')).toBe('jam')
  })

  it('leaves out what a system put among the files, so that it can be restored', async () => {
    const stores = await openFilled()
    for (const each of fileFolders) await writeFile(join(stores.dataDir, each, '.DS_Store'), 'of a file manager')
    const { folder, manifest } = await createBackup(stores, {})
    expect(manifest.files).toEqual({ count: 1, bytes: 5 })
    const to = join(await temporaryFolder(), 'data')
    await restoreBackup(folder, to, operator, await keysOf(stores))
    expect(await readdir(join(to, 'files/files'))).toEqual(['letter.txt'])
  })

  // spec: 11.6
  it('has events, documents, files and secrets, and is restored with an event that says so', async () => {
    const { stores, backup, keys, to } = await backedUp()
    const before = await everyEvent(stores)
    await restoreBackup(backup, to, operator, keys)
    const restored = await openStores({ dataDir: to })
    onTestFinished(restored.close)
    const events = await everyEvent(restored)
    expect(events.slice(0, -1)).toEqual(before)
    const { createdAt } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
    expect(events.at(-1)).toMatchObject({
      stream: 'store-1',
      type: 'StoreRestored',
      by: operator,
      data: { backupAt: createdAt, events: 1 },
    })
    expect(await restored.documents.collection('drafts').get('asha')).toMatchObject({ words: 'Before six' })
    expect(await text((await restored.files.get('letter.txt'))!)).toBe('bread')
    expect(await readFile(join(to, 'session.secret'), 'utf8')).toBe('of the server')
  })

  // spec: 11.5
  it('shows one moment, however much is written while it is made', async () => {
    const stores = await openFilled()
    let going = true
    let revision = -1
    const writing = (async () => {
      while (going) {
        await stores.events.append('account-busy', revision++, [event()])
        // As a projection does: never ahead of the events.
        const put = { id: 'busy', revision, events: revision + 2 }
        await stores.documents.write([{ collection: 'checkpoints', put }])
      }
    })()
    await expect.poll(() => revision).toBeGreaterThan(50)
    const { folder, manifest } = await createBackup(stores, {})
    const after = revision
    going = false
    await writing
    expect(manifest.events.count).toBeGreaterThan(50)
    expect(manifest.events.count).toBeLessThan(after + 2)
    const to = join(await temporaryFolder(), 'data')
    await restoreBackup(folder, to, operator, await keysOf(stores))
    const restored = await openStores({ dataDir: to })
    onTestFinished(restored.close)
    const checkpoint = await restored.documents.collection<{ id: string; revision: number; events: number }>(
      'checkpoints',
    )
    const { events } = (await checkpoint.get('busy'))!
    expect([manifest.events.count, manifest.events.count - 1]).toContain(events)
  })

  it('is one folder that no other user may open, with what sha256sum can check', async () => {
    const { stores, backup } = await backedUp()
    expect(await readdir(join(stores.dataDir, 'backups'))).toEqual([expect.stringMatching(/^atelier-[\dT-]+Z$/)])
    expect((await readdir(backup)).toSorted()).toEqual(
      ['checksums.sha256', 'documents.db', 'events.db', 'files', 'manifest.json', 'session.secret'].toSorted(),
    )
    expect((await stat(backup)).mode & 0o777).toBe(0o700)
    expect((await stat(join(backup, 'session.secret'))).mode & 0o777).toBe(0o600)
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'checksums.sha256'], { cwd: backup })
  })

  it('has the session secret of before a rotation, which still ends on the same day once it is restored', async () => {
    const [stores, to] = [await openFilled(), join(await temporaryFolder(), 'data')]
    const rotatedAt = new Date('2026-11-16T09:00:00Z')
    await writeFile(join(stores.dataDir, 'session.secret.before'), 'of last month')
    await utimes(join(stores.dataDir, 'session.secret.before'), rotatedAt, rotatedAt)
    const { folder } = await createBackup(stores, {})
    await restoreBackup(folder, to, operator, await keysOf(stores))
    expect(await readFile(join(to, 'session.secret.before'), 'utf8')).toBe('of last month')
    expect((await stat(join(to, 'session.secret.before'))).mtime).toEqual(rotatedAt)
  })

  it('has all files but one that cannot be read, and says why', async () => {
    const stores = await openFilled()
    await mkdir(join(stores.dataDir, 'files/files/notes.txt')) // which no one can read as a file
    const { folder, manifest, leftOut } = await createBackup(stores, {})
    expect([manifest.files, await readdir(join(folder, 'files/files'))]).toEqual([
      { count: 1, bytes: 5 },
      ['letter.txt'],
    ])
    expect(Object.fromEntries(leftOut)).toEqual({
      'notes.txt': expect.stringMatching(/^can’t be read \(EISDIR: .+\)$/),
    })
  })

  it('leaves the secrets out where that is wanted', async () => {
    const { stores } = await backedUp()
    const { folder, manifest } = await createBackup(stores, { to: await temporaryFolder(), withoutSecrets: true })
    expect([manifest.secrets, (await readdir(folder)).filter((name) => name.endsWith('secret'))]).toEqual([[], []])
  })

  it('is refused while another is being made', async () => {
    const stores = await openFilled()
    const first = createBackup(stores, {})
    await expect(createBackup(stores, {})).rejects.toThrow(
      new CommandError('A backup is already running. Wait until it finishes.'),
    )
    await first
    await createBackup(stores, {})
  })

  it('that fails leaves nothing', async () => {
    const stores = await openFilled()
    await mkdir(join(stores.dataDir, 'session.secret')) // which no one can copy
    await expect(createBackup(stores, {})).rejects.toBeInstanceOf(CommandError)
    expect(await readdir(join(stores.dataDir, 'backups'))).toEqual([])
  })

  it('to where the system makes no folders is refused, and does not go on trying', async () => {
    const stores = await openFilled()
    await expect(createBackup(stores, { to: '/proc/backups/atelier' })).rejects.toThrow('The backup failed')
  })

  it('of a database that is damaged is refused', async () => {
    const stores = await openFilled()
    for (let n = 0; n < 200; n++) await stores.events.append(`account-${n}`, -1, [event()])
    await stores.close()
    const path = join(stores.dataDir, 'events.db')
    const bytes = await readFile(path)
    bytes.fill(0x5a, bytes.length - 9_000, bytes.length - 1_000)
    await writeFile(path, bytes)
    await expect(createBackup(stores, {})).rejects.toThrow(/^events\.db is damaged, so it cannot be backed up: /)
    expect(await readdir(join(stores.dataDir, 'backups'))).toEqual([])
  })

  it('that cannot read the documents leaves the events to their writer', async () => {
    const stores = await openFilled()
    await stores.close()
    await rm(join(stores.dataDir, 'documents.db'))
    await expect(createBackup(stores, {})).rejects.toBeInstanceOf(CommandError)
    const writer = new DatabaseSync(join(stores.dataDir, 'events.db'))
    onTestFinished(() => writer.close())
    writer.exec('create table since (id integer) strict')
    // The log is emptied only once no reader needs what was before.
    expect(writer.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
  })

  it('whose thread ends early fails, and the next one is made', async () => {
    const stores = await openFilled()
    process.once('worker', (worker) => void worker.terminate())
    await expect(createBackup(stores, {})).rejects.toThrow(
      new CommandError('The backup failed and was removed: it ended early.'),
    )
    expect(await readdir(join(stores.dataDir, 'backups'))).toEqual([])
    await createBackup(stores, {})
  })

  it('of what is on a server is refused', async () => {
    const source = { dataDir: await temporaryFolder(), eventStoreUrl: 'esdb://localhost' }
    await expect(createBackup(source, {})).rejects.toBeInstanceOf(CommandError)
  })

  it('that was being written when its process was killed is removed by the next', async () => {
    const stores = await openFilled()
    await mkdir(join(stores.dataDir, 'backups/atelier-1.incomplete'), { recursive: true })
    await createBackup(stores, {})
    expect(await readdir(join(stores.dataDir, 'backups'))).toHaveLength(1)
  })

  it('into another folder removes what was killed there a day ago or longer, and nothing else', async () => {
    const stores = await openFilled()
    const to = await temporaryFolder()
    const begun = (msAgo: number) =>
      `atelier-${new Date(Date.now() - msAgo).toISOString().replaceAll(/[:.]/g, '-')}.incomplete`
    const [dayMs, hourMs] = [24 * 60 * 60 * 1_000, 60 * 60 * 1_000]
    const others = [begun(dayMs - hourMs), 'atelier-notes.incomplete', 'notes.incomplete', 'of-2025.incomplete']
    for (const name of [begun(dayMs + hourMs), ...others]) await mkdir(join(to, name, 'files'), { recursive: true })
    const { folder } = await createBackup(stores, { to })
    expect((await readdir(to)).toSorted()).toEqual([basename(folder), ...others].toSorted())
  })
})

describe('a restore', () => {
  it('begins another past, so that open pages load anew, whatever they know of what was lost', async () => {
    const stores = await openFilled()
    const before = await storeEpoch(stores.documents)
    const { folder } = await createBackup(stores, {})
    const to = join(await temporaryFolder(), 'data')
    await restoreBackup(folder, to, operator, await keysOf(stores))
    const restored = await openStores({ dataDir: to })
    onTestFinished(restored.close)
    expect(await storeEpoch(restored.documents)).not.toBe(before)
  })

  it('is refused where something is', async () => {
    const { backup, to } = await backedUp()
    await mkdir(to)
    await writeFile(join(to, 'documents.db'), '')
    await expect(restoreBackup(backup, to, operator)).rejects.toThrow(
      `${to} is not empty. Empty it, or choose another folder`,
    )
    expect(await readdir(to)).toEqual(['documents.db'])
  })

  it('is refused where there is no folder but a file', async () => {
    const { backup, to } = await backedUp()
    await writeFile(to, 'a letter')
    const refused = restoreBackup(backup, to, operator)
    await expect(refused).rejects.toThrow(new Misconfigured(`Cannot restore to ${to}: not a directory.`))
    expect(await readFile(to, 'utf8')).toBe('a letter')
  })

  it('goes where nothing is but backups and what a new disk or npm has, and on where one was killed', async () => {
    const { backup, keys, to } = await backedUp()
    for (const each of ['.npm', 'backups', 'lost+found']) await mkdir(join(to, each), { recursive: true })
    await mkdir(join(to, '.restoring'))
    await writeFile(join(to, '.restoring/events.db'), 'half')
    await restoreBackup(backup, to, operator, keys)
    expect(await readdir(to)).toEqual(expect.arrayContaining(['backups', 'documents.db', 'events.db', 'files']))
    expect(await readdir(to)).not.toContain('.restoring')
  })

  it('goes beside the keys in the folder, whatever their own folder is called', async () => {
    const { stores, backup, to } = await backedUp()
    const keysDir = join(to, 'secret-keys')
    await backUpKeys(stores, await temporaryFolder()).then((from) => cp(from, keysDir, { recursive: true }))
    await restoreBackup(backup, to, operator, { keysDir })
    expect((await readdir(to)).toSorted()).toEqual(expect.arrayContaining(['events.db', 'secret-keys']))
    for (const name of ['events.db', 'files']) await rm(join(to, name), { recursive: true })
    await expect(restoreBackup(backup, to, operator, { keysDir })).rejects.toThrow('is not empty')
  })

  it('goes beside the keys further in, also where a link leads to the folder', async () => {
    const { stores, backup, to } = await backedUp()
    const link = join(await temporaryFolder(), 'link')
    await symlink(to, link)
    await backUpKeys(stores, await temporaryFolder()).then((from) =>
      cp(from, join(to, 'private/keys'), { recursive: true }),
    )
    await restoreBackup(backup, link, operator, { keysDir: join(to, 'private/keys') })
    expect(await readdir(to)).toEqual(expect.arrayContaining(['events.db', 'private']))
  })

  // spec: 11.6
  it.each<[string, (backup: string) => Promise<unknown>, string]>([
    ['has no manifest', (backup) => rm(join(backup, 'manifest.json')), 'is not a backup: manifest.json is missing.'],
    [
      'has half a manifest',
      (backup) => truncate(join(backup, 'manifest.json'), 40),
      'This version can’t read the backup',
    ],
    [
      'has a file too many',
      (backup) => appendFile(join(backup, 'checksums.sha256'), 'x'),
      'checksums.sha256 differs from the backup',
    ],
    ['has a file too few', (backup) => rm(join(backup, 'files/files/letter.txt')), 'letter.txt is missing'],
    [
      'has another file',
      (backup) => writeFile(join(backup, 'files/files/letter.txt'), 'stone'),
      'letter.txt differs from the backup',
    ],
    ['has other events', (backup) => loseAnEvent(join(backup, 'events.db')), 'events.db differs from the backup'],
  ])('is refused, and leaves nothing, where the backup %s', async (_, spoil, sentence) => {
    const { backup, to } = await backedUp()
    await rm(join(backup, 'files/files/letter.txt')) // a link to the file itself, until now
    await writeFile(join(backup, 'files/files/letter.txt'), 'bread')
    await spoil(backup)
    const refused = restoreBackup(backup, to, operator)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toBeInstanceOf(Misconfigured)
    expect(await readdir(to).catch(() => [])).toEqual([])
  })
})

describe('the keys of personal data', () => {
  // security: 11.4
  it('are not in a backup, whose events say nothing of anybody without them', async () => {
    const { backup, to } = await backedUp()
    expect((await readdir(backup)).toSorted()).toEqual(
      ['checksums.sha256', 'documents.db', 'events.db', 'files', 'manifest.json', 'session.secret'].toSorted(),
    )
    expect((await readFile(join(backup, 'events.db'))).includes(registered.data.email)).toBe(false)
    await expect(restoreBackup(backup, to, operator)).rejects.toThrow('its keys are not in')
    expect(await readdir(to)).toEqual([])
  })

  it('are backed up to another place, with the master key, and never beside the events', async () => {
    const stores = await openFilled()
    const to = await temporaryFolder()
    const folder = await backUpKeys(stores, to)
    expect((await readdir(folder)).toSorted()).toEqual(['keys.db', 'master.key'])
    expect((await stat(join(folder, 'keys.db'))).mode & 0o077).toBe(0)
    for (const place of [stores.dataDir, join(stores.dataDir, 'backups'), stores.keysDir, join(to, '..')]) {
      await expect(backUpKeys(stores, place)).rejects.toThrow('Choose a place other than')
    }
    await expect(backUpKeys(stores, to, { eventsTo: to })).rejects.toThrow('Choose a place other than')
  })

  it('leave no copy for longer than a day where their backup was killed', async () => {
    const [stores, to] = [await openFilled(), await temporaryFolder()]
    const begun = (msAgo: number) =>
      `atelier-keys-${new Date(Date.now() - msAgo).toISOString().replaceAll(/[:.]/g, '-')}.incomplete`
    const others = [begun(60_000), 'atelier-keys-of-2025.incomplete']
    for (const name of [begun(25 * 60 * 60 * 1_000), ...others]) await mkdir(join(to, name))
    const folder = await backUpKeys(stores, to)
    expect((await readdir(to)).toSorted()).toEqual([basename(folder), ...others].toSorted())
  })

  it('that are there go on when the events are restored: no one comes back who was erased since', async () => {
    const { stores, backup } = await backedUp()
    await stores.keys.destroy('asha')
    await stores.close()
    const to = join(await temporaryFolder(), 'data')
    await restoreBackup(backup, to, operator, { keysDir: stores.keysDir })
    const restored = await openStores({ dataDir: to, keysDir: stores.keysDir })
    onTestFinished(restored.close)
    const [first] = await everyEvent(restored)
    expect(first).toMatchObject({ type: 'AccountRegistered', data: { name: 'erased', email: '' } })
    expect(await Array.fromAsync(restored.keys.destroyed())).toMatchObject([{ person: 'asha' }])
  })

  it('are not put in the place of others', async () => {
    const { stores, backup, keys, to } = await backedUp()
    const refused = restoreBackup(backup, to, operator, { ...keys, keysDir: stores.keysDir })
    await expect(refused).rejects.toThrow(`${stores.keysDir} already has keys`)
    expect(await readdir(to).catch(() => [])).toEqual([])
  })

  it('are not put beside the log of others, which SQLite would write into them', async () => {
    const { stores, backup, keys, to } = await backedUp()
    const keysDir = await temporaryFolder()
    await copyFile(join(stores.keysDir, 'keys.db-wal'), join(keysDir, 'keys.db-wal'))
    const refused = restoreBackup(backup, to, operator, { ...keys, keysDir })
    await expect(refused).rejects.toThrow(`${keysDir}/keys.db-wal is left of keys that are gone. Move it away`)
    expect(await readdir(keysDir)).toEqual(['keys.db-wal'])
  })

  it('take no other master key’s place, as of keys on a server, also where the restore fails', async () => {
    const { backup, keys, to } = await backedUp()
    const keysDir = await temporaryFolder()
    const masterKey = join(keysDir, 'master.key')
    await writeFile(masterKey, 'of other keys')
    const refused = restoreBackup(backup, to, operator, { ...keys, keysDir })
    await expect(refused).rejects.toThrow(`${masterKey} is not the master key of the backup`)
    expect(await readFile(masterKey, 'utf8')).toBe('of other keys')
    // The same one, of which only keys.db was lost, stays; what is put beside it goes again.
    const same = await readFile(join(keys.keysFrom, 'master.key'))
    await writeFile(masterKey, same)
    await appendFile(join(backup, 'events.db'), 'x')
    await expect(restoreBackup(backup, to, operator, { ...keys, keysDir })).rejects.toThrow('differs from the backup')
    expect([await readdir(keysDir), await readFile(masterKey)]).toEqual([['master.key'], same])
  })

  it('leave nothing where they cannot be copied whole, so that other ones can be put there', async () => {
    const { backup, keys, to } = await backedUp()
    const keysDir = await temporaryFolder()
    const copy = join(keys.keysFrom, 'keys.db')
    renameSync(copy, `${copy}.away`)
    await mkdir(copy)
    await expect(restoreBackup(backup, to, operator, { ...keys, keysDir })).rejects.toThrow('EISDIR')
    expect(await readdir(keysDir)).toEqual([])
    await rm(copy, { recursive: true })
    renameSync(`${copy}.away`, copy)
    await expect(restoreBackup(backup, to, operator, { ...keys, keysDir })).resolves.toMatchObject({ withoutKeys: [] })
  })
})

it('names the event that was altered before the backup was made, and restores nothing', async () => {
  const stores = await openFilled()
  await stores.close()
  const database = new DatabaseSync(join(stores.dataDir, 'events.db'))
  database.exec(`update events set content = replace(content, '"at":"20', '"at":"19')`)
  database.close()
  const { folder } = await createBackup(stores, {})
  const to = join(await temporaryFolder(), 'data')
  const refused = restoreBackup(folder, to, operator, { keysDir: stores.keysDir })
  await expect(refused).rejects.toThrow('The backup is damaged: account-asha, revision 0')
  await expect(refused).rejects.toBeInstanceOf(Misconfigured)
  expect(await readdir(to)).toEqual([])
})

async function loseAnEvent(path: string) {
  const database = new DatabaseSync(path)
  database.exec('delete from events')
  database.close()
}

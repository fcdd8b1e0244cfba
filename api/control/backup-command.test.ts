import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { operator } from '#domain/account/account.ts'
import { fileShared, registered } from '#domain/samples.ts'
import { restoreBackup } from '#infra/backup/restore.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { openStores } from '#infra/open.ts'
import { backUpAs } from './backup-command.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Registers people one after the other, each a new person, until it is stopped. */
function registrations({ events }: Pick<Awaited<ReturnType<typeof openStores>>, 'events'>) {
  let people = 0
  let running = true
  const work = (async () => {
    while (running) {
      const person = `person-${++people}`
      const event = { ...registered, id: randomUUID(), by: { ...registered.by, id: person } }
      await events.append(`account-${person}`, -1, [event])
    }
  })()
  return {
    get people() {
      return people
    },
    async stop() {
      running = false
      await work
    },
  }
}

/** The folder that is in a folder alone. */
async function only(folder: string) {
  const [name, ...more] = await readdir(folder)
  expect(more).toEqual([])
  return join(folder, name!)
}

async function everyEvent({ events }: Pick<Awaited<ReturnType<typeof openStores>>, 'events'>) {
  const all = []
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    expect(batch.damaged ?? []).toEqual([])
    all.push(...batch.events)
    if (batch.caughtUp) return all
  }
  return all
}

it('makes pairs of events and keys, under registrations, of which each is restored and read to its last event', async () => {
  const dataDir = await temporaryFolder()
  const stores = await openStores({ dataDir })
  onTestFinished(stores.close)
  const registering = registrations(stores)
  onTestFinished(registering.stop)
  for (let pair = 0; pair < 4; pair++) {
    const before = registering.people
    await expect.poll(() => registering.people, { interval: 1 }).toBeGreaterThan(before + 20)
    const [to, keysTo] = [await temporaryFolder(), await temporaryFolder()]
    await backUpAs({ dataDir }, { to, keysTo }, () => {})
    const folder = join(await temporaryFolder(), 'data')
    const restored = await restoreBackup(await only(to), folder, operator, { keysFrom: await only(keysTo) })
    expect(restored.withoutKeys).toEqual([])
    const again = await openStores({ dataDir: folder })
    const events = await everyEvent(again).finally(again.close)
    expect(events.length).toBe(restored.manifest.events.count + 1)
    expect(events.length).toBeGreaterThan(before)
  }
})

it('makes no backup where that of the keys would be refused', async () => {
  const [dataDir, to] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  onTestFinished(stores.close)
  await expect(backUpAs({ dataDir }, { to, keysTo: to }, () => {})).rejects.toThrow(CommandError)
  expect(await readdir(to)).toEqual([])
})

it('makes no backup where the keys are, and none of the keys where a link leads to the events', async () => {
  const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  onTestFinished(stores.close)
  const link = join(elsewhere, 'link')
  await symlink(dataDir, link)
  const refused = async (request: { to?: string; keysTo?: string }, sentence: string) =>
    expect(backUpAs({ dataDir }, request, () => {})).rejects.toThrow(sentence)
  await refused({ to: join(dataDir, 'keys') }, `can’t be made in ${join(dataDir, 'keys')}, where the keys are.`)
  await refused({ to: join(link, 'keys', 'backups') }, 'where the keys are.')
  const nested = { dataDir: join(elsewhere, 'data'), keysDir: elsewhere }
  onTestFinished((await openStores(nested)).close)
  await expect(backUpAs(nested, {}, () => {})).rejects.toThrow('where the keys are.')
  await refused({ keysTo: join(link, 'copies') }, `Choose a place other than ${dataDir}.`)
  expect([await readdir(dataDir), await readdir(join(dataDir, 'keys'))]).toEqual([
    expect.not.arrayContaining(['backups', 'copies']),
    expect.not.arrayContaining([expect.stringMatching(/^atelier|backups/)]),
  ])
})

it('keeps a backup whose events were altered, and ends with an error that names their streams', async () => {
  const [dataDir, to] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  for (const stream of ['account-asha', 'account-ravi'])
    await stores.events.append(stream, -1, [{ ...registered, id: randomUUID() }])
  await stores.close()
  const database = new DatabaseSync(join(dataDir, 'events.db'))
  database.exec(`update events set content = replace(content, '"at":"20', '"at":"19') where stream = 'account-ravi'`)
  database.close()
  const said: string[] = []
  const made = backUpAs({ dataDir }, { to }, (line) => said.push(line))
  await expect(made).rejects.toThrow(new CommandError('Events are damaged. Keep older backups and restore from them.'))
  expect(said.filter((line) => line.startsWith('account-'))).toEqual([
    expect.stringMatching(/^account-ravi, revision 0, AccountRegistered, position \d+: .+\.$/),
  ])
  expect(await readdir(await only(to))).toContain('manifest.json')
})

it('says of events that are gone no more than that they are damaged: such a backup may be restored', async () => {
  const [dataDir, to] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  for (const stream of ['account-asha', 'account-ravi', 'account-devika'])
    await stores.events.append(stream, -1, [{ ...registered, id: randomUUID() }])
  await stores.close()
  const database = new DatabaseSync(join(dataDir, 'events.db'))
  for (const table of ['events', 'heads']) database.exec(`delete from ${table} where stream = 'account-ravi'`)
  database.close()
  const said: string[] = []
  const made = backUpAs({ dataDir }, { to }, (line) => said.push(line))
  await expect(made).rejects.toThrow(new CommandError('Events are damaged. Keep older backups and restore from them.'))
  expect(said).toContain('Position 2: this event is missing.')
  const folder = join(await temporaryFolder(), 'data')
  expect(
    (await restoreBackup(await only(to), folder, operator, { keysDir: join(dataDir, 'keys') })).manifest.events.count,
  ).toBe(2)
})

it('names each file that cannot be read, with its error, whether or not an event names it', async () => {
  const [dataDir, to] = [await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  onTestFinished(stores.close)
  for (const name of ['files/sent.pdf', 'files/other.pdf', 'quarantine/old.pdf'])
    await mkdir(join(dataDir, 'files', name)) // which no one can read as a file
  const { data } = fileShared
  const sent = { ...fileShared, id: randomUUID(), data: { ...data, filename: 'sent.pdf', originalName: 'Plan.pdf' } }
  await stores.events.append('order-a', -1, [sent])
  const said: string[] = []
  await expect(backUpAs({ dataDir }, { to }, (line) => said.push(line))).rejects.toThrow(
    'except for 3 missing or damaged files',
  )
  const reason = (words: RegExp) => expect.stringMatching(words)
  expect(said.filter((line) => line.includes('.pdf')).toSorted()).toEqual([
    reason(/^old\.pdf can’t be read \(EISDIR: .+\)\.$/),
    reason(/^other\.pdf can’t be read \(EISDIR: .+\)\.$/),
    reason(/^“Plan\.pdf” \(sent\.pdf\) of the order a, sent by .+: can’t be read \(EISDIR: .+\)\.$/),
  ])
})

it('leaves a master key that is a setting out of the backup of the keys, and says so', async () => {
  const [dataDir, to, keysTo] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()]
  await (await openStores({ dataDir })).close()
  const masterKey = await readFile(join(dataDir, 'keys', 'master.key'), 'utf8')
  const stores = await openStores({ dataDir, masterKey })
  onTestFinished(stores.close)
  const said: string[] = []
  await backUpAs({ dataDir, masterKey }, { to, keysTo }, (line) => said.push(line))
  expect(await readdir(await only(keysTo))).toEqual(['keys.db'])
  expect(said).toContain('MASTER_KEY is not included. Keep a copy of it too: without it the keys open nothing.')
})

it('restores with older keys, and names those whose key is not among them', async () => {
  const [dataDir, to, earlier] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()]
  const stores = await openStores({ dataDir })
  await stores.events.append('account-asha', -1, [{ ...registered, id: randomUUID() }])
  await stores.close()
  await cp(join(dataDir, 'keys'), earlier, { recursive: true })
  const later = await openStores({ dataDir })
  const by = { ...registered.by, id: 'ravi' }
  await later.events.append('account-ravi', -1, [{ ...registered, id: randomUUID(), by }])
  await backUpAs({ dataDir }, { to }, () => {})
  await later.close()
  const folder = join(await temporaryFolder(), 'data')
  const { withoutKeys } = await restoreBackup(await only(to), folder, operator, { keysFrom: earlier })
  expect(withoutKeys).toEqual(['ravi'])
  const restored = await openStores({ dataDir: folder })
  onTestFinished(restored.close)
  expect(await Array.fromAsync(restored.events.read('account-asha'))).toMatchObject([{ data: registered.data }])
  await expect(Array.fromAsync(restored.events.read('account-ravi'))).rejects.toThrow('ravi’s personal data key')
})

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { Misconfigured } from '#infra/misconfigured.ts'
import { personKeysContract } from './contract.ts'
import type { PersonKey } from './person-keys.ts'
import { openSqliteKeys } from './sqlite.ts'

async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  let now = Date.parse('2026-11-22T09:00:00Z')
  return {
    folder,
    open: (masterKey?: string) => openSqliteKeys({ folder, masterKey }, () => now),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function opened() {
  const place = await inFolder()
  onTestFinished(place.remove)
  return place
}

personKeysContract('the key store on SQLite', async () => {
  const place = await inFolder()
  return { ...place, open: () => place.open() }
})

/** All bytes of a folder. */
const bytesIn = async (folder: string) =>
  Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))))

// security: 11.5
it('leaves no byte of a destroyed key in its folder, while it is open', async () => {
  const { folder, open } = await opened()
  const keys = await open()
  onTestFinished(keys.close)
  for (const person of ['ravi', 'asha', 'leela']) await keys.currentKey(person)
  const beside = new DatabaseSync(join(folder, 'keys.db'), { readOnly: true })
  const row = beside.prepare("select wrapped from keys where person = 'asha'").get()!
  const wrapped = Buffer.from(row.wrapped as Uint8Array)
  beside.close()
  expect((await bytesIn(folder)).includes(wrapped)).toBe(true)
  await keys.destroy('asha')
  expect((await bytesIn(folder)).includes(wrapped)).toBe(false)
})

it('has no secret in the clear, and lets no other user read the folder', async () => {
  const { folder, open } = await opened()
  const keys = await open()
  const { secret } = await keys.currentKey('asha')
  await keys.close()
  expect((await bytesIn(folder)).includes(secret)).toBe(false)
  expect((await stat(join(folder, 'master.key'))).mode & 0o077).toBe(0)
  expect((await stat(folder)).mode & 0o077).toBe(0)
})

it('goes on with the master key of the setting, which is that of the file', async () => {
  const { folder, open } = await opened()
  const made = await open()
  const key = await made.currentKey('asha')
  await made.close()
  const text = await readFile(join(folder, 'master.key'), 'utf8')
  await rm(join(folder, 'master.key'))
  for (const masterKey of [text, Buffer.from(text, 'base64').toString('hex')]) {
    const again = await open(masterKey)
    expect(await again.currentKey('asha')).toEqual(key)
    await again.close()
  }
  await expect(stat(join(folder, 'master.key'))).rejects.toThrow()
})

it('makes no master key of its own where there is a setting', async () => {
  const { folder, open } = await opened()
  const keys = await open('a'.repeat(64))
  await keys.currentKey('asha')
  await keys.close()
  await expect(stat(join(folder, 'master.key'))).rejects.toThrow('ENOENT')
})

it.each([
  ['another', 'a'.repeat(64), 'is not the master key that encrypts the personal data keys: put back the one'],
  ['none', undefined, 'master.key is missing: put back the one that created them'],
  ['half a', 'a'.repeat(32), 'MASTER_KEY must be 32 bytes, as base64 or hexadecimal'],
])('refuses %s master key, and makes none of its own', async (_, masterKey, sentence) => {
  const { folder, open } = await opened()
  await (await open()).close()
  await rm(join(folder, 'master.key'))
  await expect(open(masterKey)).rejects.toThrow(Misconfigured)
  await expect(open(masterKey)).rejects.toThrow(sentence)
  await expect(stat(join(folder, 'master.key'))).rejects.toThrow()
})

it('refuses a key that was moved to another person’s row', async () => {
  const { folder, open } = await opened()
  const keys = await open()
  for (const person of ['ravi', 'asha']) await keys.currentKey(person)
  await keys.close()
  const database = new DatabaseSync(join(folder, 'keys.db'))
  database.exec("update keys set wrapped = (select wrapped from keys where person = 'ravi') where person = 'asha'")
  database.close()
  const again = await open()
  onTestFinished(again.close)
  await expect(again.currentKey('asha')).rejects.toThrow()
})

it('says in a sentence that a secret of the installation is damaged, wherever a bit has changed', async () => {
  const { folder, open } = await opened()
  const made = await open()
  await made.secret('installation', 'that which codes are sealed by')
  await made.close()
  const database = new DatabaseSync(join(folder, 'keys.db'))
  const whole = database.prepare('select wrapped from secrets').get()!.wrapped as Uint8Array
  for (let at = 0; at < whole.length; at++) {
    database.prepare('update secrets set wrapped = ?').run(whole.with(at, whole[at]! ^ 1))
    const keys = await open()
    await expect(keys.secret('installation', 'another')).rejects.toThrow('“installation” among the keys is')
    await keys.close()
  }
  database.close()
})

it('refuses a file that is no key store, with what to do', async () => {
  const { folder, open } = await opened()
  await writeFile(join(folder, 'keys.db'), 'no database'.repeat(100))
  await expect(open()).rejects.toThrow('is damaged or not a database: restore the key backup')
})

const pageSize = 4_096

/** Where the first page of a table or an index ends: its rows are at the end of it. */
async function endOfRootPage(path: string, name: string): Promise<number> {
  const database = new DatabaseSync(path, { readOnly: true })
  const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)!
  database.close()
  return (rootpage as number) * pageSize
}

it.each([
  ['of secrets', 'secrets'],
  ['of the index of secrets', 'sqlite_autoindex_secrets_1'],
  ['of keys', 'keys'],
  ['of the index of the keys’ ids', 'sqlite_autoindex_keys_2'],
  ['of the index of tombstones', 'sqlite_autoindex_tombstones_1'],
])('refuses a file whose page %s is damaged, with what to do', async (_, name) => {
  const { folder, open } = await opened()
  await (await open()).close()
  const path = join(folder, 'keys.db')
  const start = (await endOfRootPage(path, name)) - pageSize
  await writeFile(path, (await readFile(path)).fill(0xff, start, start + 8))
  await expect(open()).rejects.toThrow(/is damaged.*: restore the key backup/)
})

it.each(['sqlite_autoindex_keys_1', 'sqlite_autoindex_keys_2'])(
  'finds every key or refuses the file, where a bit of %s has changed',
  async (name) => {
    const { folder, open } = await opened()
    const keys = await open()
    const made = new Map<string, PersonKey>()
    for (const person of ['asha', 'ravi', 'tashi']) made.set(person, await keys.currentKey(person))
    await keys.close()
    const path = join(folder, 'keys.db')
    const end = await endOfRootPage(path, name)
    const whole = await readFile(path)
    for (let at = end - 60; at < end; at++) {
      await writeFile(path, whole.with(at, whole[at]! ^ (1 << (at % 8))))
      const again = await open().catch((error: Error) => error)
      if (again instanceof Misconfigured) continue
      if (again instanceof Error) throw again
      const found = await again.keysById([...made.values()].map(({ id }) => id))
      for (const [person, key] of made) {
        expect([at, await again.currentKey(person), found.get(key.id)]).toEqual([at, key, key.secret])
      }
      await again.close()
    }
  },
)

it('refuses a file of which a bit has changed, wherever it names its columns, with what to do', async () => {
  const { folder, open } = await opened()
  await (await open()).close()
  const path = join(folder, 'keys.db')
  const whole = await readFile(path)
  const columns = [...whole.toString('latin1').matchAll(/person {2}text|wrapped blob|proof blob/g)]
  expect(columns.length).toBeGreaterThan(2)
  for (const { index } of columns) {
    await writeFile(path, whole.with(index, whole[index]! ^ 1))
    await expect(open()).rejects.toThrow('is damaged or not a database: restore the key backup')
  }
})

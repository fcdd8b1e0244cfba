import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Misconfigured } from '../misconfigured.ts'
import { removeDatabase } from '../testing/servers.ts'
import { Unavailable } from '../unavailable.ts'
import { personKeysContract } from './contract.ts'
import { openMongoKeys } from './mongodb.ts'

const url = process.env.MONGODB_URL

async function inDatabase() {
  const name = `atelier_test_${randomUUID().replaceAll('-', '')}`
  const folder = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  let ahead = 0
  return {
    open: (masterKey?: string) =>
      openMongoKeys(
        { url: url!, database: name },
        { folder, masterKey },
        { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead },
      ),
    pass: (milliseconds: number) => {
      ahead += milliseconds
    },
    async remove() {
      await removeDatabase(url!, name)
      await rm(folder, { recursive: true })
    },
  }
}

describe.runIf(url)('with a server', () => {
  personKeysContract('the key store on MongoDB', async () => {
    const place = await inDatabase()
    return { ...place, open: () => place.open() }
  })

  /** Two processes on one key store. */
  async function two() {
    const place = await inDatabase()
    const [one, other] = [await place.open(), await place.open()]
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()])
      await place.remove()
    })
    return { ...place, one, other }
  }

  it('gives two processes one key, whichever makes it', async () => {
    const { one, other } = await two()
    const [mine, theirs] = await Promise.all([one.currentKey('asha'), other.currentKey('asha')])
    expect(mine).toEqual(theirs)
    expect(one.name).toBe(other.name)
  })

  it('gives nobody another key before all processes know that the one before is destroyed', async () => {
    const { one, other, pass } = await two()
    const before = await other.currentKey('asha')
    await one.destroy('asha')
    await expect(one.currentKey('asha')).rejects.toThrow(Unavailable)
    pass(10 * 60_000)
    const after = await one.currentKey('asha')
    expect(after.id).not.toBe(before.id)
    expect(await other.currentKey('asha')).toEqual(after)
    expect((await other.keysById([before.id])).size).toBe(0)
  })

  it('refuses another master key', async () => {
    const { open } = await two()
    await expect(open('a'.repeat(64))).rejects.toThrow(Misconfigured)
  })
})

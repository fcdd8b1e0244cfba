import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backUpKeys } from '#infra/keys/backup.ts'
import { openMasterKey } from '#infra/keys/master-key.ts'
import { openKeys } from '#infra/keys/open.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { rotateMaster, rotateSession } from './rotate.ts'

const people = ['asha', 'farhan', 'leela']

/** Keys of some people and a secret, in a folder that `.env` is looked for in too; `of` reads them. */
async function keysInUse(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-rotate-'))
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(async () => {
    process.chdir(before)
    await rm(folder, { recursive: true })
  })
  const settings = (master = env.MASTER_KEY, former?: string) => ({
    ...{ dataDir: folder, masterKey: master, masterKeyBefore: former },
  })
  const of = async (given = settings()) => {
    const { store } = await openKeys(given, undefined)
    const keys = await Promise.all(
      people.map(async (person) => (await store.currentKey(person)).secret.toString('hex')),
    )
    const secret = await store.secret('installation', 'what codes are sealed by')
    await store.close()
    return [...keys, secret]
  }
  if (env.MASTER_KEY) await writeFile('.env', `PORT=3000\nMASTER_KEY=${env.MASTER_KEY}\n# the end\n`)
  return { folder, of, settings, at: (name: string) => join(folder, name), env: { DATA_DIR: folder, ...env } }
}
const wrappedIn = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare('select wrapped from keys union all select wrapped from secrets').all()
  database.close()
  return rows.map(({ wrapped }) => Buffer.from(wrapped as Uint8Array).toString('hex'))
}

describe('the master key', () => {
  // security: 11.2
  it('that is a file is changed, and opens what it opened', async () => {
    const { of, env, at, folder } = await keysInUse()
    const [before, key, wrapped] = [await of(), await readFile(at('keys/master.key')), wrappedIn(at('keys/keys.db'))]
    expect(await rotateMaster(env)).toContain('A new master key encrypts the keys')
    expect(await readFile(at('keys/master.key'))).not.toEqual(key)
    expect(existsSync(at('keys/master.key.next'))).toBe(false)
    expect(await of()).toEqual(before)
    // The former key opens nothing of it any more, and what it had wrapped is not in the file.
    const bytes = (await readFile(at('keys/keys.db'))).toString('hex')
    for (const each of wrapped) expect(bytes.includes(each)).toBe(false)
    await writeFile(at('keys/master.key'), key)
    await expect(of()).rejects.toThrow('not the master key that encrypts the personal data keys')
    expect(folder).toBe(env.DATA_DIR)
  })

  it('that is a setting in .env is changed there, and nothing else of the file', async () => {
    const former = Buffer.alloc(32, 7).toString('base64')
    const { of, env, settings } = await keysInUse({ MASTER_KEY: former })
    const before = await of()
    await rotateMaster(env)
    const [, fresh] = /^PORT=3000\n# the end\nMASTER_KEY=(.+)\n$/.exec(await readFile('.env', 'utf8'))!
    expect(fresh).not.toBe(former)
    expect(await of(settings(fresh))).toEqual(before)
    await expect(of()).rejects.toThrow('not the master key')
  })

  it('is made anew where the setting of the former one is left of a rotation that a start has ended', async () => {
    const [first, second] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))
    const { of, env, settings } = await keysInUse({ MASTER_KEY: first! })
    await of()
    const before = await of(settings(second, first)) // the start
    await writeFile('.env', `MASTER_KEY=${second}\nMASTER_KEY_BEFORE=${first}\n`)
    await rotateMaster({ ...env, MASTER_KEY: second, MASTER_KEY_BEFORE: first })
    const { MASTER_KEY: third, ...rest } = parseEnv(await readFile('.env', 'utf8'))
    expect([first, second]).not.toContain(third)
    expect(rest).toEqual({})
    expect(await of(settings(third))).toEqual(before)
  })

  it('is not changed where neither a setting nor a file has it, and nor is the session secret', async () => {
    const { of, at, folder } = await keysInUse({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })
    await of()
    await expect(rotateMaster({ DATA_DIR: folder })).rejects.toThrow('MASTER_KEY is not set, and')
    await expect(rotateSession({ DATA_DIR: folder }, true)).rejects.toThrow('SESSION_SECRET is not set, and')
    expect([existsSync(at('keys/master.key.next')), existsSync(at('session.secret'))]).toEqual([false, false])
  })

  it('that is set elsewhere is not changed: what to set is said, and done as it is set', async () => {
    const former = Buffer.alloc(32, 7).toString('base64')
    const { of, env, settings } = await keysInUse({ MASTER_KEY: former })
    await writeFile('.env', '')
    const before = await of()
    const said = await rotateMaster(env).catch(({ message }) => message)
    const [, fresh] = /set MASTER_KEY=(\S+) and MASTER_KEY_BEFORE to the former value/.exec(said)!
    expect(await of()).toEqual(before)
    expect(await of(settings(fresh, former))).toEqual(before)
    expect(await of(settings(fresh))).toEqual(before)
  })

  it('waits for the next start where the keys are on a server: others may have them open', async () => {
    const { of, env, at } = await keysInUse()
    await of()
    const former = await readFile(at('keys/master.key'))
    const said = await rotateMaster({ ...env, MONGODB_URL: 'mongodb://127.0.0.1:1/atelier' })
    expect(said).toBe('Master key replaced. Stop all processes, then start them to encrypt the keys with the new one.')
    expect(await readFile(at('keys/master.key'))).toEqual(former)
    expect(existsSync(at('keys/master.key.next'))).toBe(true)
  })

  it('that is a setting stays beside the new one until then where the keys are on a server', async () => {
    const former = Buffer.alloc(32, 7).toString('base64')
    const { env } = await keysInUse({ MASTER_KEY: former })
    const said = await rotateMaster({ ...env, MONGODB_URL: 'mongodb://127.0.0.1:1/atelier' })
    expect(said).toContain('Then remove MASTER_KEY_BEFORE from .env.')
    const { MASTER_KEY: fresh, MASTER_KEY_BEFORE: before } = parseEnv(await readFile('.env', 'utf8'))
    expect([before, fresh === former]).toEqual([former, false])
  })

  it('is not said to be replaced where the server of the keys can’t be asked whether the last rotation has ended', async () => {
    const [first, second] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))
    const { env } = await keysInUse({ MASTER_KEY: second! })
    const set = { ...env, MASTER_KEY_BEFORE: first, MONGODB_URL: 'mongodb://127.0.0.1:1/atelier' }
    await expect(rotateMaster(set)).rejects.toThrow('Cannot use MONGODB_URL')
  })

  it('waits for the next start where a server has the keys open', async () => {
    const { of, env, settings, at } = await keysInUse()
    const before = await of()
    const { store } = await openKeys(settings(), undefined)
    // Another process is what is refused: this one would share them.
    const key = await readFile(at('keys/master.key'))
    await writeFile(at('keys/master.key.next'), Buffer.alloc(32, 9).toString('base64url'))
    expect((await store.currentKey('asha')).secret.toString('hex')).toBe(before[0])
    await store.close()
    expect(await of()).toEqual(before)
    expect(await readFile(at('keys/master.key'))).not.toEqual(key)
    expect(env.DATA_DIR).toBeDefined()
  })

  it('that is damaged as a file is named by that file, also while it is changed', async () => {
    const { of, at } = await keysInUse()
    await of()
    const former = await readFile(at('keys/master.key'))
    await writeFile(at('keys/master.key.next'), Buffer.alloc(32, 9).toString('base64url'))
    await writeFile(at('keys/master.key'), 'half a key')
    await expect(of()).rejects.toThrow(`${at('keys/master.key')} must be 32 bytes`)
    await writeFile(at('keys/master.key'), former)
    await writeFile(at('keys/master.key.next'), 'half a key')
    await expect(of()).rejects.toThrow(`${at('keys/master.key.next')} must be 32 bytes`)
  })

  // security: 11.2
  it.each([
    ['before anything is wrapped anew', false],
    ['after it, before the file has its place', true],
  ])('loses nothing where it is killed %s: neither the keys nor a backup of them', async (_, isWrapped) => {
    const { of, at, settings } = await keysInUse()
    const before = await of()
    const former = await readFile(at('keys/master.key'), 'utf8')
    const next = Buffer.alloc(32, 9).toString('base64url')
    if (isWrapped) {
      await of(settings(next, former)) // as a setting it is wrapped, and the files stay
      await writeFile(at('keys/master.key'), former)
    }
    await writeFile(at('keys/master.key.next'), next)
    const elsewhere = await mkdtemp(join(tmpdir(), 'atelier-rotate-backup-'))
    onTestFinished(() => rm(elsewhere, { recursive: true }))
    const backup = await backUpKeys(settings(), elsewhere)
    expect(await of()).toEqual(before)
    expect(await readFile(at('keys/master.key'), 'utf8')).toBe(next)
    const database = new DatabaseSync(join(backup, 'keys.db'), { readOnly: true })
    const proof = database.prepare('select proof as wrapped from stores').get() as { wrapped: Uint8Array }
    database.close()
    await expect(
      openMasterKey(
        { folder: backup },
        () => proof,
        () => proof,
      ),
    ).resolves.toBeDefined()
  })
})

describe('the session secret in .env', () => {
  it('is changed, with the former one beside it unless at once', async () => {
    const { env, at } = await keysInUse()
    const former = 'a secret of #at least thirty-two characters'
    await writeFile('.env', `SESSION_SECRET="${former}"\nPORT=3000\n`)
    await rotateSession({ ...env, SESSION_SECRET: former }, false)
    const said = await readFile('.env', 'utf8')
    expect(said).toMatch(/^PORT=3000\nSESSION_SECRET=[\w-]{43}\nSESSION_SECRET_BEFORE=/)
    expect(parseEnv(said).SESSION_SECRET_BEFORE).toBe(former)
    expect(existsSync(at('session.secret'))).toBe(false)
  })

  it('is changed where a link leads', async () => {
    const { env, at } = await keysInUse()
    const former = 'a-secret-of-at-least-thirty-two-characters'
    await writeFile('settings', `SESSION_SECRET=${former}\n`)
    await symlink('settings', '.env')
    await rotateSession({ ...env, SESSION_SECRET: former }, true)
    expect([await readlink('.env'), await readFile(at('settings'), 'utf8')]).toEqual([
      'settings',
      expect.stringMatching(/^SESSION_SECRET=[\w-]{43}\n$/),
    ])
  })

  it('is not changed where it has two lines, of which one would stay', async () => {
    const { env } = await keysInUse()
    const text = 'SESSION_SECRET="a-secret-of-at-least\nthirty-two-characters"\n'
    await writeFile('.env', text)
    await expect(rotateSession({ ...env, ...parseEnv(text) }, true)).rejects.toThrow('can’t be changed safely')
    expect(await readFile('.env', 'utf8')).toBe(text)
  })

  it('is not changed where the rest of the file would be read otherwise', async () => {
    const { env } = await keysInUse()
    const text = 'NOTE="In two lines:\nSESSION_SECRET=x"\nSESSION_SECRET=a-secret-of-at-least-thirty-two-characters\n'
    await writeFile('.env', text)
    await expect(rotateSession({ ...env, ...parseEnv(text) }, true)).rejects.toThrow('can’t be changed safely')
    expect(await readFile('.env', 'utf8')).toBe(text)
  })

  it('is not changed twice while the former one is there, unless at once', async () => {
    const { env } = await keysInUse()
    const [former, now] = ['a secret of at least thirty-two characters', 'another one of thirty-two characters']
    const set = { ...env, SESSION_SECRET: now, SESSION_SECRET_BEFORE: former }
    await writeFile('.env', `SESSION_SECRET=${now}\nSESSION_SECRET_BEFORE=${former}\n`)
    await expect(rotateSession(set, false)).rejects.toThrow('SESSION_SECRET_BEFORE is still set: remove it 30 days')
    expect(await readFile('.env', 'utf8')).toBe(`SESSION_SECRET=${now}\nSESSION_SECRET_BEFORE=${former}\n`)
    expect(await rotateSession(set, true)).toContain('everyone must log in again')
    expect(await readFile('.env', 'utf8')).toMatch(/^SESSION_SECRET=[\w-]{43}\n$/)
  })
})

describe('the session secret in a file', () => {
  /** A data folder whose session secret was changed so many days ago. */
  async function rotated(days: number) {
    const { env, at } = await keysInUse()
    await writeFile(at('session.secret'), 'a secret of at least thirty-two characters')
    await rotateSession(env, false)
    const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    await utimes(at('session.secret.before'), then, then)
    const secrets = () =>
      Promise.all(['session.secret', 'session.secret.before'].map((name) => readFile(at(name), 'utf8')))
    return { env, at, then, secrets }
  }

  // security: 11.2
  it('is not changed again within thirty days, when those would be logged out who came before', async () => {
    const { env, then, secrets } = await rotated(29)
    const before = await secrets()
    const lastDay = new Date(then.getTime() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const refused = rotateSession(env, false)
    await expect(refused).rejects.toThrow(`rotate it again after ${lastDay}, or now with --at-once, which logs`)
    await expect(refused).rejects.toBeInstanceOf(Misconfigured)
    expect(await secrets()).toEqual(before)
  })

  it('is changed again at once, and no one stays logged in', async () => {
    const { env, at } = await rotated(1)
    expect(await rotateSession(env, true)).toContain('everyone must log in again')
    expect(existsSync(at('session.secret.before'))).toBe(false)
  })

  it('is changed again after thirty days, and where a change was killed in between', async () => {
    const { env, at, secrets } = await rotated(31)
    const [now] = await secrets()
    await rotateSession(env, false)
    const [next, former] = await secrets()
    expect(former).toBe(now)
    await writeFile(at('session.secret.before'), next!) // killed here, with the new one not there yet
    await rotateSession(env, false)
    expect((await secrets())[1]).toBe(next)
  })
})

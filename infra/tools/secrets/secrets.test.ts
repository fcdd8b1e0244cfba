import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { loadOrCreateSecret } from '#infra/secret.ts'
import { rotateSessionSecret } from '#infra/server-secrets.ts'
import { readSettings } from '#infra/settings.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

async function folder() {
  const cwd = await mkdtemp(join(tmpdir(), 'atelier-secrets-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }))
  return {
    cwd,
    run: (...args: string[]) =>
      promisify(execFile)(process.execPath, [program, ...args], { cwd, env: { PATH: process.env.PATH } }),
    written: async () => parseEnv(await readFile(join(cwd, '.env'), 'utf8')),
  }
}

it('writes what a .env needs, for its owner alone, and does not print it', async () => {
  const { cwd, run, written } = await folder()
  const { stdout } = await run('--servers')
  const env = await written()
  expect(Object.keys(env).toSorted()).toEqual([
    ...['EVENTSTORE_PASSWORD', 'MASTER_KEY', 'MONGODB_PASSWORD', 'S3_PASSWORD'],
    ...['SESSION_SECRET', 'VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ])
  expect(readSettings(env)).toMatchObject({
    sessionSecret: env.SESSION_SECRET,
    push: { keys: { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY } },
  })
  for (const value of Object.values(env)) expect(stdout).not.toContain(value)
  expect((await stat(join(cwd, '.env'))).mode & 0o777).toBe(0o600)
})

// spec: 11.8
it('leaves what stands there as it is, for its owner alone', async () => {
  const { cwd, run, written } = await folder()
  const before = 'PUBLIC_URL=https://desk.example\nSESSION_SECRET=the-one-that-everyone-is-logged-in-by'
  await writeFile(join(cwd, '.env'), before)
  await chmod(join(cwd, '.env'), 0o644)
  await run()
  expect((await stat(join(cwd, '.env'))).mode & 0o777).toBe(0o600)
  const once = await readFile(join(cwd, '.env'), 'utf8')
  expect(once.startsWith(`${before}\n`)).toBe(true)
  expect((await written()).SESSION_SECRET).toBe('the-one-that-everyone-is-logged-in-by')
  expect((await run()).stdout).toBe('All secrets are set already.\n')
  expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(once)
})

it('takes over what a data folder has, so that no one is logged out', async () => {
  const { cwd, run, written } = await folder()
  await mkdir(join(cwd, 'data'))
  const stored = await loadOrCreateSecret(join(cwd, 'data'), 'session.secret')
  await run()
  expect((await written()).SESSION_SECRET).toBe(stored)
  expect(await written()).not.toHaveProperty('SESSION_SECRET_BEFORE')
})

it('takes over the former session secret too, while what it has signed is good', async () => {
  const { cwd, run, written } = await folder()
  await mkdir(join(cwd, 'data'))
  const former = await loadOrCreateSecret(join(cwd, 'data'), 'session.secret')
  await rotateSessionSecret(join(cwd, 'data'), false)
  await run()
  const { SESSION_SECRET, SESSION_SECRET_BEFORE } = await written()
  expect([SESSION_SECRET === former, SESSION_SECRET_BEFORE]).toEqual([false, former])
})

it('takes over the master key of a key folder, or no personal data could be read any more', async () => {
  const { cwd, run, written } = await folder()
  await mkdir(join(cwd, 'data/keys'), { recursive: true })
  const stored = await loadOrCreateSecret(join(cwd, 'data/keys'), 'master.key')
  await run()
  expect((await written()).MASTER_KEY).toBe(stored)
})

it('takes over a master key that the next start will exchange, so that it is exchanged', async () => {
  const { cwd, run, written } = await folder()
  await mkdir(join(cwd, 'data/keys'), { recursive: true })
  const [former, next] = [
    await loadOrCreateSecret(join(cwd, 'data/keys'), 'master.key'),
    await loadOrCreateSecret(join(cwd, 'data/keys'), 'master.key.next'),
  ]
  expect((await run()).stdout).toContain('remove MASTER_KEY_BEFORE')
  expect(await written()).toMatchObject({ MASTER_KEY: next, MASTER_KEY_BEFORE: former })
})

it('prints none that .env has, whatever a data folder has of before', async () => {
  const { cwd, run } = await folder()
  await mkdir(join(cwd, 'data'))
  await writeFile(join(cwd, '.env'), `SESSION_SECRET=${'s'.repeat(32)}\nMASTER_KEY=${'0'.repeat(64)}\n`)
  await loadOrCreateSecret(join(cwd, 'data'), 'session.secret')
  const { stdout } = await run('--print')
  expect(Object.keys(parseEnv(stdout)).toSorted()).toEqual(['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'])
})

it('prints and adds none that is set elsewhere, as by systemd, where there is no .env', async () => {
  const { cwd } = await folder()
  const env = { PATH: process.env.PATH, SESSION_SECRET: 's'.repeat(32), MASTER_KEY: '0'.repeat(64) }
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { cwd, env })
  expect(Object.keys(parseEnv((await run('--print')).stdout)).toSorted()).toEqual([
    'VAPID_PRIVATE_KEY',
    'VAPID_PUBLIC_KEY',
  ])
  expect((await run()).stdout).toContain('VAPID_PUBLIC_KEY')
  expect((await run()).stdout).toBe('All secrets are set already.\n')
  expect(await readFile(join(cwd, '.env'), 'utf8')).not.toMatch(/SESSION_SECRET|MASTER_KEY/)
})

it('prints them, and writes nothing, where that is asked', async () => {
  const { cwd, run } = await folder()
  expect(Object.keys(parseEnv((await run('--print')).stdout))).toHaveLength(4)
  await expect(stat(join(cwd, '.env'))).rejects.toThrow('ENOENT')
})

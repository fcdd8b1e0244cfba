import { existsSync } from 'node:fs'
import { open, readFile, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { beginRotation, masterKeyName } from '#infra/keys/master-key.ts'
import { keyFolderOf, openKeys, opensKeys } from '#infra/keys/open.ts'
import { keysName } from '#infra/keys/sqlite.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { newSecret } from '#infra/secret.ts'
import { rotateSessionSecret, sessionSecretName } from '#infra/server-secrets.ts'
import { readSettings, type Settings } from '#infra/settings.ts'
import { InUse } from '#infra/sqlite.ts'

const file = '.env'

/** Where a secret is kept: as a setting in `.env`, as a setting that is made elsewhere, or in a file that Atelier made. */
type Place = 'file' | 'here' | 'elsewhere'

/** Where a secret is, which is at `path` where it is a file. Throws `Misconfigured` where it is not to be found. */
async function placeOf(name: string, value: string | undefined, path: string): Promise<Place> {
  if (value === undefined) {
    if (existsSync(path)) return 'file'
    throw new Misconfigured(`${name} is not set, and ${path} is missing. Run this with the settings of the server.`)
  }
  const here = parseEnv(await readFile(file, 'utf8').catch(() => ''))[name]?.trim()
  return here === value ? 'here' : 'elsewhere'
}

/** A value as it is written in `.env`. What is not plain would be read up to a `#` or expanded, but for the quotes. */
function written(value: string): string {
  const quote = /^[\w+/=-]+$/.test(value) ? '' : (["'", '"', '`'].find((each) => !value.includes(each)) ?? '')
  return quote + value + quote
}

/** Changes settings in `.env`, all at once: those that are undefined go. Throws `Misconfigured` where others would change. */
async function change(values: Record<string, string | undefined>): Promise<void> {
  const path = await realpath(file) // a link to it stays
  const before = await readFile(path, 'utf8')
  const set = parseEnv(before)
  const remaining = before
    .split('\n')
    .filter((line) => !Object.keys(values).some((name) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line)))
  while (remaining.at(-1) === '') remaining.pop()
  const added = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${written(value)}`],
  )
  const after = `${[...remaining, ...added].join('\n')}\n`
  const read = parseEnv(after)
  const hasMoreLines = Object.keys(values).some((name) => set[name]?.includes('\n'))
  if (hasMoreLines || Object.entries({ ...set, ...values }).some(([name, value]) => read[name] !== value)) {
    throw new Misconfigured(
      `${file} can’t be changed safely. Write these settings in one line each: ${Object.keys(values).join(', ')}.`,
    )
  }
  const next = await open(`${path}.new`, 'w', 0o600)
  await next.writeFile(after)
  await next.sync()
  await next.close()
  await rename(`${path}.new`, path)
}

const elsewhere = (name: string, fresh: string, before: string | undefined) =>
  new Misconfigured(
    `${name} is not set in ${file}. Where it is set, set ${name}=${fresh}${before ? ` and ${name}_BEFORE to the former value` : ''} for all processes, and restart them.`,
  )

/**
 * Makes a new session secret for the next start. What the former one has signed goes on for thirty days, unless `atOnce`.
 * Answers what to do next. Throws `Misconfigured`.
 */
export async function rotateSession(env: Record<string, string | undefined>, atOnce: boolean): Promise<string> {
  const { sessionSecret: former, sessionSecretBefore, dataDir } = readSettings(env)
  const fresh = newSecret()
  const before = atOnce ? undefined : former
  const place = await placeOf('SESSION_SECRET', former, join(dataDir, sessionSecretName))
  if (place !== 'file' && !atOnce && sessionSecretBefore !== undefined) {
    throw new Misconfigured(
      'SESSION_SECRET_BEFORE is still set: remove it 30 days after the last rotation and rotate again, or rotate now with --at-once, which logs everybody out.',
    )
  }
  if (place === 'elsewhere') throw elsewhere('SESSION_SECRET', fresh, before)
  if (place === 'here') await change({ SESSION_SECRET: fresh, SESSION_SECRET_BEFORE: before })
  else await rotateSessionSecret(dataDir, atOnce)
  if (atOnce) return 'Session secret replaced. Restart the server; everyone must log in again.'
  const rest = place === 'here' ? ` Remove SESSION_SECRET_BEFORE from ${file} after 30 days.` : ''
  return `Session secret replaced. Restart the server. People who return within 30 days stay logged in.${rest}`
}

/**
 * Makes a new master key for the keys of personal data and the secret of the installation. They are wrapped by it now, or at the
 * next start: where a server has them open, and always where they are in MongoDB. Killed in between it goes on when it is run
 * again, or at the next start. Answers what to do next. Throws `Misconfigured`.
 */
export async function rotateMaster(env: Record<string, string | undefined>): Promise<string> {
  const settings = readSettings(env)
  const folder = keyFolderOf(settings)
  if (!settings.mongodbUrl && !existsSync(join(folder, keysName)))
    throw new Misconfigured(`There are no keys yet in ${folder}.`)
  const place = await placeOf('MASTER_KEY', settings.masterKey, join(folder, masterKeyName))
  const rotating = await begun(place, settings)
  const rest = place === 'here' ? ` Then remove MASTER_KEY_BEFORE from ${file}.` : ''
  if (settings.mongodbUrl)
    return `Master key replaced. Stop all processes, then start them to encrypt the keys with the new one.${rest}`
  try {
    const { store } = await openKeys(rotating, undefined)
    await store.close()
  } catch (error) {
    if (!(error instanceof InUse)) throw error
    return `Master key replaced. A server is using the keys; restart it to encrypt them with the new one.${rest}`
  }
  if (place === 'here') await change({ MASTER_KEY_BEFORE: undefined })
  const where = place === 'here' ? `MASTER_KEY in ${file}` : join(folder, masterKeyName)
  return `A new master key encrypts the keys: ${where}. Back it up with them. Older key backups need the former master key.`
}

/** The settings with a new master key: the one that a rotation has begun with, where it was killed. */
async function begun(place: Place, settings: Settings): Promise<Settings> {
  if (place === 'file') {
    await beginRotation(keyFolderOf(settings))
    return settings
  }
  // Where MASTER_KEY opens them alone, MASTER_KEY_BEFORE is left of a rotation that has ended.
  if (settings.masterKeyBefore !== undefined && !(await opensKeys({ ...settings, masterKeyBefore: undefined })))
    return settings
  const fresh = newSecret()
  if (place === 'elsewhere') throw elsewhere('MASTER_KEY', fresh, settings.masterKey)
  await change({ MASTER_KEY: fresh, MASTER_KEY_BEFORE: settings.masterKey })
  return { ...settings, masterKey: fresh, masterKeyBefore: settings.masterKey }
}

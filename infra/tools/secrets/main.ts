import { randomBytes } from 'node:crypto'
import { appendFile, chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { masterKeyNames } from '#infra/keys/master-key.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { runProgram } from '#infra/program.ts'
import { newVapidKeys, vapidKeysOf } from '#infra/push/keys.ts'
import { readSecret } from '#infra/secret.ts'
import { formerSession, sessionSecretName } from '#infra/server-secrets.ts'
import { rotateMaster, rotateSession } from './rotate.ts'

// npm run secrets [-- --servers] [--print]: adds to .env the secrets that are not set, those of docker-compose.yml's servers
// too with --servers. What stands there stays, and what a data folder has is taken from it: other ones would end every
// session and every push. With --print they are printed instead, and nothing is written.

// With --rotate=session or --rotate=master the secret is replaced by a new one (rotate.ts).

const file = '.env'

await runProgram(async (env) => {
  const { servers, print, rotate, 'at-once': atOnce } = parseOptions(process.argv.slice(2))
  if (rotate === 'session') return console.log(await rotateSession(env, atOnce))
  if (rotate === 'master') return console.log(await rotateMaster(env))
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  const set = parseEnv(there)
  // Also what is set elsewhere: under systemd there is no .env.
  const has = (name: string) => Boolean(set[name]?.trim() || env[name]?.trim())
  if (has('VAPID_PUBLIC_KEY') !== has('VAPID_PRIVATE_KEY')) {
    throw new Misconfigured('Only one of VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY is set. Set both or neither.')
  }
  const dataDir = env.DATA_DIR?.trim() || './data'
  const all = await secretsFor(dataDir, env.KEYS_DIR?.trim() || join(dataDir, 'keys'), servers)
  // A former secret comes with the one of now, or not at all.
  const missing = Object.entries(all).filter(([name]) => !has(name.replace('_BEFORE', '')))
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('')
  if (print) return void process.stdout.write(lines)
  if (missing.length === 0) return console.log('All secrets are set already.')
  await appendFile(file, '', { mode: 0o600 })
  await chmod(file, 0o600) // it may have been there, for others to read
  await appendFile(file, there === '' || there.endsWith('\n') ? lines : `\n${lines}`, { flush: true })
  console.log(`Added to ${file}: ${missing.map(([name]) => name).join(', ')}. Keep a copy in your password manager.`)
  if (missing.some(([name]) => name === 'SESSION_SECRET_BEFORE'))
    console.log('Remove SESSION_SECRET_BEFORE 30 days after the last rotation.')
  if (missing.some(([name]) => name === 'MASTER_KEY_BEFORE'))
    console.log('The next start encrypts the keys with MASTER_KEY. Then remove MASTER_KEY_BEFORE.')
})

async function secretsFor(dataDir: string, keysDir: string, servers: boolean): Promise<Record<string, string>> {
  const stored = await readSecret(dataDir, 'vapid.secret')
  const former = (await formerSession(dataDir))?.secret
  const [master, next] = await Promise.all(masterKeyNames.map((name) => readSecret(keysDir, name)))
  const { publicKey, privateKey } = stored ? vapidKeysOf(stored) : newVapidKeys()
  // Letters and digits alone: they stand in addresses.
  const password = () => randomBytes(24).toString('hex')
  return {
    SESSION_SECRET: (await readSecret(dataDir, sessionSecretName)) ?? randomBytes(32).toString('base64url'),
    ...(former === undefined ? {} : { SESSION_SECRET_BEFORE: former }),
    MASTER_KEY: next ?? master ?? randomBytes(32).toString('base64url'),
    ...(next === undefined || master === undefined ? {} : { MASTER_KEY_BEFORE: master }),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    ...(servers ? { EVENTSTORE_PASSWORD: password(), MONGODB_PASSWORD: password(), S3_PASSWORD: password() } : {}),
  }
}

function parseOptions(args: string[]) {
  try {
    const options = {
      servers: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
      rotate: { type: 'string' },
      'at-once': { type: 'boolean', default: false },
    } as const
    const { values } = parseArgs({ args, options })
    if (![undefined, 'session', 'master'].includes(values.rotate)) throw new Error('Rotated is one of the two')
    return values
  } catch {
    throw new Misconfigured(
      'Usage: npm run secrets [-- --servers --print], or -- --rotate=session [--at-once], or -- --rotate=master',
    )
  }
}

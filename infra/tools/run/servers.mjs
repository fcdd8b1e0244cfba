import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** By which setting each server is found. */
const settings = { EventStoreDB: 'EVENTSTORE_URL', MongoDB: 'MONGODB_URL', S3: 'S3_ENDPOINT' }

/**
 * The servers that the tests may use: those of the environment, else those of a running `npm run services`. `env` holds
 * the settings that are not in the environment yet; `against` says what each server is, `missing` why there is none;
 * `services` is the process that has started them, where it is `npm run services`.
 */
export function servers() {
  const found = services()
  const env = {}
  const against = {}
  const missing = {}
  for (const [name, setting] of Object.entries(settings)) {
    if (process.env[setting]) against[name] = `the server of ${setting}`
    else if (found?.against[name]) {
      against[name] = found.against[name]
      env[setting] = found.settings[setting]
      if (name === 'S3') Object.assign(env, Object.fromEntries(aws(found.settings)))
    } else missing[name] = found?.missing[name] ?? `no ${setting} is set, and \`npm run services\` is not running`
  }
  return { env, against, missing, services: found?.pid }
}

const aws = (all) => Object.entries(all).filter(([name]) => name.startsWith('AWS_'))

/** The servers that a running `npm run services` has noted, or undefined. */
function services() {
  const noted = join(root, '.services', 'running.json')
  if (!existsSync(noted)) return undefined
  try {
    const found = JSON.parse(readFileSync(noted, 'utf8'))
    process.kill(found.pid, 0) // throws when it runs no more
    return found
  } catch {
    return undefined
  }
}

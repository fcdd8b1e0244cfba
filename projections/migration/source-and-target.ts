import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { requireEvents } from '#infra/data-folder.ts'
import { keyFolderOf, opensKeys } from '#infra/keys/open.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { readSettings, type Settings } from '#infra/settings.ts'

type Env = Record<string, string | undefined>

/**
 * The settings of one side: those of a data folder, those written in a file as in .env, or, without a path, those of the
 * environment. A folder whose own master key does not open its keys has the environment's: a file may be of before a rotation. The file's keys for its bucket become the environment's,
 * since the client of S3 looks for them there.
 */
export async function settingsOf(path: string | undefined, env: Env): Promise<Settings> {
  if (path === undefined) return withoutDemo(env)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Misconfigured(`${path} is not a data folder or settings file.`)
  if (found.isDirectory()) {
    const alone = readSettings({ DATA_DIR: path })
    const { MASTER_KEY, MASTER_KEY_BEFORE } = env
    return (await opensKeys(alone)) ? alone : readSettings({ DATA_DIR: path, MASTER_KEY, MASTER_KEY_BEFORE })
  }
  const written = parseEnv(await readFile(path, 'utf8'))
  for (const [name, value] of Object.entries(written)) {
    if (!name.startsWith('AWS_')) continue
    if (env[name] && env[name] !== value) {
      throw new Misconfigured(
        `${name} in ${path} differs from the environment. Source and target must use the same keys.`,
      )
    }
    env[name] = value
  }
  return withoutDemo(written)
}

/** Reads settings without the demo: its own folder is not moved, nor moved into, unless that is named. */
const withoutDemo = (env: Env): Settings => readSettings({ ...env, DEMO: 'false' })

/** Throws `Misconfigured` when the source has no events, or the two would get into each other's way. */
export function checkSourceAndTarget(from: Settings, to: Settings): void {
  requireEvents(from, 'There are no events to move')
  if (isSame(from, to, ({ eventStoreUrl: url, eventStorePrefix }) => url && `${url} ${eventStorePrefix}`)) {
    throw new Misconfigured(
      'Source and target are the same event store. Set EVENTSTORE_URL or DATA_DIR for the target.',
    )
  }
  if (isSame(from, to, ({ mongodbUrl }) => mongodbUrl)) {
    throw new Misconfigured(
      'Source and target are the same document store. Set MONGODB_URL or DATA_DIR for the target, so that the source stays unchanged.',
    )
  }
}

/** Whether source and target have the same file store. */
export const shareFileStore = (from: Settings, to: Settings): boolean =>
  isSame(from, to, ({ s3 }) => s3 && `${s3.endpoint} ${s3.bucket}`)

/** Whether source and target have the same folder of keys. */
export const shareKeys = (from: Settings, to: Settings): boolean =>
  !from.mongodbUrl && !to.mongodbUrl && keyFolderOf(from) === keyFolderOf(to)

/** Whether something is in the same place: the same server, or the same data folder and no server. */
function isSame(from: Settings, to: Settings, server: (side: Settings) => string | undefined): boolean {
  if (server(from) !== server(to)) return false
  return server(from) !== undefined || resolve(from.dataDir) === resolve(to.dataDir)
}

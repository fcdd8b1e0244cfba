import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { databaseNameIn } from '#infra/documents/mongodb-database-name.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import type { Settings } from '#infra/settings.ts'
import { type MasterKeySource, masterKeyName, WrongMasterKey } from './master-key.ts'
import type { PersonKeys } from './person-keys.ts'
import { keysName, openSqliteKeys, openSqliteKeysBeside } from './sqlite.ts'

export type KeySettings = Pick<
  Settings,
  'dataDir' | 'mongodbUrl' | 'keysDir' | 'keysDatabase' | 'masterKey' | 'masterKeyBefore'
>

/** The folder of the key database, where it is SQLite, and of the master key, where no setting has it. */
export const keyFolderOf = ({ dataDir, keysDir }: Pick<KeySettings, 'dataDir' | 'keysDir'>): string =>
  resolve(keysDir ?? join(dataDir, 'keys'))

/** The database of the keys beside the one of the read models. */
export const keysDatabaseBeside = (name: string): string => `${name}-keys`

/**
 * Opens the key store that the settings choose. `sealedBy` is the name of the one whose keys the events are sealed by, if they
 * are sealed. Throws `Misconfigured` when that is another one, or is not found: no new one is made then. Without `rotate` a
 * rotation of the master key waits for another process, where servers may be using the keys.
 */
export async function openKeys(
  settings: KeySettings,
  sealedBy: string | undefined,
  { rotate = true } = {},
): Promise<{ store: PersonKeys; line: string }> {
  const folder = keyFolderOf(settings)
  const { mongodbUrl: url } = settings
  if (!url) {
    const size = statSync(join(folder, keysName), { throwIfNoEntry: false })?.size
    if (sealedBy !== undefined && !size) throw keysMissing(folder)
    return verifyStoreName(await openShared({ folder, ...settings }), sealedBy, folder, `keys       SQLite, ${folder}`)
  }
  const { store, database } = await openInMongo(url, settings, { create: sealedBy === undefined, rotate })
  return verifyStoreName(store, sealedBy, `the database ${database}`, `keys       MongoDB, ${database}`)
}

async function openInMongo(url: string, settings: KeySettings, options: { create: boolean; rotate: boolean }) {
  const database = settings.keysDatabase ?? keysDatabaseBeside(databaseNameIn(url))
  const { openMongoKeys } = await import('./mongodb.ts')
  const source = { folder: keyFolderOf(settings), ...settings }
  return { database, store: await openMongoKeys({ url, database }, source, options) }
}

/**
 * The keys where the settings say that they are, to be read alone, also while a server has them open; undefined where there are
 * none. Throws `Misconfigured`.
 */
export async function openExistingKeys(settings: KeySettings): Promise<PersonKeys | undefined> {
  const folder = keyFolderOf(settings)
  if (!settings.mongodbUrl) return openSqliteKeysBeside({ folder, ...settings })
  // Without a master key there are no keys.
  if (settings.masterKey === undefined && !existsSync(join(folder, masterKeyName))) return undefined
  return (await openInMongo(settings.mongodbUrl, settings, { create: false, rotate: false })).store
}

/** Whether there are keys where the settings say that they are, and the master key of the settings opens them. Throws where that is not known. */
export async function opensKeys(settings: KeySettings): Promise<boolean> {
  try {
    const keys = await openExistingKeys(settings)
    await keys?.close()
    return keys !== undefined
  } catch (error) {
    if (error instanceof WrongMasterKey) return false
    throw error
  }
}

/** The folders that this process has open, with how many use each. */
const folders = new Map<string, { opened: Promise<PersonKeys>; users: number }>()

/** Opens the keys of a folder, once in a process: several stores in it may be sealed by the same keys. */
async function openShared(source: MasterKeySource): Promise<PersonKeys> {
  const { folder } = source
  const shared = folders.get(folder) ?? { opened: openSqliteKeys(source), users: 0 }
  folders.set(folder, shared)
  shared.users++
  let closed = false
  const release = async () => {
    if (closed) return
    closed = true
    if (--shared.users > 0) return
    folders.delete(folder)
    await shared.opened.then((store) => store.close())
  }
  try {
    return Object.create(await shared.opened, { close: { value: release } })
  } catch (error) {
    if (--shared.users === 0) folders.delete(folder)
    throw error
  }
}

async function verifyStoreName(
  store: PersonKeys | undefined,
  sealedBy: string | undefined,
  where: string,
  line: string,
) {
  if (store && (sealedBy === undefined || store.name === sealedBy)) return { store, line }
  await store?.close()
  throw keysMissing(where)
}

/** The error message about events whose keys are not where the settings say. */
export const keysMissing = (where: string) =>
  new Misconfigured(
    `The personal data in these events is encrypted and its keys are not in ${where}. Set KEYS_DIR or KEYS_DATABASE, or restore the latest key backup there (docs/operations.md).`,
  )

import { constants, existsSync, realpathSync } from 'node:fs'
import { chmod, copyFile, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { incomplete, nameAt, removeIncomplete } from '#infra/backup/incomplete.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { settle } from '#infra/files/store.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { makeFolder } from '#infra/private-files.ts'
import { isLogAlone } from '#infra/sqlite.ts'
import { type MasterKeySource, masterKeyNames } from './master-key.ts'
import { type KeySettings, keyFolderOf } from './open.ts'
import { keysName, openSqliteKeysBeside } from './sqlite.ts'

/**
 * Throws `CommandError` unless the keys may be backed up into a folder `to`: never where the events are, or `eventsTo`, where
 * their backup is. Together they would be readable, and people who were erased would come back.
 */
export function checkKeyBackup(settings: KeySettings, to: string, eventsTo = settings.dataDir): void {
  if (settings.mongodbUrl)
    throw new CommandError('The keys are on a server. Back them up with that server’s tools (docs/operations.md).')
  const parent = followed(to)
  for (const place of [settings.dataDir, eventsTo, keyFolderOf(settings)].map(followed)) {
    if (isWithin(parent, place) || isWithin(place, parent)) {
      throw new CommandError(`The keys can’t be backed up to ${parent}. Choose a place other than ${place}.`)
    }
  }
}

/** Throws `CommandError` where a backup of the events would be put among the keys that open them: into `backups` unless given. */
export function checkBackup(settings: KeySettings, to = join(settings.dataDir, 'backups')): void {
  if (!isWithin(followed(to), followed(keyFolderOf(settings)))) return
  throw new CommandError(`The backup can’t be made in ${resolve(to)}, where the keys are. Choose another place.`)
}

/**
 * Backs the keys up into a folder of their own in the folder `to`, while the server runs; the master key too, where it is no
 * setting. Answers the folder. Throws `CommandError`.
 */
export async function backUpKeys(
  settings: KeySettings,
  to: string,
  { eventsTo }: { eventsTo?: string | undefined } = {},
): Promise<string> {
  checkKeyBackup(settings, to, eventsTo)
  const [from, parent] = [keyFolderOf(settings), resolve(to)]
  if (!existsSync(join(from, keysName))) throw new CommandError(`There are no keys yet in ${from}.`)
  const folder = join(parent, nameAt('atelier-keys-', new Date().toISOString()))
  const making = `${folder}${incomplete}`
  try {
    await makeFolder(making)
    await removeIncomplete(parent, 'atelier-keys-')
    copyDatabase(join(from, keysName), join(making, keysName))
    // With a setting a file of before may still be there, which opens all of it, or nothing.
    for (const name of settings.masterKey === undefined ? masterKeyNames : []) {
      if (existsSync(join(from, name))) await copyFile(join(from, name), join(making, name))
    }
    await refuseDamagedKeys({ ...settings, folder: making })
    await makeDurable(making)
    await rename(making, folder)
    await settle(parent)
    return folder
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (error instanceof CommandError) throw error
    throw new CommandError(`The key backup failed and was removed: ${(error as Error).message}.`)
  }
}

/** Throws `CommandError` where a key in a folder is damaged, and names whose. Also while a server has them open. */
export async function refuseDamagedKeys(source: MasterKeySource): Promise<void> {
  const keys = await openSqliteKeysBeside(source).catch((error: Error) => {
    throw error instanceof Misconfigured ? new CommandError(error.message) : error
  })
  await keys?.verify().finally(() => keys.close())
  if (!keys || keys.damaged.size === 0) return
  throw new CommandError(
    `The personal data keys of ${[...keys.damaged].join(', ')} are damaged, so no key backup was made. Keep the older ones and restore the latest with these keys (docs/operations.md).`,
  )
}

/**
 * Puts a backup of the keys where there are none yet, and answers what removes again that which it put there; where it
 * fails, nothing of it stays. With `again`, those of the same store may be there, and stay in use. Throws `Misconfigured`,
 * also where another master key is there.
 */
export async function restoreKeys(backup: string, folder: string, again = false): Promise<() => Promise<void>> {
  const from = resolve(backup)
  const put: string[] = []
  const remove = async () => {
    const paths = put.flatMap((name) =>
      ['', '.new', '-wal', '-shm', '.lock'].map((suffix) => join(folder, name + suffix)),
    )
    for (const path of paths) await rm(path, { force: true })
  }
  if (!existsSync(join(from, keysName))) throw new Misconfigured(`${from} is not a key backup: ${keysName} is missing.`)
  if (existsSync(join(folder, keysName))) {
    if (again && nameIn(join(folder, keysName)) === nameIn(join(from, keysName))) return remove
    throw new Misconfigured(`${folder} already has keys. They are kept; the backup was not restored.`)
  }
  if (isLogAlone(join(folder, keysName)))
    throw new Misconfigured(
      `${join(folder, keysName)}-wal is left of keys that are gone. Move it away: the backup was not restored.`,
    )
  for (const path of masterKeyNames.map((name) => join(folder, name))) await refuseOtherMasterKey(path, from)
  await makeFolder(folder)
  try {
    // keys.db last: without it, this is not the folder of any keys.
    for (const name of [...masterKeyNames, keysName]) {
      if (!existsSync(join(from, name)) || existsSync(join(folder, name))) continue
      put.unshift(name)
      await copyFile(join(from, name), join(folder, `${name}.new`), constants.COPYFILE_FICLONE)
      await chmod(join(folder, `${name}.new`), 0o600)
      await rename(join(folder, `${name}.new`), join(folder, name))
    }
    await makeDurable(folder)
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** Throws `Misconfigured` where a master key differs from the backup’s: it may be that of keys on a server. */
async function refuseOtherMasterKey(path: string, backup: string): Promise<void> {
  const copy = join(backup, basename(path))
  if (!existsSync(copy) || !existsSync(path) || (await readFile(copy)).equals(await readFile(path))) return
  throw new Misconfigured(
    `${path} is not the master key of the backup. It is kept; the backup was not restored. Move it away unless keys need it.`,
  )
}

/** The name of the key store in a file; undefined where that cannot be read. */
function nameIn(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare('select name from stores').get()?.name
  } catch {
    return undefined
  }
}

/** Copies the current content, and no byte of what was destroyed before. It takes a moment: a key has a hundred bytes. */
function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true })
  database.prepare('vacuum into ?').run(to)
}

/** Makes the files durable, and for their owner's eyes only. */
async function makeDurable(folder: string): Promise<void> {
  for (const name of [...masterKeyNames, keysName]) {
    if (!existsSync(join(folder, name))) continue
    await chmod(join(folder, name), 0o600)
    const file = await open(join(folder, name), 'r+')
    await file.sync().finally(() => file.close())
  }
  await settle(folder)
}

/** Returns where a path leads, by its links as far as it is there. */
export function followed(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync(whole)
  return join(followed(dirname(whole)), basename(whole))
}

/** Whether a path is a folder, or in it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

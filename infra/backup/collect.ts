import { constants } from 'node:fs'
import { chmod, copyFile, link, open, opendir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '#infra/control/ask-server.ts'
import { isFileName, settle } from '#infra/files/store.ts'
import { makeFolder } from '#infra/private-files.ts'
import { faultIn } from '#infra/sqlite.ts'
import { hashFile } from './hash.ts'
import { checksumsName, databases, fileFolders, type Manifest, manifestIn, secrets } from './manifest.ts'

/** A collection: what, from which data folder, into which folder, where the copies of the databases are already. */
export type Collection = {
  dataDir: string
  folder: string
  /** When the databases were copied: ISO 8601, UTC. */
  createdAt: string
  version: string
  includeFiles: boolean
  includeSecrets: boolean
}

/** `leftOut`: why each file that could not be read is not in the backup, by its name. */
export type Contents = { manifest: Manifest; leftOut: ReadonlyMap<string, string> }

/**
 * Makes a backup whole: files and secrets beside the copies of the databases, the checksums of all of them, and the
 * manifest. A file is there before the event that names it: so copied after the events, there are all they name. Throws
 * `CommandError` when a database is damaged.
 */
export async function collect(wanted: Collection): Promise<Contents> {
  const { dataDir, folder, createdAt, version, includeFiles, includeSecrets } = wanted
  await using checksums = await open(join(folder, checksumsName), 'wx', 0o600)
  const note = async (path: string) => {
    const { sha256, size } = await hashFile(join(folder, path))
    await checksums.appendFile(`${sha256}  ${path}\n`)
    return size
  }

  for (const name of databases) {
    checkCopy(join(folder, name))
    await note(name)
  }
  const includedSecrets: Manifest['secrets'] = []
  for (const name of includeSecrets ? secrets : []) {
    if (!(await copyIfPresent(join(dataDir, name), join(folder, name)))) continue
    includedSecrets.push(name)
    await note(name)
  }
  const leftOut = new Map<string, string>()
  const files = includeFiles ? await collectFiles(wanted, note, leftOut) : undefined
  await checksums.sync()

  const manifest: Manifest = {
    format: 1,
    version,
    node: process.version,
    createdAt,
    events: countEvents(join(folder, 'events.db')),
    ...(files ? { files } : {}),
    secrets: includedSecrets,
    checksums: (await hashFile(join(folder, checksumsName))).sha256,
  }
  await writeFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })
  await settle(folder)
  return { manifest, leftOut }
}

/** Takes the files that can be read, with `note` for each, which answers its size; of the others `leftOut` gets why not. */
async function collectFiles(
  { dataDir, folder }: Collection,
  note: (path: string) => Promise<number>,
  leftOut: Map<string, string>,
) {
  const files = { count: 0, bytes: 0 }
  // The first of the folders again: a file may be given back while it was listed and the quarantine is not yet.
  for (const each of [...fileFolders, fileFolders[0]]) {
    await makeFolder(join(folder, each))
    for await (const { name } of await opendir(join(dataDir, each))) {
      if (!isFileName(name)) continue
      const [from, to] = [join(dataDir, each, name), join(folder, each, name)]
      try {
        if (!(await linkOrCopy(from, to))) continue
        files.bytes += await note(`${each}/${name}`)
        files.count++
        leftOut.delete(name)
      } catch (error) {
        const why = await hashFile(from).then(
          () => undefined,
          ({ message }: Error) => message,
        )
        if (why === undefined) throw error
        await rm(to, { force: true })
        leftOut.set(name, `can’t be read (${why})`)
      }
    }
    await settle(join(folder, each))
  }
  return files
}

/** Reads the copy of a database through, and makes it the one file it is kept as. Throws `CommandError` when it is damaged. */
function checkCopy(path: string): void {
  using database = new DatabaseSync(path)
  const fault = faultIn(database, 'quick_check')
  if (fault) throw new CommandError(`${basename(path)} is damaged, so it cannot be backed up: ${fault}.`)
  database.exec('pragma journal_mode = delete')
}

function countEvents(path: string): Manifest['events'] {
  using database = new DatabaseSync(path, { readOnly: true })
  const counting = 'select count(*) as count, count(distinct stream) as streams, max(position) as last from events'
  const { count, streams, last } = database.prepare(counting).get() as Record<string, number | null>
  return { count: count!, streams: streams!, last: String(last ?? 0) }
}

const isGoneOrCopied = (error: unknown) => ['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Copies a file with its time. Whether there was such a file to copy, and none in its place. */
async function copyIfPresent(from: string, to: string): Promise<boolean> {
  try {
    const { atime, mtime } = await stat(from)
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await utimes(to, atime, mtime)
  } catch (error) {
    if (isGoneOrCopied(error)) return false
    throw error
  }
  await chmod(to, 0o600)
  await using file = await open(to, 'r+')
  await file.sync()
  return true
}

/**
 * Links a file on the same disk, which costs no room, or copies it: a stored file is never changed. Returns whether there
 * was such a file that is not in the backup already.
 */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (isGoneOrCopied(error)) return false
    const { code } = error as NodeJS.ErrnoException
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EACCES'].includes(code ?? '')) throw error
    return copyIfPresent(from, to)
  }
}

import { closeSync, type Dirent, openSync } from 'node:fs'
import { chmod, lstat, mkdir, opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Makes an empty file that its owner alone may read, where there is none, whatever the umask says. SQLite gives the logs of
 * a database the mode of the database. A file that is there is not opened: that would drop a lock on it.
 */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or the next opening of it throws what is wrong.
  }
}

/**
 * Makes a folder for its owner alone, with those above it, unless it is there. Node’s own `recursive` calls a read-only disk a
 * missing folder, and below `/proc` it never ends.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
    })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  })
}

/**
 * Makes a file or folder private to its owner: 0600 and 0700. With `deep` also everything in the folder, one file after the
 * other, until the signal. Links are left alone, and so is what is another user’s or has gone.
 */
async function makePrivate(path: string, { deep = false, signal }: PrivateOptions = {}): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return
  const isFolder = found.isDirectory()
  if (found.mode & 0o077) await chmod(path, isFolder ? 0o700 : 0o600).catch(ifMayNot)
  if (!isFolder || !deep) return
  for await (const { name } of await entriesOf(path)) {
    if (signal?.aborted) return
    await makePrivate(join(path, name), { deep, signal })
  }
}

type PrivateOptions = { deep?: boolean; signal?: AbortSignal | undefined }

const entriesOf = (folder: string): Promise<AsyncIterable<Dirent> | Dirent[]> => opendir(folder).catch(() => [])

function ifMayNot(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'ENOENT', 'EROFS'].includes(error.code ?? '')) throw error
}

/**
 * Makes a data folder and that of the keys private: versions before this one left some of it to the umask. Resolves once the
 * databases, secrets and keys are; `rest` is for the files, mails and backups, which may be many.
 */
export async function makeDataPrivate(
  folder: string,
  keys: string,
  signal: AbortSignal,
): Promise<{ rest: Promise<void> }> {
  await Promise.all([makePrivate(folder), makePrivate(keys, { deep: true })])
  for await (const { name } of await entriesOf(folder)) await makePrivate(join(folder, name))
  return { rest: makePrivate(folder, { deep: true, signal }) }
}

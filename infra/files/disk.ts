import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#infra/private-files.ts'
import { NoRoom, Unavailable } from '#infra/unavailable.ts'
import { checkFileName, checkRange, type FileStat, type FileStore, isFileName, settle } from './store.ts'

/** The errors of the system for a disk that is full or failing, or where too many files are open. */
const unavailableCodes = new Set<string | undefined>(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])

/** Throws a failure of the disk as `Unavailable`, and any other as it is. */
function rethrow(error: NodeJS.ErrnoException): never {
  throw unavailableCodes.has(error.code) ? new Unavailable('The file store', error) : error
}

/** How many bytes of a file are written before the room is checked again. */
const checkEvery = 8 * 1024 * 1024

/**
 * Files in one folder of the disk. They arrive in `incoming/`, move to `files/` once they are whole and durable, and
 * wait in `quarantine/` before they go. What a crash left in `incoming/` is removed here, so the folder must be this
 * process's own. Nothing is taken in, with `NoRoom`, while less than `reserve` bytes of the disk are free.
 */
export async function openDiskFiles(folder: string, { reserve = 0 } = {}): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  const files = join(folder, 'files')
  const quarantine = join(folder, 'quarantine')
  await rm(incoming, { recursive: true, force: true })
  for (const each of [incoming, files, quarantine]) await makeFolder(each)
  await settle(folder)

  async function checkRoom(): Promise<void> {
    if (reserve === 0) return
    const { bavail, bsize } = await statfs(incoming)
    if (bavail * bsize < reserve) throw new NoRoom()
  }

  /** The content, as long as there is room for it. */
  async function* whileThereIsRoom(content: Readable): AsyncGenerator<Buffer> {
    let unchecked = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      unchecked += chunk.length
      if (unchecked > checkEvery) {
        await checkRoom()
        unchecked = 0
      }
      yield chunk
    }
  }

  /** Moves a file from one folder to the other, if it is there. */
  async function move(name: string, from: string, to: string) {
    if (!isFileName(name)) return
    await undefinedIfMissing(rename(join(from, name), join(to, name)))
    await settle(to)
      .then(() => settle(from))
      .catch(rethrow)
  }

  /** Removes a file from a folder for good; what cannot be a name is the name of no file. */
  async function remove(name: string, from: string) {
    if (!isFileName(name)) return
    await rm(join(from, name), { force: true })
      .then(() => settle(from))
      .catch(rethrow)
  }

  return {
    soleWriter: true,

    async put(name, content) {
      checkFileName(name)
      const path = join(files, name)
      const arriving = join(incoming, randomUUID())
      try {
        await checkRoom()
        await pipeline(
          whileThereIsRoom(content),
          createWriteStream(arriving, { flags: 'wx', mode: 0o600, flush: true }),
        )
        // A link, since it refuses a name that is taken; a rename would replace the other file.
        await link(arriving, path)
        await settle(files)
        return await statOf(path)
      } catch (error) {
        return rethrow(error as NodeJS.ErrnoException)
      } finally {
        await rm(arriving, { force: true })
      }
    },

    stat: async (name) => (isFileName(name) ? undefinedIfMissing(statOf(join(files, name))) : undefined),

    async get(name, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      checkRange(range)
      const file = isFileName(name) ? await undefinedIfMissing(open(join(files, name))) : undefined
      return file?.createReadStream(range)
    },

    remove: (name) => remove(name, files),

    list: () => namesIn(files),

    quarantine: {
      take: (name) => move(name, files, quarantine),
      giveBack: (name) => move(name, quarantine, files),
      list: () => namesIn(quarantine),
      remove: (name) => remove(name, quarantine),
    },

    async ping() {
      await checkRoom()
      const path = join(incoming, randomUUID())
      try {
        await writeFile(path, 'Is there room?', { flush: true })
      } catch (error) {
        throw new Unavailable('The file store', error)
      } finally {
        await rm(path, { force: true }).catch(() => {})
      }
    },

    async close() {},
  }
}

/** The names of the files in a folder, without what a system has put there, such as `.DS_Store`. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) if (isFileName(name)) yield name
}

async function statOf(path: string): Promise<FileStat> {
  const { size, mtime } = await stat(path)
  return { size, storedAt: mtime.toISOString() }
}

const undefinedIfMissing = <T>(finding: Promise<T>): Promise<T | undefined> =>
  finding.catch((error: NodeJS.ErrnoException) => {
    return error.code === 'ENOENT' ? undefined : rethrow(error)
  })

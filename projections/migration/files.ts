import { hashContent } from '#infra/backup/hash.ts'
import type { FileStore } from '#infra/files/store.ts'
import { megabytes, type Progress, pluralize } from './progress.ts'
import { DiffError, retry } from './retry.ts'

/** Throws `DiffError` when the target holds a file that the source does not have, or has in another size. */
export async function checkFiles(source: FileStore, target: FileStore): Promise<void> {
  for await (const name of target.list()) {
    const [ours, theirs] = await Promise.all([source.stat(name), target.stat(name)])
    if (!ours) throw new DiffError(`The target has a file that the source doesn’t have: ${name}.`)
    if (theirs && ours.size !== theirs.size) {
      throw new DiffError(
        `The target has another file ${name}, of ${theirs.size} bytes instead of ${ours.size}. Nothing was overwritten.`,
      )
    }
  }
}

/** Brings the files that are not there yet. Answers how many those were. */
export async function copyFiles(source: FileStore, target: FileStore, progress: Progress): Promise<number> {
  let [copied, bytes] = [0, 0]
  for await (const name of source.list()) {
    const stored = await retry(async () => {
      if (await target.stat(name)) return undefined
      return target.put(name, (await source.get(name))!)
    })
    if (!stored) continue
    copied++
    bytes += stored.size
    progress.status(() => `${pluralize(copied, 'file')}, ${megabytes(bytes)} …`)
  }
  return copied
}

/** Reads every file on both sides. Throws `DiffError` unless they are the same, byte by byte. */
export async function compareFiles(source: FileStore, target: FileStore, progress: Progress) {
  await checkFiles(source, target)
  let [files, bytes] = [0, 0]
  for await (const name of source.list()) {
    const [ours, theirs] = await Promise.all([digestOf(source, name), digestOf(target, name)])
    if (!theirs) throw new DiffError(`The target lacks the file ${name}.`)
    if (ours?.sha256 !== theirs.sha256) {
      throw new DiffError(
        `The file ${name} differs: SHA-256 ${ours?.sha256} in the source, ${theirs.sha256} in the target.`,
      )
    }
    files++
    bytes += ours.size
    progress.status(() => `${pluralize(files, 'file')} compared, ${megabytes(bytes)} …`)
  }
  return { files, bytes }
}

const digestOf = (store: FileStore, name: string) =>
  retry(async () => {
    const content = await store.get(name)
    return content && (await hashContent(content))
  })

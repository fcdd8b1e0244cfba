import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { getSystemErrorMessage } from 'node:util'
import type { Person } from '#domain/event.ts'
import { storeCommands, storeId } from '#domain/store/store.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { withoutKeys } from '#infra/events/key-coverage.ts'
import type { EventStore } from '#infra/events/store.ts'
import { DamagedEvent } from '#infra/events/stored-event.ts'
import { verifyStream } from '#infra/events/verify.ts'
import { settle } from '#infra/files/store.ts'
import { followed, isWithin, restoreKeys } from '#infra/keys/backup.ts'
import { type KeySettings, keyFolderOf } from '#infra/keys/open.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openStores } from '#infra/open.ts'
import { makeFolder } from '#infra/private-files.ts'
import { renewEpoch } from '#infra/store-epoch.ts'
import { copyHashed, hashFile } from './hash.ts'
import {
  checksumsName,
  databases,
  fileFolders,
  isBackupFile,
  isBackupPath,
  type Manifest,
  readManifest,
  restoringName,
  secrets,
} from './manifest.ts'

/** The other entries allowed in the folder that is restored to: backups and keys, which go on, what a new ext4 disk has, and npm in a home. */
const allowedEntries = ['.npm', 'backups', 'keys', 'lost+found', restoringName]
/** The entries that a restore puts in the folder, and a killed one has left there. */
const restored = new Set<string>([...databases, ...secrets, 'files'].flatMap((name) => [name, `${name}.lock`]))

/** Where the keys are that the personal data is sealed by: those there are, or a backup of them where there are none yet. */
type KeysOfRestore = Pick<KeySettings, 'keysDir' | 'masterKey' | 'masterKeyBefore'> & { keysFrom?: string | undefined }

/** `withoutKeys`: the people whose personal data cannot be read, since their keys are missing or damaged. */
type Restored = { folder: string; manifest: Manifest; withoutKeys: string[] }

/**
 * Makes a data folder of a backup. It copies it, compares every file with its checksum, reads every stream, and records the
 * restore as an event. It begins another epoch, by which open pages load anew. The folder has to be empty, but for its
 * backups, the keys, and what a restore has left that was killed: it begins anew. Whatever fails leaves the folder as it
 * was. Throws `Misconfigured`.
 */
export async function restoreBackup(
  backup: string,
  to: string,
  by: Person,
  { keysFrom, ...keys }: KeysOfRestore = {},
): Promise<Restored> {
  const [from, folder] = [resolve(backup), resolve(to)]
  const manifest = await readManifest(from)
  const keysDir = keyFolderOf({ dataDir: folder, ...keys })
  const isBegun = await checkFolder(folder, keysDir)
  const stagingFolder = join(folder, restoringName)
  let removeKeys: (() => Promise<void>) | undefined
  let peopleWithoutKeys: string[]
  await clear(folder)
  try {
    await makeFolder(stagingFolder)
    if (keysFrom !== undefined) removeKeys = await restoreKeys(keysFrom, keysDir, isBegun)
    await copyChecked(from, stagingFolder, manifest)
    peopleWithoutKeys = await readThrough({ ...keys, dataDir: stagingFolder, keysDir }, manifest, by)
    // events.db last: without it, this is not the folder of any events.
    const names = (await readdir(stagingFolder)).filter((name) => name !== 'events.db')
    for (const name of [...names, 'events.db']) await rename(join(stagingFolder, name), join(folder, name))
  } catch (error) {
    await clear(folder)
    await removeKeys?.()
    throw error
  }
  await settle(folder)
  await rm(stagingFolder, { recursive: true })
  return { folder, manifest, withoutKeys: peopleWithoutKeys }
}

/** Whether a restore into this folder was begun and killed. Throws `Misconfigured` where it is not empty otherwise, or cannot be read. */
async function checkFolder(folder: string, keysDir: string): Promise<boolean> {
  const there: string[] = await readdir(folder).catch(({ code, errno }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return []
    throw new Misconfigured(`Cannot restore to ${folder}: ${getSystemErrorMessage(errno!)}.`)
  })
  const isBegun = there.includes(restoringName) && !there.includes('events.db')
  const keys = followed(keysDir)
  const others = there.filter((name) =>
    restored.has(name) ? !isBegun : !allowedEntries.includes(name) && !isWithin(keys, followed(join(folder, name))),
  )
  if (others.length === 0) return isBegun
  throw new Misconfigured(`${folder} is not empty. Empty it, or choose another folder with --to.`)
}

/** Removes what a restore that did not end has put in the folder, the mark of it last. */
async function clear(folder: string): Promise<void> {
  for (const name of [...restored, restoringName]) await rm(join(folder, name), { recursive: true, force: true })
}

/** Copies every file that the checksums name, and compares it. */
async function copyChecked(from: string, to: string, manifest: Manifest): Promise<void> {
  const checksums = join(from, checksumsName)
  const damaged = (what: string) => new Misconfigured(`${what} differs from the backup: it was changed or damaged.`)
  const { sha256 } = await hashFile(checksums).catch(() => ({ sha256: undefined }))
  if (sha256 !== manifest.checksums) throw damaged(checksums)
  let files = 0
  for await (const line of createInterface(createReadStream(checksums))) {
    const [, wanted, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!path || !isBackupPath(path)) throw damaged(checksums)
    const found = await copyHashed(join(from, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Misconfigured(`${join(from, path)} is missing: the backup is incomplete.`)
      throw error
    })
    if (found !== wanted) throw damaged(join(from, path))
    if (isBackupFile(path)) {
      files++
      continue
    }
    const { atime, mtime } = await stat(join(from, path))
    await utimes(join(to, path), atime, mtime) // a former session secret ends by its time
  }
  if (files !== (manifest.files?.count ?? 0)) throw damaged(checksums)
  for (const folder of fileFolders) {
    await makeFolder(join(to, folder))
    await settle(join(to, folder))
  }
}

/** Opens the stores as a server does, reads every stream, and records the restore. Answers whose keys are missing. */
async function readThrough(
  settings: { dataDir: string } & KeysOfRestore,
  { createdAt, events: known }: Manifest,
  by: Person,
): Promise<string[]> {
  const { events, keys, documents, close } = await openStores(settings)
  try {
    const streams = await streamsOf(events)
    let count = 0
    for (const stream of streams) {
      const { events: sound, damage } = await verifyStream(events, stream)
      if (damage) throw damage
      count += sound
    }
    const last = await events.end()
    if (count !== known.count || streams.size !== known.streams || String(last) !== known.last) {
      throw new Misconfigured(
        `The backup is damaged: it has ${count} events in ${streams.size} streams, not ${known.count} in ${known.streams}.`,
      )
    }
    const input = { backupAt: createdAt, events: known.count }
    const peopleWithoutKeys = await Array.fromAsync(withoutKeys(events, keys))
    await createCommandHandler(events).handle(storeCommands.recordRestore, storeId, input, { by })
    await renewEpoch(documents) // its documents fit its events: nothing else tells open pages that later ones are lost
    return peopleWithoutKeys
  } catch (error) {
    throw error instanceof DamagedEvent ? new Misconfigured(`The backup is damaged: ${error.message}.`) : error
  } finally {
    await close()
  }
}

/** The streams by the heads of their chains, so that one whose events are gone is not left out. */
async function streamsOf(events: EventStore): Promise<Set<string>> {
  const streams = new Set<string>()
  for await (const { stream } of events.heads()) streams.add(stream)
  return streams
}

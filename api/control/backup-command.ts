import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { counted } from '#domain/count.ts'
import type { Contents } from '#infra/backup/collect.ts'
import { createBackup, type Source } from '#infra/backup/create.ts'
import { checksumsName } from '#infra/backup/manifest.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { openSqliteSnapshot } from '#infra/events/sqlite-snapshot.ts'
import { backUpKeys, checkBackup, checkKeyBackup, refuseDamagedKeys } from '#infra/keys/backup.ts'
import { type KeySettings, keyFolderOf, openExistingKeys } from '#infra/keys/open.ts'
import type { Settings } from '#infra/settings.ts'
import { filesOnDisk, verifyFiles } from '#projections/verify-files.ts'

/** The request of `npm run backup`. */
export const backupRequest = z.object({
  to: z.string().optional(),
  keysTo: z.string().optional(),
  withoutSecrets: z.boolean().optional(),
})

/** Makes a backup, and says what is in it and what is not. Throws `CommandError`, also where something in it is damaged. */
export async function backUpAs(
  source: Source & KeySettings & Pick<Settings, 'sessionSecret'>,
  { keysTo, ...request }: z.infer<typeof backupRequest>,
  say: (line: string) => void,
) {
  checkBackup(source, request.to)
  if (keysTo !== undefined) checkKeyBackup(source, keysTo, request.to)
  const { folder, manifest, damagedEvents, leftOut } = await createBackup(source, request)
  const { events, files, secrets } = manifest
  const secretsNote =
    secrets.length > 0 ? ` and secrets (${secrets.join(', ')}). Store it as safely as a password.` : '.'
  say(
    `Backed up to ${folder}: ${counted(events.count, 'event')}, documents, ${counted(files?.count ?? 0, 'file')}${secretsNote}`,
  )
  if (source.s3)
    say(`The files are in the bucket ${source.s3.bucket}. Copy the bucket now with your storage provider’s tools.`)
  if (source.sessionSecret) say('SESSION_SECRET is not included. Keep a copy of it too.')
  const damaged = manifest.files ? await damagedFiles(source, folder, leftOut) : []
  for (const problem of [...damagedEvents.slice(0, named), ...damaged.slice(0, named)]) say(problem)
  if (keysTo === undefined) {
    await refuseDamagedKeys({ ...source, folder: keyFolderOf(source) })
    say('The personal data keys are not included. Back them up to another place with --keys-to (docs/operations.md).')
  } else {
    // The keys last: a key is there before what is sealed by it, so those of all events are in it.
    const keys = await backUpKeys(source, keysTo, { eventsTo: request.to })
    say(`The personal data keys: ${keys}. Store them apart from this backup, as safely as a password.`)
    if (source.masterKey) say('MASTER_KEY is not included. Keep a copy of it too: without it the keys open nothing.')
  }
  if (damagedEvents.length > 0) {
    throw new CommandError('Events are damaged. Keep older backups and restore from them.')
  }
  if (damaged.length === 0) return
  throw new CommandError(
    `The backup is complete except for ${counted(damaged.length, 'missing or damaged file')}. Keep older backups and restore from them.`,
  )
}

/** How many damaged events and files are named; `npm run audit` names all. */
const named = 20

/** Returns what is missing in a backup or differs, a sentence each, by the checksums made as it was written. */
async function damagedFiles(source: KeySettings, folder: string, leftOut: Contents['leftOut']): Promise<string[]> {
  const unnamed = new Map(leftOut) // by no event
  const others = () => Array.from(unnamed, ([name, why]) => `${name} ${why}.`)
  const keys = await openExistingKeys(source)
  if (!keys) return others()
  const store = openSqliteSnapshot(join(folder, 'events.db'))
  try {
    const checksums = new Map<string, string>()
    for await (const line of createInterface(createReadStream(join(folder, checksumsName)))) {
      checksums.set(basename(line.slice(66)), line.slice(0, 64))
    }
    const onDisk = filesOnDisk(folder)
    const found = async (name: string) => {
      if (unnamed.delete(name)) return leftOut.get(name)
      const file = await onDisk(name)
      return file && { ...file, sha256: async () => checksums.get(name) ?? file.sha256() }
    }
    const { problems } = await verifyFiles(store, keys, found)
    return [...problems, ...others()]
  } finally {
    await store.close()
    await keys.close()
  }
}

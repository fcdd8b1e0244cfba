import { z } from 'zod'
import { createBackup, type Source } from '#infra/backup/create.ts'
import { backUpKeys, checkKeyBackup, refuseDamagedKeys } from '#infra/keys/backup.ts'
import { type KeySettings, keyFolderOf } from '#infra/keys/open.ts'
import type { Settings } from '#infra/settings.ts'

/** What `npm run backup` is asked for. */
export const backupRequest = z.object({
  to: z.string().optional(),
  keysTo: z.string().optional(),
  withoutSecrets: z.boolean().optional(),
})

/** Makes a backup, and says what is in it and what is not. Throws `CommandError`, also where a key is damaged. */
export async function backUpAs(
  source: Source & KeySettings & Pick<Settings, 'sessionSecret'>,
  { keysTo, ...request }: z.infer<typeof backupRequest>,
  say: (line: string) => void,
) {
  if (keysTo !== undefined) checkKeyBackup(source, keysTo, request.to)
  const { folder, manifest } = await createBackup(source, request)
  const { events, files, secrets } = manifest
  const kept = secrets.length > 0 ? `, and ${secrets.join(' and ')}: keep it as you keep a password` : ''
  say(`Backed up to ${folder}: ${events.count} events, the documents, ${files?.count ?? 'no'} files${kept}.`)
  if (source.s3) say(`The files are in the bucket ${source.s3.bucket}: copy it now, by its own means.`)
  if (source.sessionSecret) say('SESSION_SECRET is a setting, and not in it: keep a copy of that too.')
  if (keysTo === undefined) {
    await refuseDamagedKeys({ ...source, folder: keyFolderOf(source) })
    return say(
      'The keys of personal data are not in it: back them up to another place, with --keys-to (docs/operations.md).',
    )
  }
  // The keys last: a key is there before what is sealed by it, so those of all events are in it.
  const keys = await backUpKeys(source, keysTo, { eventsTo: request.to })
  say(`The keys of personal data: ${keys}. Keep them where this backup is not, and as you keep a password.`)
}

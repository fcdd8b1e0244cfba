import { z } from 'zod'
import { createBackup, type Source } from '#infra/backup/create.ts'
import type { Settings } from '#infra/settings.ts'

/** What `npm run backup` is asked for. */
export const backupRequest = z.object({ to: z.string().optional(), withoutSecrets: z.boolean().optional() })

/** Makes a backup, and says what is in it and what is not. Throws `CommandError`. */
export async function backUpAs(
  source: Source & Pick<Settings, 'sessionSecret'>,
  request: z.infer<typeof backupRequest>,
  say: (line: string) => void,
) {
  const { folder, manifest } = await createBackup(source, request)
  const { events, files, secrets } = manifest
  const kept = secrets.length > 0 ? `, and ${secrets.join(' and ')}: keep it as you keep a password` : ''
  say(`Backed up to ${folder}: ${events.count} events, the documents, ${files?.count ?? 'no'} files${kept}.`)
  if (source.s3) say(`The files are in the bucket ${source.s3.bucket}: copy it now, by its own means.`)
  if (source.sessionSecret) say('SESSION_SECRET is a setting, and not in it: keep a copy of that too.')
}

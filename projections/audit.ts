import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '#domain/count.ts'
import { manifestName, readManifest } from '#infra/backup/manifest.ts'
import { requireEvents } from '#infra/data-folder.ts'
import { withoutKeys } from '#infra/events/key-coverage.ts'
import { openSqliteSnapshot, type VerifiableStore } from '#infra/events/sqlite-snapshot.ts'
import type { DamagedEvent } from '#infra/events/stored-event.ts'
import { verifyStore } from '#infra/events/verify.ts'
import { openExistingKeys } from '#infra/keys/open.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openEvents } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import type { HeadReport, SavedHead, Trusted } from '#infra/proof/check-heads.ts'
import { createSigner } from '#infra/proof/signature.ts'
import { installationName } from '#infra/server-secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { InUse } from '#infra/sqlite.ts'
import { type Progress, progressBy } from './migration/progress.ts'
import { settingsOf } from './migration/source-and-target.ts'
import { filesInStore, filesOnDisk, verifyFiles } from './verify-files.ts'

// npm run audit [-- --from=<data folder or file of settings>] [--head=<day>:<hash>] [--key=<key>]: without `from`, the
// events that the settings say. Whether the heads of days that the owner saved are still the store's, and whether all
// heads are signed with the server's key. That is the one named, or else the one beside the keys of personal data.

/**
 * `keys` are those of personal data, where they are at hand. `filesIn` is the folder with the files, where that is another one:
 * null for a backup without files.
 */
type AuditOptions = Trusted & { personKeys?: PersonKeys | undefined; filesIn?: string | null }

/**
 * Verifies every event of a store by the chain of its stream, and every file that they name, and says what is damaged. Answers
 * whether all is as it was recorded. Of the embedded store, while a server has it open, as it is at
 * this moment. Throws `Misconfigured` when there are no events.
 */
export async function audit(settings: Settings, progress: Progress, trusted: AuditOptions = {}): Promise<boolean> {
  requireEvents(settings, 'No events to verify')
  const isBackup = !settings.eventStoreUrl && existsSync(join(settings.dataDir, manifestName))
  if (isBackup) return auditCopy(settings, progress, trusted)
  const { store, line } = await openVerifiable(settings)
  try {
    progress.log(line)
    const listener = {
      damage: (found: DamagedEvent | string) =>
        progress.log(typeof found === 'string' ? found : `${found.damage}: ${found.message}`),
      progress: (verified: number) => progress.status(() => `${counted(verified, 'event')} verified …`),
    }
    const { events, streams, heads, unsealed, damaged } = await verifyStore(store, listener, trusted)
    const compared = heads.days > 0 ? `, and ${counted(heads.days, 'daily fingerprint')}` : ''
    const what = `${counted(events, 'event')} in ${counted(streams, 'stream')}${compared}`
    if (unsealed > 0)
      progress.log(
        `${counted(unsealed, 'event')} without a hash: recorded before hashes existed, or by an older version.`,
      )
    for (const { first, last, at } of store.sealings()) {
      progress.log(
        `Events ${first} to ${last} got their hashes later, at ${at}. Changes made before that can’t be detected.`,
      )
    }
    for (const headLine of headLines(heads, events, trusted)) progress.log(headLine)
    const damagedFiles = await auditFiles(settings, store, progress, trusted)
    progress.log(damaged > 0 ? `${what}; damaged: ${damaged}.` : `${what}: all unchanged.`)
    return (await auditKeys(settings, store, progress)) && damaged + damagedFiles === 0
  } finally {
    await store.close()
  }
}

/** Reports damaged or missing keys; returns whether there are none. Of a backup, whose keys are elsewhere, nothing is said. */
async function auditKeys(settings: Settings, store: VerifiableStore, progress: Progress): Promise<boolean> {
  const keys = await openExistingKeys(settings)
  if (!keys) return true
  try {
    await keys.verify()
    const missing = await Array.fromAsync(withoutKeys(store, keys))
    const people = [...new Set([...keys.damaged, ...missing])]
    for (const person of people) progress.log(`${person}’s personal data key is missing or damaged.`)
    return people.length === 0
  } finally {
    await keys.close()
  }
}

/** Compares the files with the events that name them, and says which are not what was sent. Answers how many. */
async function auditFiles(
  { s3, dataDir }: Settings,
  store: VerifiableStore,
  progress: Progress,
  { personKeys, filesIn = dataDir }: AuditOptions,
): Promise<number> {
  if (!personKeys) {
    progress.log('The files are not compared: their names are encrypted, and the personal data keys are not available.')
    return 0
  }
  const bucket = s3 && (await (await import('#infra/files/s3.ts')).openS3Files(s3))
  const place = bucket ? filesInStore(bucket) : filesIn !== null && filesOnDisk(filesIn)
  if (!place) {
    progress.log('The files are not compared: they are in a bucket, and not part of this backup.')
    return 0
  }
  try {
    const { files, problems } = await verifyFiles(store, personKeys, place)
    for (const problem of problems) progress.log(problem)
    const verdict = problems.length > 0 ? `damaged or missing: ${problems.length}` : 'all unchanged'
    progress.log(`${counted(files, 'file')}: ${verdict}.`)
    return problems.length
  } finally {
    await bucket?.close()
  }
}

/** The events that the settings say; those of a server that runs on them as of now. */
async function openVerifiable(settings: Settings): Promise<{ store: VerifiableStore; line: string }> {
  try {
    return await openEvents(settings)
  } catch (error) {
    if (!(error instanceof InUse)) throw error
    const path = join(resolve(settings.dataDir), 'events.db')
    return {
      store: openSqliteSnapshot(path),
      line: `events     SQLite, ${path}, current state; a server is running on it`,
    }
  }
}

/** Opening the events writes to their file: of a backup, which is compared byte by byte when it is restored, a copy is opened. */
async function auditCopy(settings: Settings, progress: Progress, trusted: AuditOptions): Promise<boolean> {
  const { files } = await readManifest(settings.dataDir)
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-audit-'))
  try {
    await copyFile(join(settings.dataDir, 'events.db'), join(dataDir, 'events.db'))
    progress.log(`Reading a copy of the backup ${resolve(settings.dataDir)}.`)
    return await audit({ ...settings, dataDir }, progress, { ...trusted, filesIn: files ? settings.dataDir : null })
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

const dayMs = 24 * 60 * 60_000

/** An audit’s lines about the heads of days: findings, the newest’s age, and what the store alone cannot show. */
function headLines({ newest, begunAnew }: HeadReport, events: number, { keys = [], saved = [] }: Trusted): string[] {
  const outside =
    'This store alone can’t show whether its end was cut off, or rewritten with the server’s keys. Compare it with a fingerprint kept elsewhere (--head=<day>:<hash>).'
  if (!newest) return [`There is no daily fingerprint yet. ${outside}`]
  const { day, events: covered, key } = newest
  const age = counted(Math.max(0, Math.floor((Date.now() - Date.parse(day)) / dayMs)), 'day')
  const after = events - covered
  const savedDays = saved.map((head) => head.day).toSorted()
  return [
    `The newest daily fingerprint is from ${day}, ${age} ago. It covers ${counted(covered, 'event')}; ${counted(after, 'event')} came after it.`,
    keys.length > 0
      ? `The fingerprints are checked against the server’s key: ${keys.join(', ')}`
      : `The newest fingerprint is signed with the key ${key}. To check that it is the server’s, add --key=<key> from a fingerprint email or an exported history.`,
    ...(begunAnew
      ? [
          `After ${begunAnew} the fingerprints start again: an older version copied this store from another one without signing that. Compare with the other store.`,
        ]
      : []),
    savedDays.length > 0
      ? `Unless named above, the fingerprint of ${savedDays.at(-1)} matches yours: nothing up to it was cut off or rewritten. Later events can be checked only against the store itself.`
      : outside,
  ]
}

/** The keys of personal data, by the first settings that have them at hand. */
async function keysAtHand(places: Settings[], progress: Progress): Promise<PersonKeys | undefined> {
  for (const place of places) {
    try {
      const keys = await openExistingKeys(place)
      if (keys) return keys
    } catch (error) {
      if (!(error instanceof Misconfigured)) throw error
      progress.log(`Can’t read the personal data keys: ${error.message}`)
    }
  }
  return undefined
}

/** The key that the server signs with, where the keys that it is kept with are at hand. */
async function serverKeys(keys: PersonKeys | undefined): Promise<string[]> {
  const secret = (await keys?.secrets())?.get(installationName)
  return secret === undefined ? [] : [createSigner(secret).publicKey]
}

function publicKey(text: string): string {
  if (/^[\w-]{43}$/.test(text)) return text
  throw new Misconfigured(`--key=${text} is invalid. Copy it from the fingerprint email: 43 letters and digits.`)
}

function optionsIn(args: string[]) {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  try {
    return parseArgs({ args, options: { from: { type: 'string' }, head: many, key: many } }).values
  } catch {
    throw new Misconfigured('Usage: npm run audit [-- --from=<folder> --head=<day>:<hash> --key=<key>]')
  }
}

/** `2026-11-22:9f2c…`, as the mail says it. */
function parseHead(text: string): SavedHead {
  const [, day, hash] = /^(\d{4}-\d\d-\d\d):([0-9a-f]{64})$/.exec(text) ?? []
  if (!day || !hash)
    throw new Misconfigured(`--head=${text} is invalid. Copy it from the email: date, colon, 64 hexadecimal digits.`)
  return { day, hash }
}

if (import.meta.main) {
  await runProgram(async () => {
    const { from, head, key } = optionsIn(process.argv.slice(2))
    const settings = await settingsOf(from, process.env)
    const progress = progressBy(console.log)
    const [named, saved] = [key.map(publicKey), head.map(parseHead)]
    const places = from === undefined ? [settings] : [settings, await settingsOf(undefined, process.env)]
    const personKeys = await keysAtHand(places, progress)
    try {
      const keys = named.length > 0 ? named : await serverKeys(personKeys)
      if (!(await audit(settings, progress, { keys, saved, personKeys }))) process.exitCode = 1
    } finally {
      await personKeys?.close()
    }
  })
}

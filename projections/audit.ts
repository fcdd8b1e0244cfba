import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { manifestName } from '#infra/backup/manifest.ts'
import type { DamagedEvent } from '#infra/events/chain.ts'
import { openSqliteSnapshot, type VerifiableStore } from '#infra/events/sqlite-snapshot.ts'
import { verifyStore } from '#infra/events/verify.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openEvents } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import type { KeptHead } from '#infra/proof/check-heads.ts'
import type { Settings } from '#infra/settings.ts'
import { InUse } from '#infra/sqlite.ts'
import { type Progress, pluralize, progressBy } from './migration/progress.ts'
import { settingsOf } from './migration/source-and-target.ts'

// npm run audit [-- --from=<data folder or file of settings>] [--head=<day>:<hash>]: without `from`, the events that the
// settings say; and whether the heads of days that the owner kept are still the store's.

/**
 * Verifies every event of a store by the chain of its stream, and says what is damaged. Answers whether all is as it was
 * recorded. Of the embedded store, while a server has it open, as it is at
 * this moment. Throws `Misconfigured` when there are no events.
 */
export async function audit(settings: Settings, progress: Progress, kept: readonly KeptHead[] = []): Promise<boolean> {
  if (!settings.eventStoreUrl && !existsSync(join(settings.dataDir, 'events.db'))) {
    throw new Misconfigured(`There are no events to verify: ${resolve(settings.dataDir)} has no events.db.`)
  }
  const isBackup = !settings.eventStoreUrl && existsSync(join(settings.dataDir, manifestName))
  if (isBackup) return auditCopy(settings, progress, kept)
  const { store, line } = await openVerifiable(settings)
  try {
    progress.log(line)
    const listener = {
      damage: (found: DamagedEvent | string) =>
        progress.log(typeof found === 'string' ? found : `${found.damage}: ${found.message}`),
      progress: (verified: number) => progress.status(() => `${pluralize(verified, 'event')} verified …`),
    }
    const { events, streams, heads, unsealed, damaged } = await verifyStore(store, listener, kept)
    const compared = heads > 0 ? `, and the heads of ${pluralize(heads, 'day')}` : ''
    const what = `${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}${compared}`
    if (unsealed > 0)
      progress.log(
        `${pluralize(unsealed, 'event')} of them without a hash: from before there were any, or of an older version since.`,
      )
    for (const { first, last, at } of store.sealings()) {
      const when = `The events ${first} to ${last} were given their hashes at ${at}, not when they were recorded`
      progress.log(`${when}: nothing shows whether they were altered before, or added.`)
    }
    progress.log(damaged > 0 ? `${what}; damaged: ${damaged}.` : `${what}: all as they were recorded.`)
    return damaged === 0
  } finally {
    await store.close()
  }
}

/** The events that the settings say; those of a server that runs on them as of now. */
async function openVerifiable(settings: Settings): Promise<{ store: VerifiableStore; line: string }> {
  try {
    return await openEvents(settings)
  } catch (error) {
    if (!(error instanceof InUse)) throw error
    const path = join(resolve(settings.dataDir), 'events.db')
    return { store: openSqliteSnapshot(path), line: `events     SQLite, ${path}, as of now: a server runs on it` }
  }
}

/** Opening the events writes to their file: of a backup, which is compared byte by byte when it is restored, a copy is opened. */
async function auditCopy(settings: Settings, progress: Progress, kept: readonly KeptHead[]): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-audit-'))
  try {
    await copyFile(join(settings.dataDir, 'events.db'), join(dataDir, 'events.db'))
    progress.log(`A copy of the backup ${resolve(settings.dataDir)} is read.`)
    return await audit({ ...settings, dataDir }, progress, kept)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

/** `2026-11-22:9f2c…`, as the mail says it. */
function keptHead(text: string): KeptHead {
  const [, day, hash] = /^(\d{4}-\d\d-\d\d):([0-9a-f]{64})$/.exec(text) ?? []
  if (!day || !hash)
    throw new Misconfigured(`--head=${text}: a head is its day, a colon and 64 digits, as the mail has it.`)
  return { day, hash }
}

if (import.meta.main) {
  await runProgram(async () => {
    const { from, head } = parseArgs({
      options: { from: { type: 'string' }, head: { type: 'string', multiple: true, default: [] } },
    }).values
    const settings = await settingsOf(from, process.env)
    if (!(await audit(settings, progressBy(console.log), head.map(keptHead)))) process.exitCode = 1
  })
}

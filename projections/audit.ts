import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { manifestName } from '#infra/backup/manifest.ts'
import { openSqliteSnapshot, type VerifiableStore } from '#infra/events/sqlite-snapshot.ts'
import { verifyStore } from '#infra/events/verify.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openEvents } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import type { Settings } from '#infra/settings.ts'
import { InUse } from '#infra/sqlite.ts'
import { type Progress, pluralize, progressBy } from './migration/progress.ts'
import { settingsOf } from './migration/source-and-target.ts'

// npm run audit [-- --from=<data folder or file of settings>]: without it, the events that the settings say.

/**
 * Verifies every event of a store by the chain of its stream, and says what is damaged. Answers whether all is as it was
 * recorded. Of the embedded store, while a server has it open, as it is at
 * this moment. Throws `Misconfigured` when there are no events.
 */
export async function audit(settings: Settings, progress: Progress): Promise<boolean> {
  if (!settings.eventStoreUrl && !existsSync(join(settings.dataDir, 'events.db'))) {
    throw new Misconfigured(`There are no events to verify: ${resolve(settings.dataDir)} has no events.db.`)
  }
  const isBackup = !settings.eventStoreUrl && existsSync(join(settings.dataDir, manifestName))
  if (isBackup) return auditCopy(settings, progress)
  const { store, line } = await openVerifiable(settings)
  try {
    progress.log(line)
    const { events, streams, unsealed, damaged } = await verifyStore(store, {
      damage: (found) => progress.log(typeof found === 'string' ? found : `${found.damage}: ${found.message}`),
      progress: (verified) => progress.status(() => `${pluralize(verified, 'event')} verified …`),
    })
    const what = `${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}`
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
async function auditCopy(settings: Settings, progress: Progress): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-audit-'))
  try {
    await copyFile(join(settings.dataDir, 'events.db'), join(dataDir, 'events.db'))
    progress.log(`A copy of the backup ${resolve(settings.dataDir)} is read.`)
    return await audit({ ...settings, dataDir }, progress)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

if (import.meta.main) {
  await runProgram(async () => {
    const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
    if (!(await audit(await settingsOf(from, process.env), progressBy(console.log)))) process.exitCode = 1
  })
}

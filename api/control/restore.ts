import { parseArgs } from 'node:util'
import { operator } from '#domain/account/account.ts'
import { counted } from '#domain/count.ts'
import { restoreBackup } from '#infra/backup/restore.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'

// npm run restore -- <backup> [--to=<folder>] [--keys-backup=<backup of the keys>]: into the data folder of the settings unless
// another one is named, by the keys that are there.

await runProgram(async (env) => {
  const { backup, to, keysFrom } = parseRequest(process.argv.slice(2))
  const { dataDir, keysDir, masterKey, masterKeyBefore } = readSettings(env)
  const { folder, manifest, withoutKeys } = await restoreBackup(backup, to ?? dataDir, operator, {
    keysDir,
    masterKey,
    masterKeyBefore,
    keysFrom,
  })
  const { createdAt, events, files } = manifest
  console.log(
    `Restored the backup of ${createdAt} to ${folder}: ${counted(events.count, 'event')} in ${counted(events.streams, 'stream')} and ${counted(files?.count ?? 0, 'file')}, all verified.`,
  )
  console.log(
    'The numbers of invoices, receipts and credit notes issued after it are given again: if any was sent, set other number formats on the page Agency before the next one is issued. Receipts of payments confirmed before this restore are not sent automatically: send them from the projects’ pages.',
  )
  if (withoutKeys.length === 0) return
  console.log(
    `The keys of these people are missing or damaged, so their personal data can’t be read: ${withoutKeys.join(', ')}. Look for a later key backup.`,
  )
})

function parseRequest(args: string[]): { backup: string; to?: string; keysFrom?: string } {
  try {
    const options = { to: { type: 'string' }, 'keys-backup': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { to, 'keys-backup': keysFrom } = values
    if (to === '' || keysFrom === '') throw new Error() // a variable that is not set names no folder
    const [backup, ...more] = positionals
    if (backup && more.length === 0) return { backup, to, keysFrom }
  } catch {}
  throw new Misconfigured('Usage: npm run restore -- <backup> [--to=<folder>] [--keys-backup=<key backup>]')
}

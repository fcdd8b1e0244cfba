import { parseArgs } from 'node:util'
import { restoreBackup } from '#infra/backup/restore.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'
import { operator } from './operator.ts'

// npm run restore -- <backup> [--to=<folder>]: into the data folder of the settings unless another one is named.

await runProgram(async (env) => {
  const { backup, to = readSettings(env).dataDir } = parseRequest(process.argv.slice(2))
  const { folder, manifest } = await restoreBackup(backup, to, operator)
  const { createdAt, events, files } = manifest
  console.log(
    `Restored to ${folder}, as of ${createdAt}: ${events.count} events in ${events.streams} streams and ${files?.count ?? 'no'} files, each of them read and compared.`,
  )
})

function parseRequest(args: string[]): { backup: string; to?: string } {
  try {
    const { values, positionals } = parseArgs({ args, options: { to: { type: 'string' } }, allowPositionals: true })
    const [backup, ...more] = positionals
    if (backup && more.length === 0) return { backup, ...values }
  } catch {}
  throw new Misconfigured('Say which backup: npm run restore -- <backup> --to=<folder>.')
}

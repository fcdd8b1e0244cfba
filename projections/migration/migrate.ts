import { parseArgs } from 'node:util'
import { Misconfigured } from '#infra/misconfigured.ts'
import { runProgram, sentenceFor } from '#infra/program.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { migrateStores } from './migrate-stores.ts'
import { progressBy } from './progress.ts'
import { DiffError } from './retry.ts'
import { settingsOf } from './source-and-target.ts'

// npm run migrate -- --from=<data folder or file of settings> [--to=<the same>]: without --to, to where the settings say.

await runProgram(async (env) => {
  const { from, to } = parseSourceAndTarget(process.argv.slice(2))
  await migrateStores(await settingsOf(from, env), await settingsOf(to, env), progressBy(console.log))
}, inWords)

function inWords(error: unknown): string | undefined {
  if (error instanceof DiffError) return error.message
  if (error instanceof Unavailable) return `${error.message}. Run it again to continue.`
  return sentenceFor(error)
}

function parseSourceAndTarget(args: string[]): { from: string; to?: string } {
  try {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (values.from) return { ...values, from: values.from }
  } catch {}
  throw new Misconfigured('Usage: npm run migrate -- --from=<data folder or settings file> [--to=<the same>]')
}

import { parseArgs } from 'node:util'
import { Misconfigured } from '#infra/misconfigured.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { Different } from './moving/different.ts'
import { move } from './moving/move.ts'
import { progressBy } from './moving/progress.ts'
import { settingsOf } from './moving/sides.ts'

// npm run migrate -- --from=<data folder or file of settings> [--to=<the same>]: without --to, to where the settings say.

try {
  const { from, to } = sidesIn(process.argv.slice(2))
  await move(await settingsOf(from, process.env), await settingsOf(to, process.env), progressBy(console.log))
} catch (error) {
  process.exitCode = 1
  if (error instanceof Unavailable) console.error(`${error.message}. Run it again: it goes on where it was.`)
  else if (error instanceof Misconfigured || error instanceof Different) console.error(error.message)
  else throw error
}

function sidesIn(args: string[]): { from: string; to?: string } {
  try {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (values.from) return { ...values, from: values.from }
  } catch {}
  throw new Misconfigured('Say what to move: npm run migrate -- --from=<data folder, or file of settings>.')
}

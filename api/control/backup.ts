import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askServer } from '#infra/control/ask-server.ts'
import { requireEvents } from '#infra/data-folder.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openStores } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'
import { backUpAs } from './backup-command.ts'

// npm run backup [-- --to=<folder>] [--without-secrets] [--keys-to=<another place>]: by the server that runs on the data folder, or else by itself.

await runProgram(async (env) => {
  const settings = readSettings(env)
  const request = parseRequest(process.argv.slice(2))
  if (await askServer(settings.dataDir, 'backup', request, console.log)) return
  requireEvents(settings, 'Nothing to back up')
  const stores = await openStores(settings, { rotate: false }) // servers may be running elsewhere
  await backUpAs(settings, request, console.log).finally(() => stores.close())
})

function parseRequest(args: string[]) {
  try {
    const options = {
      to: { type: 'string' },
      'keys-to': { type: 'string' },
      'without-secrets': { type: 'boolean' },
    } as const
    const { to, 'keys-to': keysTo, 'without-secrets': withoutSecrets } = parseArgs({ args, options }).values
    if (to === '' || keysTo === '') throw new Error() // a variable that is not set names no folder
    // The server runs in another folder.
    const whole = (path: string | undefined) => (path === undefined ? undefined : resolve(path))
    return { to: whole(to), keysTo: whole(keysTo), withoutSecrets }
  } catch {
    throw new Misconfigured('Usage: npm run backup [-- --to=<folder> --keys-to=<other folder> --without-secrets]')
  }
}

import { runProgram } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'
import { settingWarnings } from '#infra/warnings.ts'
import { startServer } from './server.ts'

await runProgram(async (env) => {
  const settings = readSettings(env)
  const server = await startServer(settings)
  for (const warning of settingWarnings(settings)) console.error(warning)
  for (const line of server.lines) console.log(line)
  // For a supervisor to start it again: being away for a moment is more honest than being live and silent.
  server.broken.then(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.close().then(() => process.exit(0)))
  }
})

import { Misconfigured } from '#infra/misconfigured.ts'
import { readSettings } from '#infra/settings.ts'
import { startServer } from './server.ts'

try {
  const server = await startServer(readSettings(process.env))
  for (const line of server.lines) console.log(line)
  // For a supervisor to start it again: being away for a moment is more honest than being live and silent.
  server.broken.then(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.close().then(() => process.exit(0)))
  }
} catch (error) {
  if (!(error instanceof Misconfigured)) throw error
  console.error(error.message)
  process.exit(1)
}

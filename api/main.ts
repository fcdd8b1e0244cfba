import { openLog } from '#infra/log.ts'
import { crashed, endInOrder, runProgram, sentenceFor } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'
import { settingWarnings } from '#infra/warnings.ts'
import { startServer } from './server.ts'

/** How long after one restart the next may follow, in milliseconds: damage that is back at once is not mended by another. */
const mendEveryMs = 60 * 60 * 1_000

await runProgram(async (env) => {
  const settings = readSettings(env)
  const log = openLog()
  let mendedAt = Number.NEGATIVE_INFINITY

  /** Starts, and starts anew in this process when documents are found to be damaged: a start makes them again. */
  async function run() {
    const server = await startServer(settings, Date.now, log)
    running = server
    for (const line of server.lines) console.log(line)
    // For a supervisor to start it again: being away for a moment is more honest than being live and silent.
    server.broken.then(() => process.exit(crashed))
    void server.damaged.then(async () => {
      if (ending || performance.now() - mendedAt < mendEveryMs) return
      mendedAt = performance.now()
      await server.close()
      if (ending) return
      await run().catch((error) => {
        console.error(sentenceFor(error) ?? error)
        process.exit(crashed)
      })
    })
  }
  let running: Awaited<ReturnType<typeof startServer>> | undefined
  let ending = false
  endInOrder(log, (answered) => {
    ending = true
    return running?.close(answered)
  })

  await run()
  for (const warning of settingWarnings(settings)) console.error(warning)
})

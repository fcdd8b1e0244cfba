// npm start: the server, started anew when it crashes. Where it cannot start at all, as with a wrong setting, this ends as it does.
import { setTimeout as pause } from 'node:timers/promises'
import { build, endSignal, exitCodeOf, install, running } from './prepare.mjs'

/** The exit code of a server that could start and cannot go on (infra/program.ts). */
const crashed = 70
/** The first and the longest wait before a start, in milliseconds, and how long a run lasts after which it is the first again. */
const [firstWait, longestWait, lasting] = [1_000, 30_000, 60_000]

install()
build()
const abortSignal = endSignal()
for (let wait = firstWait, starts = 1; ; starts++) {
  const began = performance.now()
  const end = await running('api/main.ts', [], abortSignal)
  const { code, signal } = end
  const isCrash = signal
    ? !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal)
    : code === crashed || (code !== 0 && starts > 1)
  if (abortSignal.aborted || !isCrash) process.exit(exitCodeOf(end))
  if (performance.now() - began > lasting) wait = firstWait
  console.error(`The server has crashed (${signal ?? `exit code ${code}`}). Restarting in ${wait / 1000} s.`)
  await pause(wait, undefined, { signal: abortSignal }).catch(() => process.exit(0))
  wait = Math.min(2 * wait, longestWait)
}

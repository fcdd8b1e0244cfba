import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { insteadOf } from '#infra/unavailable.ts'

const program = fileURLToPath(import.meta.url)

/**
 * As `findDamage`, while others have their turn; undefined when the signal ended it. In a process of its own: a thread that
 * is within SQLite does not end before it is through, and keeps its process from ending.
 */
export async function findDamageInProcess(path: string, signal: AbortSignal): Promise<string | undefined> {
  const ending = { signal, killSignal: 'SIGKILL', detached: true } as const // a signal to all of this group is not for it
  const child = fork(program, [path], { ...ending, execArgv: ['--disable-warning=ExperimentalWarning'] })
  child.on('error', () => {}) // that it was ended by the signal, also when it has answered already
  const ended = once(child, 'disconnect').then(() => {
    throw new Error(`${path} could not be verified`) // what went wrong the process has said itself
  })
  return Promise.race([once(child, 'message'), ended]).then(
    ([{ found }]) => found,
    insteadOf(() => signal.aborted, undefined),
  )
}

if (import.meta.main) {
  const { findDamage } = await import('./damage.ts')
  process.send!({ found: findDamage(process.argv[2]!) })
  process.disconnect()
}

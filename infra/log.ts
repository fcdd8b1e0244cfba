import { createRequire } from 'node:module'
import type { Level, LogFn, Logger } from 'pino'

/** The program's log: one JSON object per line, on standard output. */
export type Log = Pick<Logger, 'warn' | 'error' | 'fatal'>

/**
 * Opens the log. pino is loaded with the first line, so that a start, which has nothing to tell, need not wait for it.
 */
export function openLog(): Log {
  let opened: Logger | undefined
  const at =
    (level: Level): LogFn =>
    (...line: Parameters<LogFn>) => {
      opened ??= (createRequire(import.meta.url)('pino') as typeof import('pino').pino)({ level: 'warn' })
      opened[level](...line)
    }
  return { warn: at('warn'), error: at('error'), fatal: at('fatal') }
}

import { createRequire } from 'node:module'
import type { DestinationStream, Level, LogFn, Logger } from 'pino'

/** The program's log: one JSON object per line, on standard output. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Opens the log, to standard output unless told otherwise. pino is loaded with the first line, so that a start, which has nothing to tell, need not wait for it.
 */
export function openLog(destination?: DestinationStream): Log {
  let opened: Logger | undefined
  const at =
    (level: Level): LogFn =>
    (...line: Parameters<LogFn>) => {
      opened ??= (createRequire(import.meta.url)('pino') as typeof import('pino').pino)({ level: 'info' }, destination)
      opened[level](...line)
    }
  return { info: at('info'), warn: at('warn'), error: at('error'), fatal: at('fatal') }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import type { Log } from './log.ts'

/** The connection that what is done now is done for. */
const servedNow = new AsyncLocalStorage<Duplex | undefined>()

/**
 * Marks all that is done from here on, and whatever follows from it, as done for a connection. An uncaught failure then ends
 * this connection, and not the process.
 */
export const serving = (connection: Duplex): void => servedNow.enterWith(connection)

/**
 * Looks after failures that no code caught, for as long as the process lives. Logs each, and ends the connection that it
 * was of; where none is known, `end` has to end the process in order.
 */
export function guardProcess(log: Pick<Log, 'error' | 'fatal'>, end: () => void): void {
  process.on('uncaughtException', (error) => {
    const connection = servedNow.getStore()
    servedNow.enterWith(undefined) // what was thrown through the queue of ticks leaves its context behind
    if (connection) {
      log.error({ err: error }, 'an uncaught error ended its connection')
      connection.destroy()
    } else {
      log.fatal({ err: error }, 'an uncaught error ends this process')
      end()
    }
  })
}

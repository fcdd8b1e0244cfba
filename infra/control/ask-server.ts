import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { request } from '#infra/http.ts'

/** A command of the operator that cannot be done. The message is one sentence for them. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The errors of the system where no server listens. The last: the path is too long for a socket. */
const notRunning = ['ENOENT', 'ECONNREFUSED', 'EINVAL']

/**
 * Has the server that runs on a data folder do a command, and tells what it says as it comes. False when no server runs
 * there, or none can be reached. Throws `CommandError` when it refuses, or ends in the middle.
 */
export async function askServer(
  dataDir: string,
  command: string,
  input: object,
  say: (line: string) => void,
): Promise<boolean> {
  const asking = request({ socketPath: controlSocketIn(dataDir), method: 'POST', path: `/${command}` })
  asking.end(JSON.stringify(input))
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    for await (const line of createInterface(answer)) {
      const said = JSON.parse(line) as ControlLine
      if ('refused' in said) throw new CommandError(said.refused)
      say(said.say)
    }
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (notRunning.includes(code ?? '')) return false
    if (error instanceof CommandError) throw error
    // Also in the middle of its answer: what it was asked for may be done.
    if (code === 'ECONNRESET') throw new CommandError('The server stopped before the command finished.')
    throw new CommandError(`Can’t reach the running server: ${message}.`)
  }
}

/** Where a running server takes the operator's commands: only the user that it runs as can reach it. */
export const controlSocketIn = (dataDir: string): string => join(resolve(dataDir), 'control.sock')

/** One line of what a server answers: something to tell, or why it could not be done. */
export type ControlLine = { say: string } | { refused: string }

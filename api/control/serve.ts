import { chmod, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { CommandError, type ControlLine, controlSocketIn } from '#infra/control/ask-server.ts'
import { createServer } from '#infra/http.ts'
import type { Log } from '#infra/log.ts'
import type { Settings } from '#infra/settings.ts'
import { administer, adminRequest } from './admin-commands.ts'
import { backUpAs, backupRequest } from './backup-command.ts'

/** The commands that an operator may run on a running server, by name. They throw `CommandError`. */
type ControlCommands = Record<string, (input: unknown, say: (line: string) => void) => Promise<void>>

/**
 * Takes the operator's commands by HTTP on a Unix socket in the data folder, which its user alone may open. Each message of
 * an answer is a line of JSON. A server that cannot have such a socket goes without, and says so in its log.
 */
export async function serveOperator(
  settings: Settings,
  { log, ...parts }: Parameters<typeof administer>[0] & { log: Log },
): Promise<{ close(): Promise<void> }> {
  const commands: ControlCommands = {
    backup: (input, say) => backUpAs(settings, backupRequest.parse(input), say),
    admin: (input, say) => administer(parts, adminRequest.parse(input), say),
  }
  const path = controlSocketIn(settings.dataDir)
  // Of several processes on one folder the first has it. What a killed one left is in the way.
  if (await isTaken(path)) return { async close() {} }
  const server = createServer((request, response) => void answer(request, response, commands, log))
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  try {
    await rm(path, { force: true })
    server.once('error', reject).listen(path, resolve)
    await listening
    await chmod(path, 0o600)
  } catch (error) {
    server.close()
    log.warn({ err: error }, 'npm run backup and npm run admin cannot reach this server')
    return { async close() {} }
  }
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, commands: ControlCommands, log: Log) {
  const sendLine = (line: ControlLine) => void response.write(`${JSON.stringify(line)}\n`)
  try {
    const command = request.method === 'POST' ? commands[request.url!.slice(1)] : undefined
    if (!command) throw new CommandError('This server doesn’t know this command. Is it another version?')
    await command(await json(request), (say) => sendLine({ say }))
  } catch (error) {
    if (!(error instanceof CommandError)) log.error({ err: error }, 'a command failed')
    sendLine({ refused: error instanceof CommandError ? error.message : 'The command failed. See the server log.' })
  }
  response.end()
}

/** Whether a process listens there. */
const isTaken = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

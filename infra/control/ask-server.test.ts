import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createServer } from '#infra/http.ts'
import { askServer, CommandError, controlSocketIn } from './ask-server.ts'

/** Asks a server of its own that answers so; its folder has none unless this is given. */
async function ask(answer?: (response: ServerResponse) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-control-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = createServer((_, response) => answer!(response))
  if (answer) {
    await new Promise<void>((resolve) => server.listen(controlSocketIn(folder), resolve))
    onTestFinished(() => void server.close())
  }
  const said: string[] = []
  const done = await askServer(folder, 'admin', {}, (line) => said.push(line)).catch((error: Error) => error)
  return { said, done }
}

const line = `${JSON.stringify({ say: 'Removed meera@example.com.' })}\n`

it('tells what a server says, and that it is done', async () =>
  expect(await ask((response) => response.end(line))).toEqual({ said: ['Removed meera@example.com.'], done: true }))

it('finds that no server runs', async () => expect((await ask()).done).toBe(false))

it.each([
  ['in the middle of its answer', (response: ServerResponse) => response.write(line, () => response.destroy())],
  ['before its answer', (response: ServerResponse) => response.destroy()],
])('says that a server stopped %s', async (_, answer) =>
  expect((await ask(answer)).done).toEqual(new CommandError('The server stopped before the command finished.')),
)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freeMemoryAfterStart, sentenceFor } from './program.ts'
import nodeFlags from './tools/run/node-flags.json' with { type: 'json' }

vi.setConfig({ testTimeout: 90_000 }) // a start takes a second, or ten on a busy machine

/** A system that neither makes a folder nor refuses to: it never answers, and nothing waits but our program. */
const unanswered = `data:text/javascript,
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  fs.mkdir = () => new Promise(() => {});
  syncBuiltinESMExports();`

const settings = {
  NODE_ENV: 'test',
  ROLE: 'all',
  PORT: '0',
  DATA_DIR: 'target',
  VAPID_PUBLIC_KEY: `B${'x'.repeat(86)}`,
  VAPID_PRIVATE_KEY: 'x'.repeat(43),
  ...{ EVENTSTORE_URL: '', MONGODB_URL: '', S3_ENDPOINT: '', S3_BUCKET: '' },
}

/** Runs a program on that system until it ends, in a folder that has events. Its code is null when it had to be killed. */
async function runUnanswered(program: string, dataDir: string, ...args: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'atelier-stalled-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(cwd, 'events.db'), '')
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
  const child = spawn(process.execPath, [...nodeFlags, '--import', unanswered, path, ...args], {
    cwd,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  return { code: code as number | null, err }
}

it.each([
  ['api/main.ts', 'target'],
  ['projections/main.ts', 'target'],
  ['projections/rebuild.ts', '.'],
  ['projections/migration/migrate.ts', 'target', '--from=.'],
  ['infra/tools/services/main.ts', 'target'],
])('%s ends with a sentence when it waits for what never answers', async (program, dataDir, ...args) => {
  const { code, err } = await runUnanswered(program, dataDir, ...args)
  expect([code, err]).toEqual([1, expect.stringMatching(/^The program is stuck waiting [^\n]*\n$/)])
})

it('a folder that is missing is told of in a sentence', async () => {
  const error = await readFile('/nowhere/session.secret').catch((error: unknown) => error)
  expect(sentenceFor(error)).toBe('Cannot use /nowhere/session.secret: no such file or directory.')
})

it.skipIf(process.platform !== 'linux')(
  'a disk that is full is told of in a sentence, also where no file is named',
  async () => {
    const error = await writeFile('/dev/full', 'a letter').catch((error: unknown) => error)
    expect(sentenceFor(error)).toBe('Cannot write: no space left on device.')
  },
)

it('memory is given back once there is little to do, and not in the midst of what keeps others waiting', async () => {
  const gc = vi.fn()
  vi.stubGlobal('gc', gc)
  onTestFinished(() => void vi.unstubAllGlobals())
  freeMemoryAfterStart()
  for (const end = performance.now() + 1_500; performance.now() < end; ) await turn()
  // People are at work: a tenth of the time is spent on them.
  for (const end = performance.now() + 3_000; performance.now() < end; await pause(18)) {
    for (const done = performance.now() + 2; performance.now() < done; );
  }
  expect(gc).not.toHaveBeenCalled()
  await expect.poll(() => gc.mock.calls.length, { timeout: 60_000, interval: 500 }).toBe(1)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import webPush from 'web-push'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { adminLogin } from './test-server.ts'

/** The stores a process opens without settings, whatever servers the tests were given. */
export const embedded = { EVENTSTORE_URL: '', MONGODB_URL: '', S3_ENDPOINT: '', S3_BUCKET: '' }

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
/** The settings that several processes have in common. */
export const shared = {
  SESSION_SECRET: randomUUID(),
  MASTER_KEY: randomBytes(32).toString('base64'),
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}

const programs = {
  api: 'api/main.ts',
  worker: 'projections/main.ts',
  rebuild: 'projections/rebuild.ts',
  migrate: 'projections/migration/migrate.ts',
  audit: 'projections/audit.ts',
  backup: 'api/control/backup.ts',
  restore: 'api/control/restore.ts',
  admin: 'api/control/admin.ts',
}
export type Program = keyof typeof programs
const root = fileURLToPath(new URL('../..', import.meta.url))
const pathOf = (program: Program, checkout = root) => join(checkout, programs[program])

const isUp = /^(Atelier is running|The read models are kept up to date)/

/**
 * The product as a process of its own, on one port and one data folder through every kill and start. It runs in that
 * folder unless another one is given: what its settings leave to the defaults is kept there too. `preload` is a module
 * that is imported before the program, and that `tell` talks to; `checkout` the folder of another version, to run that.
 */
export async function prepareServerProcess(
  program: 'api' | 'worker' = 'api',
  settings: Record<string, string> = {},
  { cwd, preload, checkout }: { cwd?: string; preload?: string; checkout?: string | undefined } = {},
) {
  const main = pathOf(program, checkout)
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-process-'))
  const port = await freePort()
  const env = {
    ...process.env,
    ...embedded,
    NODE_ENV: 'test',
    ROLE: 'all',
    DEMO: 'false',
    RATE_LIMITS: 'off',
    // On a disk of whatever size, and for clients who open projects all the time.
    DISK_RESERVE_MB: '0',
    OPEN_ORDERS_PER_CLIENT: '1000000',
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: adminLogin.email,
    ADMIN_PASSWORD: adminLogin.password,
    ...settings,
  }
  let server: ChildProcess | undefined
  let said: string[] = []
  let warned: string[] = []
  return {
    dataDir,
    port,
    /** The process that runs now. */
    get pid(): number {
      return server!.pid!
    },
    /** Resolves when the process that runs now has ended. */
    get ended(): Promise<unknown> {
      return server!.exitCode !== null || server!.signalCode !== null ? Promise.resolve() : once(server!, 'exit')
    },
    url: `http://localhost:${port}`,
    /** The lines it has printed since its last start. */
    get said(): readonly string[] {
      return said
    },
    /** Its warnings since its last start, a line each. */
    get warned(): readonly string[] {
      return warned
    },
    /** Resolves once it listens. */
    async start(): Promise<void> {
      const started = spawn(process.execPath, [...nodeFlags, ...(preload ? ['--import', preload] : []), main], {
        cwd: cwd ?? dataDir,
        env,
        stdio: ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
      })
      server = started
      const [lines, warnings]: [string[], string[]] = [[], []]
      said = lines
      warned = warnings
      createInterface(started.stderr!).on('line', (line) => warnings.push(line))
      await new Promise<void>((resolve, reject) => {
        createInterface(started.stdout!)
          .on('line', (line) => {
            lines.push(line)
            if (isUp.test(line)) resolve()
          })
          .on('close', () => reject(new Error(`it ended before it was open: ${[...lines, ...warnings].join('\n')}`)))
      })
    },
    /** Sends a message to what was imported before the program, and resolves with its answer. */
    async tell(message: object): Promise<unknown> {
      const answered = once(server!, 'message')
      server!.send(message)
      const [answer] = await answered
      return answer
    },
    /** SIGKILL: no time to say goodbye. */
    async kill(): Promise<void> {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async remove(): Promise<void> {
      await this.kill()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) // a write that the kill broke into may end later
    },
  }
}

export type ServerProcess = Awaited<ReturnType<typeof prepareServerProcess>>

/**
 * Runs a program until it ends: its exit code, null when it had to be killed, and what it said. In this process's folder
 * unless another is given, and by way of another command where there is one to run it.
 */
export async function runToEnd(
  program: Program,
  args: string[],
  settings: Record<string, string>,
  cwd?: string,
  runner: readonly string[] = [],
) {
  const [command, ...all] = [...runner, process.execPath, ...nodeFlags, pathOf(program), ...args]
  const child = spawn(command!, all, {
    cwd,
    env: { ...process.env, ...embedded, NODE_ENV: 'test', ROLE: 'all', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { code: code as number | null, out, err }
}

/**
 * A port that is free, below those that systems give to connections by themselves: so none takes it before a server listens there,
 * or between two of its starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** Stops everything that was spawned and removes every temporary folder, at once. Runs however the bench ends. */
function sweep(): void {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

process.on('exit', sweep)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

/** An empty folder that is gone when the bench ends. It lies where the system keeps temporary files (TMPDIR). */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  folders.add(folder)
  return folder
}

/** A port of the loopback address that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

export type Running = {
  pid: number
  /** Resident memory in bytes. */
  memory(): number
  /** How long its main thread has been computing, in ms; NaN where the system does not say (it is Linux that does). */
  processorTime(): number
  /** How many bytes it has had written to the disk; NaN where the system does not say. */
  written(): number
  /** Throws, with the last words of the program, when it has ended. */
  check(): void
  stop(): Promise<void>
}

/** Runs one of the repository's programs (a path from its root) in production, with nothing but this environment. */
export function run(program: string, env: Record<string, string>, flags: readonly string[] = []): Running {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [...nodeFlags, ...flags, join(root, program)], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: 'production', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let lastWords = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk).slice(-2_000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  ended.then(() => running.delete(child))

  return {
    pid: child.pid!,
    memory: () => residentMemory(child.pid!),
    processorTime: () => processorTime(child.pid!),
    written: () => bytesWritten(child.pid!),
    check() {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program} has ended. ${lastWords}`)
    },
    async stop() {
      child.kill('SIGTERM')
      const timeoutMs = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timeoutMs)
    },
  }
}

function processorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

function bytesWritten(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
  } catch {
    return Number.NaN
  }
}

const residentMemory = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024

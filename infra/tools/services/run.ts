import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitAtMost } from '#infra/timeout.ts'
import { Missing } from './missing.ts'

type ProcessOptions = {
  log: string
  env?: NodeJS.ProcessEnv
  signal: AbortSignal
  /** The signal that ends it; SIGTERM unless given. */
  endBy?: NodeJS.Signals
}

/** Starts a program in a group of its own, so that Ctrl-C reaches us first; what it says goes to the log. */
function start(command: string, args: string[], { log, env }: ProcessOptions): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
  closeSync(output)
  return child
}

/** Stops a program and what it has started, and waits for its end. */
async function stop(child: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    try {
      process.kill(-child.pid, signal)
    } catch {} // it has just ended
    await waitAtMost(5_000, ended)
  }
}

/** Runs a program to its end. Throws `Missing` when it is not there, fails, or is stopped by the signal. */
export async function run(command: string, args: string[], options: ProcessOptions): Promise<void> {
  options.signal.throwIfAborted()
  const child = start(command, args, options)
  const halt = () => void stop(child, 'SIGTERM', 'SIGKILL')
  options.signal.addEventListener('abort', halt)
  try {
    const [code] = await once(child, 'exit')
    options.signal.throwIfAborted()
    if (code !== 0) throw new Missing(`${basename(command)} failed: ${lastLine(options.log)} (${options.log})`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Missing(`there is no ${command} on this machine`)
    throw error
  } finally {
    options.signal.removeEventListener('abort', halt)
  }
}

/** A server that was started. */
type Running = { stop(): Promise<void> }

/** Starts a server and waits until it is ready. Throws `Missing` when it ends before, or is stopped by the signal. */
export async function serve(
  command: string,
  args: string[],
  ready: () => Promise<unknown>,
  options: ProcessOptions,
): Promise<Running> {
  options.signal.throwIfAborted()
  const child = start(...endingWithParent(command, args), options)
  const running = { stop: () => stop(child, options.endBy ?? 'SIGTERM', 'SIGKILL') }
  const ended = once(child, 'exit').then(
    () => `${basename(command)} ended: ${lastLine(options.log)} (${options.log})`,
    ({ message }: Error) => message,
  )
  let over: string | undefined
  void ended.then((why) => {
    over = why
  })
  try {
    for (;;) {
      options.signal.throwIfAborted()
      if (over !== undefined) throw new Missing(over)
      const answered = await ready().then(
        () => true,
        () => false,
      )
      if (answered) return running
      await pause(200)
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** Lets a server end with us even when we are killed, where the system can. */
function endingWithParent(command: string, args: string[]): [string, string[]] {
  const setpriv = '/usr/bin/setpriv'
  return existsSync(setpriv) ? [setpriv, ['--pdeathsig', 'KILL', command, ...args]] : [command, args]
}

/** Resolves when something listens on a port of this machine. */
export async function listening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

/** This port when it is free, so that settings stay the same from day to day; else any that is free. */
export async function freePort(wanted: number): Promise<number> {
  const server = createServer()
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return freePort(0)
  } finally {
    server.close()
  }
}

const lastLine = (log: string): string => readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''

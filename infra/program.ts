import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { getSystemErrorMessage, parseEnv } from 'node:util'
import { CommandError } from './control/ask-server.ts'
import { DamagedEvent } from './events/stored-event.ts'
import { guardProcess } from './guard.ts'
import { DamagedKey } from './keys/person-keys.ts'
import type { Log } from './log.ts'
import { Misconfigured } from './misconfigured.ts'
import { Unavailable } from './unavailable.ts'
import { misspeltWarnings } from './warnings.ts'

const stalled =
  'The program is stuck waiting for something that never happens. This is a bug in Atelier; please report it.'

/**
 * Ends the process with a sentence and exit code 1 when nothing is left that could wake it, until the returned function is
 * called. Node itself would end it with code 13 and the place in the code that still waits.
 */
export function watchForStall(): () => void {
  const onStall = () => {
    console.error(stalled)
    process.exit(1)
  }
  process.once('beforeExit', onStall)
  return () => process.off('beforeExit', onStall)
}

/** Error codes of files and folders that can’t be used. */
const fileProblems = [
  'ENOENT',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'EMFILE',
]

/** The error message for the person who starts a program; undefined when it is a mistake of ours. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof Misconfigured || error instanceof CommandError) return error.message
  if (error instanceof Unavailable) return `${error.message}.`
  if (error instanceof DamagedKey) return error.message
  if (error instanceof DamagedEvent)
    return `Damaged: ${error.message}. Restore a backup. \`npm run audit\` lists all damage.`
  const { code = '', errno, path, syscall } = error as NodeJS.ErrnoException
  if (errno === undefined || !fileProblems.includes(code)) return undefined
  if (path) return `Cannot use ${path}: ${getSystemErrorMessage(errno)}.`
  return syscall === 'write' ? `Cannot write: ${getSystemErrorMessage(errno)}.` : undefined // of a write no file is named
}

/** The environment of a process, with what `.env` adds to it. */
type Environment = Record<string, string | undefined>

/**
 * Runs one of the programs that people start, with what `.env` says, and warns of settings that look misspelt. One that
 * cannot do its work, or would wait for ever, ends with one sentence and exit code 1; `sentence` puts its errors into words.
 */
export async function runProgram(program: (env: Environment) => Promise<void>, sentence = sentenceFor): Promise<void> {
  flushCompileCache() // or what is killed compiles it all again at its next start, which takes twice the time
  const stopWatching = watchForStall()
  process.umask(0o077) // what it writes is its user's alone
  try {
    loadDotEnv()
    for (const warning of misspeltWarnings(process.env)) console.error(warning)
    await program(process.env)
    freeMemoryAfterStart()
  } catch (error) {
    console.error(sentence(error) ?? error)
    process.exit(1)
  } finally {
    stopWatching()
  }
}

/** The exit code of a program that could start and cannot go on: its parent starts it again (infra/tools/run/start.mjs). */
export const crashed = 70

/** How long an end in order may take, in milliseconds: an upload under way has ten seconds. */
const endsWithinMs = 12_000

/**
 * How long the stores have to end, in milliseconds: since the signal, and then since the last answer. One that is away would hold
 * the end up for as long as a write may take. What was not written is made again, as after a kill.
 */
const [storesMs, lastMs] = [1_500, 300]

/** Closes a program; calls `answered` once no client waits for an answer any more. */
type Close = (answered: () => void) => Promise<void> | undefined

/**
 * Ends a program that serves in order, by `close`: at a signal, or when who started it is gone. After an uncaught failure it
 * ends as crashed. It ends in any case.
 */
export function endInOrder(log: Log, close: Close): void {
  let isEnding = false
  function end(code: number): void {
    if (isEnding) return // a terminal asks all its processes, and so do those in between
    isEnding = true
    setTimeout(() => process.exit(code), endsWithinMs)
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const late = Promise.all([answered, pause(storesMs)])
      .then(() => pause(lastMs))
      .then(() => log.warn('shutdown stopped waiting for a store: unwritten data is rebuilt at the next start'))
    Promise.race([close(resolve), late]).then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'shutdown was not clean')
        process.exit(crashed)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  process.on('disconnect', () => end(0))
  process.channel?.unref()
  guardProcess(log, () => end(crashed))
}

/**
 * Adds to the environment of this process what `.env` in its folder says; what the environment has already stays, a blank
 * one too. Throws `Misconfigured` when there is one that cannot be read, which Node’s own loader takes for none, or in
 * which a value would be shortened unnoticed.
 */
function loadDotEnv(): void {
  const text = readDotEnv()
  const values = parseEnv(text)
  // Most would take this # for a part of the value, a password say. Of one in quotes it is: its value goes on after it.
  for (const [, name = '', start = ''] of text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=[ \t]*([^#\n]*)(?<=\S)#/gm)) {
    if (values[name] === start)
      throw new Misconfigured(
        `In .env, the # in ${name} starts a comment. Put the value in quotes, or a space before the #.`,
      )
  }
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value
}

/** The text of `.env`, which is empty where there is none. */
function readDotEnv(): string {
  try {
    return readFileSync('.env', 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    throw new Misconfigured(`Cannot read .env: ${message.replace(/\.$/, '')}.`)
  }
}

/** How long nothing much is done before memory is given back, in milliseconds: the first request has its answer by then. */
const quietMs = 1_000
/** The share of a processor to spend on something in that time, and how often to check it: lists of a million events take minutes. */
const [mostBusy, looks] = [0.03, 600]

/**
 * Gives memory that a start alone has needed back to the system: code that ran once, and 500 MB from the lists of 100,000
 * orders. It takes a tenth of a second, half a second with those, and waits until lists are made and hardly a request comes.
 * The processor’s time tells that: a busy machine keeps the event loop of an idle process busy. Needs --expose-gc.
 */
export function freeMemoryAfterStart(left = looks): void {
  if (left === 0) return
  const [before, since] = [process.cpuUsage(), performance.now()]
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before)
    const share = (user + system) / 1_000 / (performance.now() - since)
    if (share > mostBusy) freeMemoryAfterStart(left - 1)
    else globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, quietMs).unref()
}

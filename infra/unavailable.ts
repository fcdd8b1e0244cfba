import { setTimeout as pause } from 'node:timers/promises'

/** The errors of the system for a disk without room, and of SQLite (https://www.sqlite.org/rescode.html#full). */
const [fullCodes, sqliteFull] = [['ENOSPC', 'EDQUOT'], 13]

/** Whether something failed since a disk has no room. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof Unavailable) return error.isFull
  const { code, errcode, cause } = (error ?? {}) as { code?: string; errcode?: number; cause?: unknown }
  return (
    fullCodes.includes(code ?? '') || ((errcode ?? 0) & 0xff) === sqliteFull || (cause != null && isDiskFull(cause))
  )
}

/** A dependency cannot be reached at the moment, or has no room. The api answers it with 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** Whether its disk is full: then it can be read. */
  readonly isFull: boolean
  constructor(what: string, cause?: unknown) {
    const isFull = isDiskFull(cause)
    super(`${what} ${isFull ? 'can’t save anything: its disk is full' : 'is not available right now'}`, { cause })
    this.isFull = isFull
  }
}

/** Whether something failed since a dependency is away, or has no room. */
export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable

/** For `catch`: the value in place of an error that is meant. Throws every other one. */
export const insteadOf =
  <T>(isMeant: (error: unknown) => boolean, value: T) =>
  (error: unknown): T => {
    if (isMeant(error)) return value
    throw error
  }

/** A disk has no room for one thing, files unless said, but for everything else. */
export class NoRoom extends Unavailable {
  override name = 'NoRoom'
  override readonly isFull = true
  constructor(message = 'There is no space for files right now. Everything else works.') {
    super('The store')
    this.message = message
  }
}

/** The error of an overloaded process, which begins nothing more. The api answers it with 503. */
export class Busy extends Error {
  override name = 'Busy'
  constructor(message = 'The server is busy. Please try again in a moment.') {
    super(message)
  }
}

/**
 * How long to wait, in milliseconds, before trying again what failed once (0), twice (1) … : twice as long each time, up
 * to a maximum.
 */
export const backoff = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** failures, maxMs)

/** Waits before trying again, by `backoff`, or until the signal is aborted. */
export async function waitBeforeRetry(failures: number, firstMs: number, maxMs: number, signal: AbortSignal) {
  await pause(backoff(failures, firstMs, maxMs), undefined, { signal }).catch(() => {}) // aborted while it waited
}

/**
 * Retries an action with exponential backoff while it fails with `Unavailable`, until it succeeds or the signal is
 * aborted. Throws any other error. `failed` is called with the first failure.
 */
export async function retryWhileUnavailable<T>(
  action: () => Promise<T>,
  signal: AbortSignal,
  failed: (error: Unavailable) => void = () => {},
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof Unavailable) || signal.aborted) throw error
      if (failures === 0) failed(error)
      await waitBeforeRetry(failures, 50, 2_000, signal)
    }
  }
}

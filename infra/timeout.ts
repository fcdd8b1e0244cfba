// Timers that keep the process alive while they are awaited. With one that does not (`ref: false`,
// `AbortSignal.timeout`) a start that has nothing else open ends in the midst of its waiting.

/** Runs work with a signal that is aborted after so many milliseconds. Throws as the work. */
export async function withTimeout<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  using _timer = setTimeout(() => late.abort(), timeoutMs)
  return await work(late.signal)
}

/** No answer came in time. */
export class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms`)
  }
}

/**
 * Runs work that need not mind its signal: throws `TimedOut` after so many milliseconds, never with 0. The signal is aborted
 * at the end, however it ends, so that nothing goes on for which no caller waits any more.
 */
export async function answerWithin<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const late = Promise.withResolvers<never>()
  using _timer = timeoutMs > 0 ? setTimeout(() => late.reject(new TimedOut(timeoutMs)), timeoutMs) : undefined
  try {
    return await Promise.race([work(ending.signal), late.promise])
  } finally {
    ending.abort()
  }
}

/** Waits until work is settled, fulfilled or rejected, and at most so many milliseconds; 0 is for ever. */
export async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  await answerWithin(timeoutMs, () => work).catch(() => {})
}

// Timers that keep the process alive while they are awaited. With one that does not (`ref: false`,
// `AbortSignal.timeout`) a start that has nothing else open ends in the midst of its waiting.

/** Waits until work is settled, fulfilled or rejected, and at most so many milliseconds. */
export async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  using _timer = setTimeout(late.resolve, timeoutMs)
  const settled = work.then(
    () => {},
    () => {},
  )
  await Promise.race([settled, late.promise])
}

/** Runs work with a signal that is aborted after so many milliseconds. Throws as the work. */
export async function withTimeout<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  using _timer = setTimeout(() => late.abort(), timeoutMs)
  return await work(late.signal)
}

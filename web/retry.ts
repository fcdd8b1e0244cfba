/** The longest pause between two tries, in milliseconds, before its random part. */
const longestMs = 60_000

/**
 * Returns how something that failed is tried again: `later` does it after at least `firstMs` milliseconds and at most twice as
 * many, and after longer pauses each time. `stop` is for when it succeeded, or is not wanted any more.
 */
export function createRetry(attempt: () => unknown, firstMs = 2_000): { later(): void; stop(): void } {
  let pause = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    later() {
      clearTimeout(timer)
      timer = setTimeout(attempt, pause + Math.random() * pause)
      pause = Math.min(2 * pause, longestMs)
    },
    stop() {
      clearTimeout(timer)
      pause = firstMs
    },
  }
}

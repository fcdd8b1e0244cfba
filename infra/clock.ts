/** The time, and being called at one. Tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls at a time, or somewhat before when that is far. What is returned takes it back. */
  at(time: number, call: () => void): () => void
}

/** A timer of Node's holds 24 days; what is to be done later looks again. */
const maxTimeout = 24 * 60 * 60 * 1000

/** The clock of a process, by whatever tells it the time. */
export const createClock = (now: () => number): Clock => ({
  now,
  at(time, call) {
    const timer = setTimeout(call, Math.min(Math.max(0, time - now()), maxTimeout))
    return () => clearTimeout(timer)
  },
})

import type { Unavailable } from '#infra/unavailable.ts'

type Waiter = { position: bigint; settle(reached: boolean): void }

/** The callers who wait until a projection or a reaction has come as far as a position of the event store. */
export function createPositionWaiters() {
  const waiters = new Set<Waiter>()
  let arrival = Promise.withResolvers<void>()
  return {
    /** True when `reached` is called in time with the position or a later one, else false. */
    wait(position: bigint, withinMs: number): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => waiter.settle(false), withinMs)
      const waiter: Waiter = {
        position,
        settle(reached) {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(reached)
        },
      }
      waiters.add(waiter)
      arrival.resolve()
      return promise
    },
    /** Resolves as soon as there is a waiter. */
    async untilWaiter(): Promise<void> {
      if (waiters.size > 0) return
      arrival = Promise.withResolvers()
      await arrival.promise
    },
    reached(position: bigint) {
      for (const waiter of waiters) if (waiter.position <= position) waiter.settle(true)
    },
    giveUp() {
      for (const waiter of waiters) waiter.settle(false)
    },
  }
}

/**
 * How far a projection is with what it follows, and those who wait for it. `end`: where the store ended at its start; until
 * that is reached its documents are not all made.
 */
export function createProgress(end: bigint) {
  let madeUpTo: bigint | undefined = end
  let behindSince: number | undefined = Date.now()
  let stuck = false
  let failure: Unavailable | undefined
  let ended = false
  const caughtUp = Promise.withResolvers<void>()
  caughtUp.promise.catch(() => {}) // it need not be awaited
  const waiting = createPositionWaiters()

  function fallBehind(): void {
    behindSince ??= Date.now()
  }

  return {
    /** There is something to fold. */
    fallBehind,
    /** All that there is was folded. */
    catchUp(): void {
      behindSince = undefined
      madeUpTo = undefined
      caughtUp.resolve()
    },
    /** Resolves once reading has come to a position. */
    reach: waiting.reached,
    /** It takes long, or fails, since a store is away or full: who waits need not, until it goes on. */
    rejectWaiters(error?: Unavailable): void {
      fallBehind()
      stuck = true
      failure = error ?? failure
      waiting.giveUp()
    },
    goOn(): void {
      stuck = false
      failure = undefined
    },
    /** What it failed with, until it goes on. */
    failure: () => failure,
    /** It cannot go on. */
    fail(error: Error): void {
      fallBehind()
      caughtUp.reject(error)
    },
    /** Ends the folding. `error`: for those who wait for all of it. */
    end(error: Error): void {
      ended = true
      caughtUp.reject(error)
      waiting.giveUp()
    },
    isEnded: () => ended,
    /** Whether a position is reached in so many milliseconds; false at once while nothing goes on. */
    wait: async (position: bigint, withinMs: number): Promise<boolean> =>
      !ended && !stuck && (await waiting.wait(position, withinMs)),
    /** Resolves as soon as someone waits. */
    untilWaiter: waiting.untilWaiter,
    /** Resolves when all was folded for the first time; rejects when it ends before. */
    caughtUp: caughtUp.promise,
    /** Whether all that there was at the start is made. */
    isMade: () => madeUpTo === undefined,
    /** How long it has been behind, in milliseconds; 0 while it is not. */
    lag: (): number => (behindSince === undefined ? 0 : Math.max(1, Date.now() - behindSince)),
    /** How much of what there was at the start is made, 0 to 1, as it stands at a position. */
    made: (position: bigint): number => (madeUpTo ? Math.min(0.99, Number(position) / Number(madeUpTo)) : 1),
  }
}

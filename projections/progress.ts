import { createPositionWaiters } from './position-waiters.ts'

/**
 * How far a projection is with what it follows, and those who wait for it. `end`: where the store ended at its start; until
 * that is reached its documents are not all made.
 */
export function createProgress(end: bigint) {
  let madeUpTo: bigint | undefined = end
  let behindSince: number | undefined = Date.now()
  let stuck = false
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
    /** It takes long, or the store is away: who waits need not, until it goes on. */
    rejectWaiters(): void {
      fallBehind()
      stuck = true
      waiting.giveUp()
    },
    goOn(): void {
      stuck = false
    },
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

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

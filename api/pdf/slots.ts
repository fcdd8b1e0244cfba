import { Busy } from '#infra/unavailable.ts'

/** How many documents are made at a time, and how many more wait for their turn: each keeps the processor busy for a while. */
const most = { atOnce: 2, waiting: 20 } as const

export type Slots = ReturnType<typeof createSlots>

/** Lets so many work at a time, the others in the order in which they came. */
export function createSlots({ atOnce, waiting }: { atOnce: number; waiting: number } = most) {
  const queue: (() => void)[] = []
  let working = 0

  return {
    /** Throws `Busy` when too many wait already. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (working < atOnce) working++
      else {
        if (queue.length >= waiting)
          throw new Busy('Many documents are being made at the moment. Please try again in a moment.')
        await new Promise<void>((begin) => queue.push(begin))
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else working--
      }
    },
  }
}

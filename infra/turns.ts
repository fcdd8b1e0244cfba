import TinyQueue from 'tinyqueue'
import { Busy } from './unavailable.ts'

/**
 * The work of a key. `began` is when its latest began, as a number that grows; 0 before the first. `offered` is when it came
 * among those that may be next; 0 while it is not among them. A lane that is `first` goes before all that are not.
 */
type Lane = {
  first: boolean
  working: number
  began: number
  offered: number
  queue: { begin(): void; sendAway(why: Error): void }[]
}

type Bounds = { atOnce?: number; ofOne?: number; waiting: number }

/**
 * Limits the work under way, `atOnce` in all and `ofOne` of one key. Next is the key that has waited longest since its last
 * turn, each in order, `first` ones first. When more than `waiting` wait, the key with most loses its latest, `first` ones last.
 */
export function createTurns({ atOnce = Infinity, ofOne = Infinity, waiting }: Bounds) {
  const lanes = new Map<string, Lane>()
  /** The lanes whose next work may begin as soon as there is room for it. */
  const ready = new TinyQueue<Lane>(
    [],
    (one, other) => Number(other.first) - Number(one.first) || one.began - other.began || one.offered - other.offered,
  )
  let working = 0
  let queued = 0
  let turn = 0

  const isFree = (lane: Lane) => working < atOnce && lane.working < ofOne

  function begin(lane: Lane): void {
    working++
    lane.working++
    lane.began = ++turn
  }

  function waitIn(lane: Lane): Promise<void> {
    if (queued >= waiting) makeRoomFor(lane)
    queued++
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    lane.queue.push({ begin: resolve, sendAway: reject })
    offer(lane)
    return promise
  }

  /**
   * Sends away the latest of the longest lane that is not first; of a first one only where nothing else waits, and only for
   * another first one. Throws `Busy` when no lane of the same rank has more than this one would have.
   */
  function makeRoomFor(lane: Lane): void {
    const all = [...lanes.values()]
    const behind = all.filter(({ first, queue }) => !first && queue.length > 0)
    const givesWay = lane.first && behind.length > 0
    const among = lane.first && !givesWay ? all : behind
    const longest = among.reduce(
      (one, other) => (other.queue.length > one.queue.length ? other : one),
      among[0] ?? lane,
    )
    if (!givesWay && longest.queue.length <= lane.queue.length + 1) throw new Busy()
    longest.queue.pop()!.sendAway(new Busy())
    queued--
  }

  function offer(lane: Lane): void {
    if (lane.offered > 0 || lane.queue.length === 0 || lane.working >= ofOne) return
    lane.offered = ++turn
    ready.push(lane)
  }

  function end(lane: Lane): void {
    working--
    lane.working--
    offer(lane)
    while (working < atOnce) {
      const next = ready.pop()
      if (!next) return
      next.offered = 0
      const first = next.queue.shift()
      if (!first) continue // what waited was sent away
      queued--
      begin(next)
      offer(next)
      first.begin()
    }
  }

  return {
    /** Runs the work when it is its turn. Throws `Busy` when too much waits, and as the work. */
    async run<T>(key: string, work: () => Promise<T>, first = false): Promise<T> {
      const lane = lanes.get(key) ?? { first, working: 0, began: 0, offered: 0, queue: [] }
      lanes.set(key, lane)
      try {
        if (isFree(lane)) begin(lane)
        else await waitIn(lane)
        try {
          return await work()
        } finally {
          end(lane)
        }
      } finally {
        if (lane.working + lane.queue.length === 0 && lanes.get(key) === lane) lanes.delete(key)
      }
    },
  }
}

import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Batch, EventStore } from '#infra/events/store.ts'

/**
 * How many events are handed out at once in the midst of a long history: a document that several of them change is
 * written once.
 */
const batchSize = 5_000
/** How long another page of the store is waited for, in milliseconds. */
const gatheringMs = 20

/** Where readers stand: after the event at a position, unless damage was reported since. */
type Place = { at: bigint | undefined; caughtUp: boolean; next?: Promise<Step | undefined> }
type Step = { batch: Batch; place: Place }

/** Readers that go on together. */
type Reading = {
  /** The last place that was reached; in the midst of a history also the one before it, where some may stand still. */
  places: readonly Place[]
  members: Set<Member>
  /** Returns the step after the place of a member; undefined at the end of all reading. */
  after(member: Member): Promise<Step | undefined>
  leave(member: Member): Promise<void>
}

/** Where a follower stands. Nothing else of it holds a place: each place leads to all batches that came after it. */
type Member = { reading: Reading; place: Place }

/**
 * The same store, whose followers read together: each batch is read, verified and opened once for all that stand at the
 * same place. One that is behind, or begins anew, reads on its own until it stands where others do. In the midst of a
 * history no follower is ahead of the others by more than a batch. Nothing is read before `begin` resolves.
 */
export function readTogether(events: EventStore, begin: Promise<unknown>): EventStore {
  const readings: Reading[] = []

  function open(after: bigint): Member {
    const ending = new AbortController()
    const source = events.follow(after, ending.signal)[Symbol.asyncIterator]()
    const nextBatch = gathering(source)
    const members = new Set<Member>()
    /** The members that have taken a batch, and have not requested the next. */
    const busy = new Set<Member>()
    let allWait = Promise.withResolvers<void>()

    function markReady(member: Member) {
      busy.delete(member)
      if (busy.size > 0) return
      allWait.resolve()
      allWait = Promise.withResolvers()
    }

    async function read(place: Place): Promise<Step | undefined> {
      // Others have their turn, and who begins at the same time is there as well.
      if (!place.caughtUp) await turn()
      while (!place.caughtUp && busy.size > 0) await allWait.promise
      const batch = await nextBatch()
      if (!batch) return undefined
      const at = batch.events.at(-1)?.position ?? (batch.damaged ? undefined : place.at)
      const reached: Place = { at, caughtUp: batch.caughtUp }
      reading.places = batch.caughtUp ? [reached] : [place, reached]
      return { batch, place: reached }
    }

    const place: Place = { at: after, caughtUp: false }
    const reading: Reading = {
      places: [place],
      members,
      async after(member) {
        markReady(member)
        member.place.next ??= read(member.place)
        const step = await member.place.next
        if (members.has(member)) busy.add(member)
        return step
      },
      async leave(member) {
        members.delete(member)
        markReady(member)
        if (members.size > 0) return
        readings.splice(readings.indexOf(reading), 1)
        ending.abort()
        await source.return?.()
      },
    }
    readings.push(reading)
    return { reading, place }
  }

  /** The first reading with a place at a position, and that place. */
  function found(at: bigint | undefined, isFit = (_: Place) => true): Member | undefined {
    for (const reading of readings) {
      const place = reading.places.find((each) => each.at !== undefined && each.at === at && isFit(each))
      if (place) return { reading, place }
    }
    return undefined
  }

  function enter(member: Member): Member {
    member.reading.members.add(member)
    return member
  }

  async function* follow(after: bigint, signal: AbortSignal): AsyncGenerator<Batch> {
    await begin
    const member = enter(found(after) ?? open(after))
    try {
      while (!signal.aborted) {
        const step = await unlessAborted(member.reading.after(member), signal)
        if (!step) return
        member.place = step.place
        yield step.batch
        const met = step.place.caughtUp ? found(step.place.at, ({ caughtUp }) => caughtUp) : undefined
        if (!met || met.reading === member.reading) continue
        const left = member.reading
        enter(Object.assign(member, met))
        await left.leave(member)
      }
    } finally {
      await member.reading.leave(member)
    }
  }

  return {
    ...events,
    follow: (after, signal) => (after === 'end' ? events.follow(after, signal) : follow(after, signal)),
  }
}

/** Resolves as the promise, or with undefined once the signal is aborted. Unlike a race, it leaves the signal nothing. */
function unlessAborted<T>(promised: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const abort = () => resolve(undefined)
  signal.addEventListener('abort', abort)
  promised.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  return promise
}

/**
 * Takes the next batch from a store: in the midst of a history as many pages as make one up, and come at once. What is there
 * is not held back until more comes.
 */
function gathering(source: AsyncIterator<Batch>): () => Promise<Batch | undefined> {
  let coming: Promise<IteratorResult<Batch>> | undefined
  return async () => {
    const first = await (coming ?? source.next())
    coming = undefined
    if (first.done) return undefined
    let { events, caughtUp, damaged = [] }: Batch = first.value
    while (!caughtUp && events.length > 0 && events.length < batchSize) {
      await turn()
      coming = source.next()
      coming.catch(() => {}) // the next request of a batch throws it
      const page = await Promise.race([coming, pause(gatheringMs)])
      if (!page || page.done || page.value.events.length === 0) break
      coming = undefined
      events = [...events, ...page.value.events]
      caughtUp = page.value.caughtUp
      damaged = [...damaged, ...(page.value.damaged ?? [])]
    }
    return { events, caughtUp, ...(damaged.length > 0 ? { damaged } : {}) }
  }
}

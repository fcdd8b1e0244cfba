import { type Aggregate, type Event, fold, type Recorded } from './event.ts'

/**
 * The states of a stream at every revision, from its events in order, the first one included. `stateAt` folds from the
 * checkpoint before, which is at most `eventsBetween` away: about a millisecond, however long the stream is.
 */
export function createCheckpointedFold<State, E extends Event>(aggregate: Aggregate<State, E>, eventsBetween = 500) {
  const events: Recorded<E>[] = []
  const checkpoints: State[] = [aggregate.initial]

  return {
    /** The events so far, oldest first. Their number is the revision that comes next. */
    events: events as readonly Recorded<E>[],
    /** Adds the next events of the stream. */
    add(next: readonly Recorded<E>[]): void {
      for (const event of next) {
        events.push(event)
        if (events.length % eventsBetween !== 0) continue
        checkpoints.push(fold(aggregate, events.slice(-eventsBetween), checkpoints.at(-1)!))
      }
    },
    /** The state after the event of this revision. */
    stateAt(revision: number): State {
      const checkpoint = Math.floor((revision + 1) / eventsBetween)
      return fold(aggregate, events.slice(checkpoint * eventsBetween, revision + 1), checkpoints[checkpoint]!)
    },
  }
}

export type CheckpointedFold<State, E extends Event> = ReturnType<typeof createCheckpointedFold<State, E>>

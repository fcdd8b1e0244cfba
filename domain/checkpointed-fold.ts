import { type Aggregate, type Event, fold, type Recorded } from './event.ts'

/** How many of the states that were requested last are cached. */
const maxCachedStates = 8

/**
 * The states of a stream at every revision, from its events in order, the first one included. `stateAt` folds from the
 * nearest state before it that is there: a checkpoint, at most `eventsBetween` away, or one that was requested lately. So
 * a step forward folds one event, whatever other moment is looked at in turn with it.
 */
export function createCheckpointedFold<State, E extends Event>(aggregate: Aggregate<State, E>, eventsBetween = 500) {
  const events: Recorded<E>[] = []
  const checkpoints: State[] = [aggregate.initial]
  /** The states requested last, the latest first. */
  let cached: { revision: number; state: State }[] = []

  function nearestBefore(revision: number): { revision: number; state: State } {
    const checkpoint = Math.floor((revision + 1) / eventsBetween)
    const found = { revision: checkpoint * eventsBetween - 1, state: checkpoints[checkpoint]! }
    return cached
      .filter((each) => each.revision <= revision)
      .reduce((nearest, each) => (each.revision > nearest.revision ? each : nearest), found)
  }

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
    stateAt(requested: number): State {
      const revision = Math.min(requested, events.length - 1)
      const from = nearestBefore(revision)
      const state = fold(aggregate, events.slice(from.revision + 1, revision + 1), from.state)
      cached = [{ revision, state }, ...cached.filter((each) => each.revision !== revision)].slice(0, maxCachedStates)
      return state
    },
  }
}

export type CheckpointedFold<State, E extends Event> = ReturnType<typeof createCheckpointedFold<State, E>>

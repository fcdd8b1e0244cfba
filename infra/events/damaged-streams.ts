import type { Recorded } from '#domain/event.ts'
import { DamagedEvent, type Link, linkBefore, verifyNext } from './chain.ts'
import { decode } from './codec.ts'
import type { StoredEvent } from './stored-event.ts'

export type DamagedStreams = ReturnType<typeof openDamagedStreams>

/**
 * What an open store knows of damaged streams. `say` is told of each, once. Where `sealed`, every event has a hash.
 */
export function openDamagedStreams(sealed: boolean, say: (line: string) => void) {
  const known = new Map<string, DamagedEvent>()

  function note(error: DamagedEvent): DamagedEvent {
    const before = known.get(error.stream)
    if (before) return before
    known.set(error.stream, error)
    say(`DAMAGED: ${error.message}. This stream cannot be used until it is restored; all others can.`)
    return error
  }

  /** Throws the `DamagedEvent` of a stream that is known to be damaged. */
  function check(stream: string): void {
    const error = known.get(stream)
    if (error) throw error
  }

  /** Verifies the next event of a stream; see `verifyNext`. */
  function verify(event: StoredEvent, before: Link): Link {
    try {
      return verifyNext(event, before, sealed)
    } catch (error) {
      throw error instanceof DamagedEvent ? note(error) : error
    }
  }

  /** The event, decoded; see `decode`. */
  function decoded(event: StoredEvent): Recorded {
    try {
      return decode(event)
    } catch (error) {
      throw error instanceof DamagedEvent ? note(error) : error
    }
  }

  return {
    note,
    check,
    all: (): readonly DamagedEvent[] => [...known.values()],
    verify,
    decoded,
    /** Parts events of the whole store into those to hand out and the errors of the streams that others are of. */
    sort(events: readonly StoredEvent[]): { sound: Recorded[]; damaged: DamagedEvent[] } {
      const sound: Recorded[] = []
      const damaged = new Set<DamagedEvent>()
      for (const event of events) {
        try {
          if (known.size > 0) check(event.stream)
          verify(event, linkBefore(event))
          sound.push(decoded(event))
        } catch (error) {
          if (!(error instanceof DamagedEvent)) throw error
          damaged.add(error)
        }
      }
      return { sound, damaged: [...damaged] }
    },
  }
}

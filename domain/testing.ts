import { expect } from 'vitest'
import { perform, type Rule } from './command.ts'
import { type Aggregate, type Event, fold, type Person, type Recorded } from './event.ts'

/** An event and who did it when: what a sample stream is made of. It has an id where other events name it. */
export type Sample<E extends Event = Event> = E & { by: Person; at: string; id?: string }

/** Sample events as a store would hand them out, from revision 0. */
export const recorded = <E extends Event>(stream: string, samples: readonly Sample<E>[]): Recorded<E>[] =>
  samples.map((sample, revision) => ({
    id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
    ...sample,
    stream,
    revision,
    position: BigInt(revision + 1),
  }))

/** The raw input of a command: the names are the input's, the values are checked by it. */
type CommandInput<Input> = { [Name in keyof Input]: unknown }

/** Given these events, when a command is executed, then these events follow. */
export function given<State, E extends Event>(aggregate: Aggregate<State, E>, ...samples: Sample<E>[]) {
  const state = fold(aggregate, recorded<E>(`${aggregate.name}-1`, samples))
  return {
    when<Input>(
      command: Rule<State, E, Input>,
      input: CommandInput<Input>,
      by: Person,
      at = '2026-11-16T09:00:00.000Z',
    ) {
      const decide = () => perform(command, state, command.input.parse(input), { by, at })
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then
        then: (...events: E[]) => expect(decide()).toEqual(events),
        thenRefused: (message: string) => expect(decide).toThrow(expect.objectContaining({ message })),
      }
    },
  }
}

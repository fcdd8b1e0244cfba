import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, perform } from '#domain/command.ts'
import { type Event, fold, type Person, type Recorded } from '#domain/event.ts'
import { asha, farhan, meera, opened } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import type { CommandDefinition, Undo } from './action.ts'
import { definitionOf, type OrderEvent, orders } from './actions.ts'
import type { Order } from './order.ts'
import { evolveRow, type OrderRow } from './row.ts'

/** The entered part of a command’s input: all but the order. */
export type Entered<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/** A person who tries a command, with a fixed input, or with one that is made from the state of the order. */
type Tried<Input> = { by: Person; input: Entered<Input> | ((order: Order) => Entered<Input>) }

/** All that a test says of an action: samples, the matrix of who may, undo and sentence take theirs from here. */
export type Cases<Input, E extends Event> = {
  // biome-ignore lint/suspicious/noExplicitAny: whatever its name
  command: CommandDefinition<any, Input, E>
  /** An example: the events before, the input, the events after, their sentence, and the order after an undo. */
  example: {
    given: readonly Sample<OrderEvent>[]
    by: Person
    input: Entered<Input>
    follows: readonly E[]
    said: string
  }
  /** The statuses for a visitor, the order's client, another client and an admin, and for all once it is closed. */
  who: { visitor: 401; client: 200 | 403; stranger: 200 | 403 | 404; admin: 200 | 403; closed?: 'open to all' }
  /** The input that an event follows from, by its type. */
  inputOf: { [Each in OrderEvent as Each['type']]?: (data: Each['data']) => Entered<Input> }
  /** Inputs for random scenarios that do not end them: once in five where it is rare. */
  tried?: fc.Arbitrary<Tried<Input>>
  rare?: true
  refused?: Record<string, { given: readonly Sample<OrderEvent>[]; message: string }>
  ignored?: Record<string, readonly Sample<OrderEvent>[]>
  invalid?: readonly { input: Entered<Input>; fields: Record<string, string> }[]
}

export const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }

export const anyPerson = fc.constantFrom(asha, asha, meera, meera, ravi, farhan)
export const some = <const T>(...each: T[]): fc.Arbitrary<T> => fc.constantFrom(...each)
/** Whatever person tries a command with these. */
export const tries = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record({ by: anyPerson, input: fc.record(fields) })

const at = '2026-11-16T09:00:00.000Z'
const orderAfter = (samples: readonly Sample<OrderEvent>[]): Order => fold(orders, recorded('order-1', samples))

/** A row as its events make it. */
export const rowOf = (events: readonly Recorded<OrderEvent>[]): OrderRow =>
  events.reduce(evolveRow, undefined as OrderRow | undefined)!

export const cases = <Input, E extends Event>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever its name
  command: CommandDefinition<any, Input, E>,
  rest: Omit<Cases<Input, E>, 'command'>,
): Cases<Input, E> => ({ command, ...rest })

/** Checks a command’s cases. Called where `import.meta.vitest` is: in the file that is run, not where others import it. */
export function check<Input, E extends Event>({
  command,
  example,
  who,
  refused = {},
  ignored = {},
  invalid = [],
}: Cases<Input, E>) {
  const { given, by, input, follows, said } = example
  const execute = (samples: readonly Sample<OrderEvent>[], person = by) =>
    perform(command, orderAfter(samples), command.input.parse({ orderId: 'x1', ...input }), { by: person, at })
  const stored = (events: readonly Event[]) => events.map((event) => ({ ...event, by, at })) as Sample<OrderEvent>[]

  describe(command.summary, () => {
    it('records what follows', () => expect(execute(given)).toEqual(follows))
    it('is told in words', () => {
      const event = follows[0]!
      expect(definitionOf(event)!.sentence(event.data as never, orderAfter([...given, ...stored(follows)]))).toBe(said)
    })
    it('stores nothing but what its schema says', () => {
      for (const event of follows) expect(definitionOf(event)!.schema.parse(event.data)).toEqual(event.data)
    })
    for (const [when, samples] of Object.entries(ignored))
      it(`changes nothing ${when}`, () => expect(execute(samples)).toEqual([]))
    for (const [when, { given, message }] of Object.entries(refused))
      it(`is refused ${when}`, () => expect(() => execute(given)).toThrow(expect.objectContaining({ message })))
    it.each(invalid)('does not take $input', ({ input, fields }) => {
      const { error } = command.input.safeParse({ orderId: 'x1', ...input })
      expect(error && fieldsOf(error)).toEqual(fields)
    })
    it.each([
      ['client', asha],
      ['stranger', farhan],
      ['admin', meera],
    ] as const)('is answered to the %s as it says', (name, person) => {
      if (who[name] === 200) expect(execute(given, person)).toBeDefined()
      else expect(() => execute(given, person)).toThrow()
    })
    it('is not there before the order', () => {
      if (given.includes(opened)) expect(() => execute([])).toThrow('Not found')
    })
    const { undo } = command
    if (undo === 'cannot be taken back') return
    it('is taken back by what it says', () => {
      const before = orderAfter(given)
      const [recordedEvent] = recorded('order-1', stored(follows))
      const back = undo(before, recordedEvent as never) as Undo | undefined
      if (!back) return
      const after = orderAfter([...given, ...stored(follows)])
      expect(back.isUnchanged(after)).toBe(true)
      const events = perform(back.command, after, back.command.input.parse({ orderId: 'x1', ...back.input }), {
        by: meera,
        at,
      })
      const restored = orderAfter([...given, ...stored(follows), ...stored(events)])
      // When it was closed is what has happened since.
      const since = { lastAt: '', closedAt: '', sent: {} }
      expect({ ...restored, ...since }).toEqual({ ...before, ...since })
    })
  })
}

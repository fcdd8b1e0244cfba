import { z } from 'zod'
import { type Rule, withoutUndefined } from './command.ts'
import type { Call, Endpoint, Execution } from './contract/call.ts'
import type { Aggregate, Envelope, Event, Lists, Recorded, Role, StreamPosition } from './event.ts'
import type { ActivityKind } from './history/kinds.ts'

// Defines events and commands. `defineEvent` and `defineCommand` stand in the file of a command with its events,
// `defineAggregate` and `commandsOn` in the registry of its aggregate. `personal` and `clear` mark whether a field is
// about a person.

/** A field with a decision: whether it says something of a person, and what stands in its place once it is erased. */
type Decided<Schema extends z.ZodType = z.ZodType> = { schema: Schema; mark: Mark }
type Mark = 'clear' | { erased: unknown }

/**
 * Marks a field as personal. Whatever `erased` is, the event can be folded and shown with it; nothing stands in the place of a
 * field that the event may lack.
 */
/* @__NO_SIDE_EFFECTS__ */
export const personal = <Schema extends z.ZodType>(
  schema: Schema,
  ...[erased]: undefined extends z.output<Schema> ? [] : [erased: z.output<Schema>]
): Decided<Schema> => ({ schema, mark: { erased } })
/** Marks a field as not personal although it has text in it: ids, times, names that were made up. */
/* @__NO_SIDE_EFFECTS__ */
export const clear = <Schema extends z.ZodType>(schema: Schema): Decided<Schema> => ({ schema, mark: 'clear' })

/** Marks fields none of which is personal: the agency’s own texts, counts without people. */
/* @__NO_SIDE_EFFECTS__ */
export const allClear = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, clear(schema)])) as {
    [Name in keyof Fields]: Decided<Fields[Name]>
  }

/** The fields of an event's data. */
export type Shape = Record<string, z.ZodType | Decided>
/** Whether a field is marked, without reading its schema: pages make schemas at the first check (web/lazy-zod.ts). */
const isDecided = (field: z.ZodType | Decided): field is Decided => Object.getPrototypeOf(field) === Object.prototype
type SchemaOf<Field> = Field extends Decided<infer Schema> ? Schema : Field extends z.ZodType ? Field : never
export type ObjectOf<S extends Shape> = z.ZodObject<{ -readonly [Name in keyof S]: SchemaOf<S[Name]> }>
export type DataOf<S extends Shape> = keyof S extends never ? {} : z.output<ObjectOf<S>>

/** Whether a value can say anything of a person: free text can, and whatever has parts. */
type MayBePersonal<Value> = [Value] extends [string | number | boolean | null | undefined]
  ? string extends Value
    ? true
    : false
  : true
type IsUndecided<Field> = Field extends z.ZodType ? MayBePersonal<NonNullable<z.output<Field>>> : false
/** Makes the compiler refuse fields that are declared neither personal nor clear. */
export type AllDecided<S extends Shape> = {
  [Name in keyof S]: IsUndecided<S[Name]> extends true ? 'Say whether it is personal: personal(…) or clear(…)' : S[Name]
}

/** The data of an event that says no more than that it happened. */
export const noData = {}

/** The envelope fields of an event that `apply` gets beside its data. */
export type Around = Pick<Envelope & StreamPosition, 'id' | 'by' | 'at' | 'revision'>

/** All that a type of event is. Called with data it is the event. */
export type EventDefinition<
  Type extends string = string,
  Data = never,
  Schema extends z.ZodType = z.ZodType,
  Traits = { kind: ActivityKind },
  State = never,
  Context = unknown,
> = {
  (data: Data): Event<Type, Data>
  readonly type: Type
  readonly schema: Schema
  readonly marks: Readonly<Record<string, Mark>>
  readonly traits: Traits
  /** The state after it: `lists` change those of its lists that grow with the history. */
  apply(state: State, data: Data, event: Around, lists: Lists): State
  /** The sentence in a person's words, without who and when: never with a secret, nor a digest of one. */
  sentence(data: Data, context: Context): string
}

/**
 * Defines a type of event: its data, what it is about, what it changes, and its sentence. Stored for ever: types are never
 * renamed, what is added to their data is optional.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEvent<const Type extends string, S extends Shape, State>(
  type: Type,
  shape: S & AllDecided<S>,
  definition: {
    kind: ActivityKind
    apply(state: State, data: DataOf<S>, event: Around, lists: Lists): State
    sentence: string | ((data: DataOf<S>) => string)
  },
): EventDefinition<Type, DataOf<S>, ObjectOf<S>, { kind: ActivityKind }, State> {
  const { apply, sentence, ...traits } = definition
  const fields = Object.entries(shape as Shape)
  const schemas = fields.map(([name, field]) => [name, isDecided(field) ? field.schema : field] as const)
  return Object.assign((data: DataOf<S>) => ({ type, data }), {
    type,
    schema: z.object(Object.fromEntries(schemas)) as unknown as ObjectOf<S>,
    marks: Object.fromEntries(fields.map(([name, field]) => [name, isDecided(field) ? field.mark : 'clear'] as const)),
    traits,
    apply,
    sentence: typeof sentence === 'string' ? () => sentence : sentence,
  })
}

/** The events of an aggregate, by type. */
// biome-ignore lint/suspicious/noExplicitAny: every aggregate’s own
export type Definitions = Record<string, EventDefinition<string, any, z.ZodType, any, any, any>>

/** The events of an aggregate, as they are stored. A name in the table that is not the event's own does not compile. */
export type EventsOf<Types extends Definitions> = {
  [Type in keyof Types]: Types[Type]['type'] extends Type ? ReturnType<Types[Type]> : never
}[keyof Types]

/** The schemas of the events' data, by type. */
/* @__NO_SIDE_EFFECTS__ */
export const dataOf = <Types extends Definitions>(types: Types) =>
  Object.fromEntries(Object.values(types).map(({ type, schema }) => [type, schema])) as unknown as {
    [Type in keyof Types]: Types[Type]['schema']
  }

/** The marks of personal fields in the events' data, by type. */
export const marksOf = (types: Definitions) =>
  Object.fromEntries(Object.values(types).map(({ type, marks }) => [type, marks]))

/** An aggregate with all that its events are. */
export type DefinedAggregate<State, Types extends Definitions> = Aggregate<State, EventsOf<Types>> & { events: Types }

/** Makes an aggregate of its events. After an event of a type that this program does not know its state is undefined. */
/* @__NO_SIDE_EFFECTS__ */
export const defineAggregate = <State, Types extends Definitions>(
  aggregate: Pick<Aggregate<State, never>, 'name' | 'initial' | 'decidesOnUnknown' | 'live'> & { events: Types },
): DefinedAggregate<State, Types> => ({
  ...aggregate,
  evolve: (state, event: Recorded<EventsOf<Types>>, lists) =>
    Object.hasOwn(aggregate.events, event.type)
      ? aggregate.events[event.type]!.apply(state as never, event.data as never, event, lists as Lists)
      : (undefined as unknown as State),
})

/** The parts of a call that is not simply its command. Then it has a route of its own, and takes what is named here. */
export type Route = Partial<Omit<Call, 'endpoint' | 'scope' | 'summary' | 'executes'>>

/** All that a command is, beside its call. */
export type CommandDefinition<State, Name extends string = string, Input = never, E extends Event = Event> = Rule<
  State,
  E,
  Input
> &
  Partial<Pick<Call, 'limit' | 'logged' | 'problems' | 'scope'>> & {
    name: Name
    /** Its purpose, in a few words; absent where this program alone executes it, and then it has no call. */
    summary?: string
  }

/**
 * The definition of a command beside its name and its input, with method and path where it is called from outside. Only the
 * contract reads its route, so that a page with the form’s schema is built without those of the answers.
 */
export type SaidOf<Command, Called, R> = Omit<Command, 'name' | 'input'> & { call?: Called; route?: () => R }

/* @__NO_SIDE_EFFECTS__ */
export const defineCommand = <
  const Name extends string,
  Schema extends z.ZodType,
  State,
  E extends Event,
  const Called extends Endpoint | undefined = undefined,
  const R extends Route = never,
>(
  name: Name,
  input: Schema,
  command: SaidOf<CommandDefinition<State, Name, z.output<Schema>, E>, Called, R>,
) =>
  ({ ...command, input, name }) as unknown as CommandDefinition<State, Name, z.output<Schema>, E> & {
    call: Called
    route: () => R
    input: Schema
  }

/** The commands with the aggregate they are on. */
/* @__NO_SIDE_EFFECTS__ */
// biome-ignore lint/suspicious/noExplicitAny: every command's own input
export const commandsOn = <State, E extends Event, Rules extends Record<string, Rule<State, NoInfer<E>, any>>>(
  aggregate: Aggregate<State, E>,
  rules: Rules,
) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { aggregate, ...rule }])) as unknown as {
    // biome-ignore lint/suspicious/noExplicitAny: every command's own input
    [Name in keyof Rules]: Rules[Name] extends Rule<State, infer Own, any>
      ? Rules[Name] & { aggregate: Aggregate<State, Own> }
      : never
  }

type Called = { call?: Endpoint; body?: z.ZodType; route?: () => Route }
// biome-ignore lint/suspicious/noExplicitAny: the commands of all aggregates, each on its own state and input
type AnyCommand = Execution['command'] & CommandDefinition<any, string, any> & Called

type RouteOf<C extends AnyCommand> = ReturnType<NonNullable<C['route']>>
/** The call of a command: fields of its route, then those of the command and those that all calls share. */
type CallOf<C extends AnyCommand, Shared> = { endpoint: Endpoint; summary: string } & ([RouteOf<C>] extends [never]
  ? Shared & { roles: readonly Role[]; body: C['input']; executes: Execution }
  : Omit<Shared & Pick<C, 'roles'>, keyof RouteOf<C>> & RouteOf<C>)

/** The calls of those commands that have one, by their names. What they all say is `shared`. */
export const callsOf = <C extends Record<string, AnyCommand>, const Shared extends Partial<Call>>(
  commands: C,
  shared: Shared,
  idOf: Execution['idOf'] = () => '',
) =>
  Object.fromEntries(
    Object.values(commands).flatMap((command) =>
      command.call ? [[command.name, { ...shared, ...callOf(command, idOf) }]] : [],
    ),
  ) as unknown as {
    [Key in keyof C as C[Key]['call'] extends Endpoint ? C[Key]['name'] : never]: CallOf<C[Key], Shared>
  }

function callOf(command: AnyCommand, idOf: Execution['idOf']): object {
  const { call, scope, summary, logged, roles, forbidden, limit, problems, route, body, input } = command
  const said = { endpoint: call, scope, summary, logged, roles, forbidden, limit, problems }
  return { ...withoutUndefined(said), ...(route?.() ?? { body: body ?? input, executes: { command, idOf } }) }
}

import type { ZodError, ZodType } from 'zod'
import type { Aggregate, Event, Person, Role } from './event.ts'

// The type of a command, how it is decided, and the errors by which a decision is refused.

/** A broken rule, worded for the caller. The api answers it with 409. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** A command that the caller may not execute, worded for them. The api answers it with 403. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** The error for what does not exist, or is hidden from the caller. The api answers it with 404. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/** A limit was exceeded, worded for the person. The api answers it with 429. */
export class TooMany extends Error {
  override name = 'TooMany'
  /** The seconds until it may be asked for again. */
  readonly seconds: number
  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = Math.max(1, Math.ceil(seconds))
  }
}

/** The context of a decision beside the state and the input. */
type CommandContext = {
  by: Person
  /** When the request arrived: ISO 8601, UTC. */
  at: string
}

/** A command: something a person may do to one aggregate. */
export type Command<State, E extends Event, Input> = Rule<State, E, Input> & { aggregate: Aggregate<State, E> }

/** A command without the aggregate it is for. */
export type Rule<State, E extends Event, Input> = {
  /** The roles that may execute it. */
  roles: readonly Role[]
  /** The error message for other roles. */
  forbidden?: string
  /** Whether the person may know of the aggregate; if not, the answer is that there is no such thing. */
  visible?(state: State, by: Person): boolean
  /** Checks and shapes what came over the wire. */
  input: ZodType<Input>
  /** The success message. */
  success: string
  /** The events that follow, none when nothing would change. Throws a `Refusal` when a rule is broken. */
  decide(state: State, input: Input, context: CommandContext): E[]
}

/** Decides, once the person's role and what they may know of are checked. Throws `NotAllowed`, `NotFound`, `Refusal`. */
export function perform<State, E extends Event, Input>(
  command: Rule<State, E, Input>,
  state: State,
  input: Input,
  context: CommandContext,
): E[] {
  const { roles, forbidden = 'Sorry Not Allowed', visible, decide } = command
  if (!roles.includes(context.by.role)) throw new NotAllowed(forbidden)
  if (visible && !visible(state, context.by)) throw new NotFound('Not found')
  return decide(state, input, context)
}

/** Input that does not fit, with a message for each field. The api answers it with 400. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly fields: Record<string, string>
  /** Further fields of the answer beside message and fields. */
  readonly more: object
  constructor(
    fields: Record<string, string>,
    message = Object.values(fields)[0] ?? 'Please check what you entered',
    more: object = {},
  ) {
    super(message)
    this.fields = fields
    this.more = more
  }
}

/** A wrong password or code. Answered as any other `Invalid`, and written to the security log. */
export class WrongCredential extends Invalid {}

/** A wrong, old or used link or code. Answered as any other `Refusal`, and written to the security log. */
export class WrongLink extends Refusal {}

/** A message for each field that does not fit: the first one of each, by its path (`answers.3`), `body` for the whole. */
export function fieldsOf({ issues }: Pick<ZodError, 'issues'>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message
  return fields
}

/** Some of the fields of a value. One that is left out, or undefined, stays as it is. */
export type Changes<T> = { [Name in keyof T]?: T[Name] | undefined }

/** The error message when no field is given. */
export const nothingToChange = 'Please change at least one field'

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

/** A value without the fields that are undefined. */
export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(isGiven)) as T

/** Whether any field is given. */
export const hasChanges = (changes: object): boolean => Object.entries(changes).some(isGiven)

/** A value with some of its fields changed: the very same object when they are so already. Fields are compared by `===`. */
export function withChanges<T extends object>(before: T, changes: Changes<T>): T {
  const given = Object.entries(changes).filter(isGiven) as [keyof T, T[keyof T]][]
  return given.some(([name, value]) => before[name] !== value) ? { ...before, ...Object.fromEntries(given) } : before
}

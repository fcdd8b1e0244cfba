import type { ZodType } from 'zod'
import type { Aggregate, Event, Person, Role } from './event.ts'

/** A broken rule, worded for the person who broke it. The api answers it with 409. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Something that is not this person's to do, worded for them. The api answers it with 403. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** What a decision may know beside the state and the input. */
export type Context = {
  by: Person
  /** When the request arrived: ISO 8601, UTC. */
  at: string
}

/** Something a person may do to one aggregate. */
export type Action<State, E extends Event, Input> = {
  aggregate: Aggregate<State, E>
  /** The roles that may do it. */
  may: readonly Role[]
  /** What everybody else is told. */
  otherwise?: string
  /** Checks and shapes what came over the wire. */
  input: ZodType<Input>
  /** The success message. */
  done: string
  /** The facts that follow, none when nothing would change. Throws a `Refusal` when a rule is broken. */
  decide(state: State, input: Input, context: Context): E[]
}

/** Throws `NotAllowed` unless the person's role may perform the action. */
export function checkRole(action: Pick<Action<never, never, never>, 'may' | 'otherwise'>, by: Person): void {
  if (!action.may.includes(by.role)) throw new NotAllowed(action.otherwise ?? 'Sorry Not Allowed')
}

/** Input that does not fit, with a message for each field. The api answers it with 400. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>, message = Object.values(fields)[0] ?? 'Please check what you entered') {
    super(message)
    this.fields = fields
  }
}

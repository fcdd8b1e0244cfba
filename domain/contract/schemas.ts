import { z } from 'zod'
import type { EventOf, Problem, WireEvent } from '#domain/event.ts'

// The schemas that several calls share. An answer holds what its schema names, and nothing else.

/** ISO 8601, UTC. */
export const time = z.string()

export const role = z.enum(['client', 'admin'])

/** The author, as they were called when they did it; `via` names the API key, where a program did it for them. */
export const person = z.object({ id: z.string(), name: z.string(), role, via: z.string().optional() })

/** The origin of an event: where it was done from. For admins alone, and since it is recorded. */
export const origin = z.object({ address: z.string(), browser: z.string().optional() })

/** The changes of an event: the subject of each, and its values before and after; one is absent where there was nothing. */
export const changes = z.array(
  z.object({ about: z.string(), before: z.string().optional(), after: z.string().optional() }),
)

/** The fields of an object that has the same under each of some names. */
/* @__NO_SIDE_EFFECTS__ */
export const fieldsNamed = <Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** The envelope of an event on the wire. */
const envelope = {
  id: z.string(),
  by: person,
  at: time,
  stream: z.string(),
  /** Its index in its stream: 0, 1, 2 … without gaps. */
  revision: z.int().min(0),
  /** Its place among all events, as a decimal string: ordered, opaque. */
  position: z.string(),
  /** The order it belongs to, if it is an order's. */
  orderId: z.string().optional(),
}

/**
 * Events on the wire, from the schemas of their data by type; `id` is what OpenAPI calls them, `more` what an event has
 * beside its envelope. One of a type that this program does not know, as a newer one writes them, is without its data.
 */
/* @__NO_SIDE_EFFECTS__ */
export function wireEvent<Schemas extends Record<string, z.ZodType>>(
  id: string,
  data: Schemas,
  more: Record<string, z.ZodType> = {},
): z.ZodType<WireEvent<EventOf<Schemas>>> {
  const known = Object.entries(data).map(([type, schema]) =>
    z.object({ ...envelope, ...more, type: z.literal(type), data: schema }),
  )
  // In JSON Schema none of the types above: their data is to be as they say.
  const type = z.string().meta({ not: { enum: Object.keys(data) } })
  const unknown = z.object({ ...envelope, ...more, type, data: z.object({}) })
  return z.union([...known, unknown]).meta({ id }) as unknown as z.ZodType<WireEvent<EventOf<Schemas>>>
}

/** The answer to a change: the message for the person, and the events recorded (none when nothing changed). */
/* @__NO_SIDE_EFFECTS__ */
export const changed = <WireEventSchema extends z.ZodType>(event: WireEventSchema) =>
  z.object({ message: z.string(), revision: z.int(), position: z.string(), events: z.array(event) })

/** The answer to what changes nothing that a page folds. */
export const message = z.object({ message: z.string() })

/** The answer to a failed call; `fields` has a message for each field that does not fit. */
export const problem = z.object({
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Where the call is made again once the password was entered again (`POST /api/confirm-password`). */
  confirm: z.literal('password').optional(),
}) satisfies z.ZodType<Problem>

/** An instant that a query names, in UTC, as the ones of events are written: they are compared as texts. */
export const instant = z.iso
  .datetime('Please enter a date and time in UTC, like 2026-11-16T18:30:00.000Z')
  .transform((at) => new Date(at).toISOString())

/** The query for a page of a list: how many, and `after` the `next` of the page before. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(2_000).optional(),
}

/** The query for a page of what is ordered by revision: only what is older than `after`. */
export const versionsQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.coerce.number().int().min(0).optional(),
}

/** How far the read model is that an answer comes from. */
export const readState = {
  /** The position the list is folded to. */
  position: z.string(),
  /** True when the list has not caught up with the `After-Position` its reader sent along. */
  stale: z.literal(true).optional(),
}

/** The state of a list beside its `data`. */
export const listState = {
  /** The value of `after` for the next page; absent on the last. */
  next: z.string().optional(),
  ...readState,
}

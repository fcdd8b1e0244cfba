import { z } from 'zod'
import { subjectKinds } from '#domain/history/activity.ts'
import { activityKinds, activityTopics } from '#domain/history/kinds.ts'
import type { Call } from './call.ts'
import { changes, instant, listState, origin, pageQuery, person, time } from './schemas.ts'

/** The id of a line: when, and its position. */
const lineId = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \d{19}$/, 'The page cursor is invalid')

const activityLine = z.object({
  /** The sort key of lines: a page goes on behind it. */
  id: z.string(),
  at: time,
  /** The type of the event, its index in its stream, and its place among all events, as a decimal string. */
  type: z.string().optional(),
  revision: z.int(),
  position: z.string(),
  kind: z.enum(activityKinds),
  /** The author, as they were called then; absent where the event cannot be read any more. */
  by: person.optional(),
  says: z.string(),
  changes,
  /** How it settles something: done, or given up. */
  settles: z.enum(['done', 'cancelled']).optional(),
  /** The subject that it happened to, with its name, if it has one. */
  subject: z.object({ of: z.enum(subjectKinds), id: z.string(), name: z.string().optional() }),
  origin: origin.optional(),
  /** True where the event is not what was recorded. */
  damaged: z.literal(true).optional(),
})
export type ActivityLine = z.infer<typeof activityLine>

/** The activity: events of every subject. */
export const activityCalls = {
  getActivity: {
    endpoint: 'GET /api/get-activity',
    summary: 'All activity, newest first: orders, accounts, leads, settings, keys …',
    roles: ['admin'],
    query: z.object({
      /** An area or a kind of one, as in `orders` or `orders.money`. */
      kind: z.enum(activityTopics).optional(),
      /** The id of who did it. */
      actor: z.string().min(1).max(100).optional(),
      /** The period: from this time on, and before that one. */
      from: instant.optional(),
      to: instant.optional(),
      /** With what happens all the time: reading, logins, visits. They are left out unless their kind is asked for. */
      quiet: z.literal('true').optional(),
      /** The time from which lines are counted: the midnight that began the day, for one. */
      countSince: instant.optional(),
      limit: pageQuery.limit,
      after: lineId.optional(),
    }),
    answer: z.object({
      data: z.array(activityLine),
      ...listState,
      /** On the first page: how many lines there are since `countSince`; counting ends at 1,000. */
      count: z.int().optional(),
      /** On the first page: the admins, and the person who is filtered by. */
      people: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    }),
  },
} as const satisfies Partial<Record<'getActivity', Call>>

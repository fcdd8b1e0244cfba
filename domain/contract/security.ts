import { z } from 'zod'
import { type Call, securityKinds } from './call.ts'
import { listState, pageQuery, time } from './schemas.ts'

const someone = z.object({ id: z.string(), name: z.string().optional() })

const securityEntry = z.object({
  id: z.string(),
  /** When it happened; where it happened again within the hour, when it was last, and how often in all. */
  at: time,
  lastAt: time,
  times: z.int(),
  kind: z.enum(securityKinds),
  what: z.string(),
  /** The account: of a failed login the one that has the address. */
  account: someone.optional(),
  /** The admin who looks as a client. */
  by: someone.optional(),
  /** The person it was done about. */
  about: someone.optional(),
  /** Whether a program did it, by an API key. */
  byKey: z.boolean(),
  /** The address in the network, and the browser as people know it. */
  ip: z.string().optional(),
  device: z.string(),
})

export type SecurityEntry = z.infer<typeof securityEntry>

/** The events that matter for the safety of accounts. */
export const securityCalls = {
  getSecurityLog: {
    endpoint: 'GET /api/get-security-log',
    summary: 'The security log, newest first; entries are kept for 180 days',
    roles: ['admin'],
    query: z.object({ kind: z.enum(securityKinds).optional(), ...pageQuery }),
    answer: z.object({
      data: z.array(securityEntry),
      next: listState.next,
      /** When something was last refused, of whatever kind the entries are. */
      refusedAt: time.optional(),
    }),
  },
} as const satisfies Partial<Record<'getSecurityLog', Call>>

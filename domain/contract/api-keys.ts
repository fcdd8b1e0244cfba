import { z } from 'zod'
import { callsOf } from '#domain/action.ts'
import { apiKeyChanged, apiKeyCommands } from '#domain/integrations/api-key.ts'
import { scope } from '#domain/integrations/scopes.ts'
import type { Call } from './call.ts'
import { listState, time } from './schemas.ts'

const admins = ['admin'] as const

/** A key as lists show it: all but the key. */
const wireApiKey = z.object({
  id: z.string(),
  revision: z.int(),
  name: z.string(),
  /** How the key begins: `atl_7KqT`. */
  start: z.string(),
  scopes: z.array(scope),
  ownerId: z.string(),
  owner: z.string(),
  createdAt: time,
  expires: time.optional(),
  revokedAt: time.optional(),
  /** Where it opens nothing any more, whether it is revoked or not: its owner may not own it. */
  ended: z.literal(true).optional(),
  /** When it was last used, to the minute. */
  lastUsedAt: time.optional(),
})

/** The keys that programs make calls with. */
export const apiKeyCalls = {
  getApiKeys: {
    endpoint: 'GET /api/get-api-keys',
    summary: 'List API keys, newest first, revoked ones last',
    roles: admins,
    answer: z.object({ data: z.array(wireApiKey), position: listState.position, stale: listState.stale }),
  },
  ...callsOf(apiKeyCommands, { answer: apiKeyChanged, problems: [404] }),
} as const satisfies Record<string, Call>

export type WireApiKey = z.infer<typeof wireApiKey>

import { z } from 'zod'
import { apiKeyEvents, apiKeyForm, revokeApiKey } from '../api-key/api-key.ts'
import { scope } from '../api-key/scopes.ts'
import type { Call } from './call.ts'
import { changed, listState, time, wireEvent } from './schemas.ts'

const admins = ['admin'] as const

const { name, start, scopes, ownerId, expires } = apiKeyEvents.ApiKeyCreated.shape

/** An event of an API key, as answers and live updates have it: without the digest. */
export const apiKeyEvent = wireEvent('ApiKeyEvent', {
  ApiKeyCreated: z.object({ name, start, scopes, ownerId, expires }),
  ApiKeyRevoked: apiKeyEvents.ApiKeyRevoked,
})

/** The answer to a change of an API key. */
export const apiKeyChanged = changed(apiKeyEvent)

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
  createApiKey: {
    endpoint: 'POST /api/create-api-key',
    summary: 'Create an API key. The key is returned only once',
    roles: admins,
    confirmed: true,
    body: apiKeyForm,
    status: 201,
    answer: apiKeyChanged.extend({ key: z.string() }),
    problems: [409],
  },
  revokeApiKey: {
    endpoint: 'PUT /api/revoke-api-key',
    summary: 'Revoke an API key',
    roles: admins,
    body: revokeApiKey.input,
    ifMatch: true,
    answer: apiKeyChanged,
    problems: [404],
  },
} as const satisfies Record<string, Call>

export type WireApiKey = z.infer<typeof wireApiKey>

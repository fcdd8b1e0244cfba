import { z } from 'zod'
import { type Account, addMilliseconds, digest, isActive } from '#domain/account/account.ts'
import {
  allClear,
  commandsOn,
  dataOf,
  defineAggregate,
  defineCommand,
  defineEvent,
  type EventsOf,
  noData,
  personal,
} from '#domain/action.ts'
import { Invalid } from '#domain/command.ts'
import { changed, wireEvent } from '#domain/contract/schemas.ts'
import { singleLineText } from '#domain/order/input.ts'
import { type Scope, scope } from './scopes.ts'

/** A key that a program makes calls with, in place of a session. */
export type ApiKey = {
  name: string
  digest: string
  start: string
  scopes: Scope[]
  ownerId: string
  /** The owner’s name when they made it. */
  owner: string
  expires?: string
  /** Empty while there is no key. */
  createdAt: string
  revokedAt?: string
}

/** Whether a key is valid, leaving aside its owner's account: made, not revoked, not expired. `at` is ISO 8601, UTC. */
export const isInForce = ({ createdAt, revokedAt, expires }: Omit<ApiKey, 'digest'>, at: string): boolean =>
  createdAt !== '' && revokedAt === undefined && (expires === undefined || at < expires)

/**
 * Whether calls may be made in this person's name by a key of theirs, by when it was made. The one place that ends the
 * keys of someone who is not an admin any more: removed, suspended, or whatever takes the right away.
 */
export const mayOwnKey = (owner: Account, { createdAt }: Pick<ApiKey, 'createdAt'>): boolean =>
  isActive(owner) &&
  owner.role === 'admin' &&
  !owner.keysEnded?.some(({ from, to }) => createdAt > from && createdAt <= to)

const apiKeyId = z.string('The key id is missing or invalid').regex(/^[\w-]{22}$/, 'The key id is missing or invalid')

/** How many days a key may be valid at most. */
export const maxKeyDays = 3_650

/** How many days a key is valid unless something else is chosen. */
export const defaultKeyDays = 365

/** The body of the form; the key itself is made by the server. */
export const apiKeyForm = z.object({
  name: singleLineText('Please enter a name', 60),
  scopes: z.array(scope).min(1, 'Please choose at least one permission'),
  /** When it ends: ISO 8601, UTC. */
  expires: z.iso.datetime('Please choose a date').optional(),
  /** Instead: for how many days it is good; a year unless either is given. */
  days: z.coerce
    .number('Please enter a number of days')
    .int('Please enter a number of days')
    .min(1, 'Please enter at least 1 day')
    .max(maxKeyDays, 'Please choose at most 10 years')
    .optional(),
})

const name = z.string()
const start = z.string()
const ownerId = z.string()
const allScopes = z.array(scope)
const until = z.string().optional()

/**
 * The event of a new key. It has a SHA-256 digest of the key, and its beginning, so that its owner recognises it. `ownerId` is
 * the admin who made it, and in whose name it acts. Its name stands in all that it does. `expires` is ISO 8601, UTC; keys from
 * before have none, and end when they are revoked.
 */
const ApiKeyCreated = defineEvent(
  'ApiKeyCreated',
  {
    name: personal(name, 'erased'),
    ...allClear({ digest: z.string(), start, scopes: allScopes, ownerId, expires: until }),
  },
  {
    kind: 'integrations.keys',
    sentence: ({ scopes }) => `Created an API key for ${scopes.join(', ')}`,
    apply: (_: ApiKey, key, { by, at }): ApiKey => ({ ...key, owner: by.name, createdAt: at }),
  },
)

const ApiKeyRevoked = defineEvent('ApiKeyRevoked', noData, {
  kind: 'integrations.keys',
  sentence: 'Revoked the API key',
  apply: (key: ApiKey, _, { at }): ApiKey => ({ ...key, revokedAt: at }),
})

/** One stream a key. Its id is derived from the key's digest, so that the stream's name is the index keys are found by. */
const apiKeyEvents = { ApiKeyCreated, ApiKeyRevoked }

/** An event of an API key, as answers and live updates have it: without the digest. */
const apiKeyEvent = wireEvent('ApiKeyEvent', {
  ...dataOf(apiKeyEvents),
  ApiKeyCreated: z.object({ name, start, scopes: allScopes, ownerId, expires: until }),
})

export const apiKeys = defineAggregate({
  name: 'api-key',
  initial: { name: '', digest: '', start: '', scopes: [], ownerId: '', owner: '', createdAt: '' } as ApiKey,
  events: apiKeyEvents,
  live: { to: 'admins', as: apiKeyEvent },
  decidesOnUnknown: true, // or no key could be revoked
})
export type ApiKeyEvent = EventsOf<typeof apiKeys.events>

/** The answer to a change of an API key. */
export const apiKeyChanged = changed(apiKeyEvent)

const day = 24 * 60 * 60 * 1000

/** Makes a key. The same again makes nothing. */
export const createApiKey = defineCommand(
  'createApiKey',
  apiKeyForm.extend({ digest, start: z.string().min(1).max(20) }),
  {
    summary: 'Create an API key. The key is returned only once',
    call: 'POST /api/create-api-key',
    logged: { admin: 'created an API key' },
    route: () => ({
      confirmed: true,
      body: apiKeyForm,
      status: 201,
      answer: apiKeyChanged.extend({ key: z.string() }),
      problems: [409],
    }),
    roles: ['admin'],
    success: 'Key created. Copy it now; you won’t see it again.',
    decide(key: ApiKey, { name, scopes, expires: chosen, days = defaultKeyDays, digest, start }, { by, at }) {
      if (key.createdAt !== '') return []
      const expires = chosen ?? addMilliseconds(at, days * day)
      if (expires <= at) throw new Invalid({ expires: 'Please choose a date in the future' })
      if (expires > addMilliseconds(at, maxKeyDays * day))
        throw new Invalid({ expires: 'Please choose at most 10 years' })
      return [ApiKeyCreated({ name, digest, start, scopes: [...new Set(scopes)], ownerId: by.id, expires })]
    },
  },
)

const revoked = z.object({ id: apiKeyId })

/** Ends a key, at once. Any admin may: whose it is does not matter when it has leaked. */
export const revokeApiKey = defineCommand('revokeApiKey', revoked, {
  summary: 'Revoke an API key',
  call: 'PUT /api/revoke-api-key',
  logged: { admin: 'revoked an API key' },
  route: () => ({ body: revoked, ifMatch: true }),
  roles: ['admin'],
  visible: ({ createdAt }: ApiKey) => createdAt !== '',
  success: 'Key revoked',
  decide: ({ revokedAt }) => (revokedAt === undefined ? [ApiKeyRevoked({})] : []),
})

/** The commands of admins on API keys. */
export const apiKeyCommands = commandsOn(apiKeys, { createApiKey, revokeApiKey })

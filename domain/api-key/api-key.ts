import { z } from 'zod'
import { type Account, addMilliseconds, digest, isActive } from '../account/account.ts'
import { type Command, Invalid } from '../command.ts'
import type { Aggregate, EventOf, Recorded } from '../event.ts'
import { singleLineText } from '../order/order.ts'
import { type Scope, scope } from './scopes.ts'

/**
 * The data of each event by its type. Of the key itself there is a SHA-256 digest, and how it begins, so that its owner
 * knows which one it is; `ownerId` is the admin who made it, whose name it acts in.
 */
export const apiKeyEvents = {
  ApiKeyCreated: z.object({
    name: z.string(),
    digest: z.string(),
    start: z.string(),
    scopes: z.array(scope),
    ownerId: z.string(),
    /** ISO 8601, UTC; keys from before have none, and end when they are revoked. */
    expires: z.string().optional(),
  }),
  ApiKeyRevoked: z.object({}),
}
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>

/** What a program makes calls with, in place of a session. */
export type ApiKey = {
  name: string
  digest: string
  start: string
  scopes: Scope[]
  ownerId: string
  /** What its owner was called when they made it. */
  owner: string
  expires?: string
  /** Empty while there is no key. */
  createdAt: string
  revokedAt?: string
}

/** One stream a key. Its id is derived from the key's digest, so that the stream's name is the index keys are found by. */
export const apiKeys: Aggregate<ApiKey, ApiKeyEvent> = {
  name: 'api-key',
  initial: { name: '', digest: '', start: '', scopes: [], ownerId: '', owner: '', createdAt: '' },
  evolve(key: ApiKey, { type, data, by, at }: Recorded<ApiKeyEvent>): ApiKey {
    switch (type) {
      case 'ApiKeyCreated':
        return { ...data, owner: by.name, createdAt: at }
      case 'ApiKeyRevoked':
        return { ...key, revokedAt: at }
    }
  },
  decidesOnUnknown: true, // or no key could be revoked
}

/** Whether a key opens anything by itself, whoever its owner is: made, not revoked, not expired. `at` is ISO 8601, UTC. */
export const isInForce = ({ createdAt, revokedAt, expires }: ApiKey, at: string): boolean =>
  createdAt !== '' && revokedAt === undefined && (expires === undefined || at < expires)

/**
 * Whether calls may be made in this person's name by their keys. The one place that ends the keys of someone who is not
 * an admin any more: removed, suspended, or whatever takes the right away.
 */
export const mayOwnKeys = (owner: Account): boolean => isActive(owner) && owner.role === 'admin'

export const apiKeyId = z
  .string('The key id is missing or invalid')
  .regex(/^[\w-]{22}$/, 'The key id is missing or invalid')

const maxDays = 3_650

/** For how many days a key is good unless something else is chosen. */
export const defaultKeyDays = 365

const newKey = z.object({
  name: singleLineText('Please enter a name', 60),
  scopes: z.array(scope).min(1, 'Please choose at least one permission'),
  /** When it ends: ISO 8601, UTC. */
  expires: z.iso.datetime('Please choose a date').optional(),
  /** Instead: for how many days it is good; a year unless either is given. */
  days: z.coerce
    .number('Please enter a number of days')
    .int('Please enter a number of days')
    .min(1, 'Please enter at least 1 day')
    .max(maxDays, 'Please choose at most 10 years')
    .optional(),
})

/** What the form sends; the key itself is made by the server. */
export const apiKeyForm = newKey

type ApiKeyCommand<Input> = Command<ApiKey, ApiKeyEvent, Input>
const day = 24 * 60 * 60 * 1000

/** Makes a key. The same again makes nothing. */
export const createApiKey: ApiKeyCommand<z.infer<typeof newKey> & { digest: string; start: string }> = {
  aggregate: apiKeys,
  roles: ['admin'],
  input: newKey.extend({ digest, start: z.string().min(1).max(20) }),
  success: 'Key created. Copy it now; you won’t see it again.',
  decide({ createdAt }, { name, scopes, expires: chosen, days = defaultKeyDays, digest, start }, { by, at }) {
    if (createdAt !== '') return []
    const expires = chosen ?? addMilliseconds(at, days * day)
    if (expires <= at) throw new Invalid({ expires: 'Please choose a date in the future' })
    if (expires > addMilliseconds(at, maxDays * day)) throw new Invalid({ expires: 'Please choose at most 10 years' })
    return [
      {
        type: 'ApiKeyCreated',
        data: { name, digest, start, scopes: [...new Set(scopes)], ownerId: by.id, expires },
      },
    ]
  },
}

/** Ends a key, at once. Any admin may: whose it is does not matter when it has leaked. */
export const revokeApiKey: ApiKeyCommand<{ id: string }> = {
  aggregate: apiKeys,
  roles: ['admin'],
  visible: ({ createdAt }) => createdAt !== '',
  input: z.object({ id: apiKeyId }),
  success: 'Key revoked',
  decide: ({ revokedAt }) => (revokedAt === undefined ? [{ type: 'ApiKeyRevoked', data: {} }] : []),
}

import { digestOf } from '#api/secrets.ts'
import { personOf } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { apiKeys, isInForce, mayOwnKey } from '#domain/integrations/api-key.ts'
import type { Scope } from '#domain/integrations/scopes.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { Log } from '#infra/log.ts'
import { isSame } from '#infra/secret.ts'
import type { Projections } from '#projections/all.ts'
import { keyUsesCollection } from '#projections/primary-documents.ts'
import { findRecorded } from './caught-up.ts'
import { NoSession, type SignedIn } from './session.ts'

/** The caller by an API key: the admin who owns it, its scopes, and which key it is. */
type KeyHolder = SignedIn & { keyId: string; scopes: readonly Scope[] }

type Dependencies = {
  handler: CommandHandler
  projections: Pick<Projections, 'apiKeys'>
  documents: DocumentStore
  log: Pick<Log, 'warn'>
  now(): number
}

/** The form of a key. Its beginning tells those who search for leaked keys what it is. */
const shape = /^atl_[\w-]{43}$/

/** The id of a key’s stream: the beginning of its digest. */
export const apiKeyIdOf = (digest: string): string => digest.slice(0, 22)

const minute = 60_000
/** How many keys' last minutes are remembered. */
const maxRemembered = 1_000

/** When a key was last used, to the minute. */
type Use = Document & { at: string }

export type ApiKeyring = ReturnType<typeof createApiKeyring>

/** Finds out who is asking by an API key, and notes when each was last used. */
export function createApiKeyring({ handler, projections, documents, log, now }: Dependencies) {
  const noted = new Map<string, string>()
  const uses = documents.collection<Use>(keyUsesCollection)

  /** Not awaited by the call that it is about, and no failure of it. */
  async function noteUse(keyId: string): Promise<void> {
    const at = new Date(Math.floor(now() / minute) * minute).toISOString()
    if (noted.get(keyId) === at) return
    if (noted.size >= maxRemembered) noted.clear()
    noted.set(keyId, at)
    try {
      const before = await uses.get(keyId)
      // By no clock: one that was ahead would keep its time.
      const put: Use = { id: keyId, revision: (before?.revision ?? 0) + 1, at }
      if (before?.at !== at) await documents.write([{ collection: keyUsesCollection, put }])
    } catch (error) {
      log.warn({ err: error }, 'could not record the use of an API key')
    }
  }

  /** Whether there is such a key. What is guessed is looked up in the read model, and never takes room in memory. */
  async function isKnown(id: string): Promise<boolean> {
    const { apiKeys: model } = projections
    return (await findRecorded(handler, model, () => model.collection.get(id))) !== undefined
  }

  return {
    /** The holder of a key. Throws `NoSession` for one that opens nothing: unknown, revoked, expired, or its owner gone. */
    async authenticate(key: string): Promise<KeyHolder> {
      const digest = digestOf(key)
      const keyId = apiKeyIdOf(digest)
      const at = new Date(now()).toISOString()
      const found = shape.test(key) && (await isKnown(keyId)) ? (await handler.load(apiKeys, keyId)).state : undefined
      if (!found || !isInForce(found, at) || !isSame(found.digest, digest)) {
        throw new NoSession('This API key is invalid, expired or revoked')
      }
      const { state: account, revision } = await handler.load(accounts, found.ownerId)
      if (!mayOwnKey(account, found)) throw new NoSession('This API key is invalid, expired or revoked')
      void noteUse(keyId)
      const person = { ...personOf(found.ownerId, account), via: found.name }
      return { person, account, revision, session: '', ends: Number.POSITIVE_INFINITY, keyId, scopes: found.scopes }
    },

    /** When each of these keys was last used, to the minute. */
    async lastUses(ids: readonly string[]): Promise<Map<string, string>> {
      return new Map((await uses.getMany(ids)).map(({ id, at }) => [id, at]))
    },
  }
}

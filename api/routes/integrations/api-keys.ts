import type { AppContext } from '#api/app-context.ts'
import { apiKeyIdOf } from '#api/http/api-keys.ts'
import { listState, requireWhole, waitForLatest } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { digestOf, keyedDigest, repeatableSecret } from '#api/secrets.ts'
import { accounts } from '#domain/account/actions.ts'
import { Refusal } from '#domain/command.ts'
import { strip } from '#domain/contract/json.ts'
import type { CommandResult } from '#domain/event.ts'
import {
  type ApiKeyEvent,
  apiKeyChanged,
  apiKeyCommands,
  apiKeys,
  isInForce,
  mayOwnKey,
} from '#domain/integrations/api-key.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import { listApiKeys, maxApiKeys } from '#projections/integrations/api-keys.ts'

/** How many characters of a key stay readable. */
const startLength = 8

/** The events of the answer without the digest, which is no one's to see. */
const withoutDigest = (result: CommandResult<ApiKeyEvent>) => strip(apiKeyChanged, result) as CommandResult<ApiKeyEvent>

const endedSince = 'Your earlier try went through, but the key no longer works. Try again to create another.'

/** The keys that programs make calls with. */
export function apiKeyRoutes({ handler, projections, keyring, now, secret: serverSecret }: AppContext) {
  const keySecret = keyedDigest(serverSecret, 'api key')

  return {
    async getApiKeys({ request }) {
      const state = await listState(request, projections.apiKeys)
      const rows = await listApiKeys(projections.apiKeys)
      const uses = await keyring.lastUses(rows.map(({ id }) => id))
      const data = rows.map(async ({ state: _, ...row }) => {
        const { state: owner } = await loadUsable(handler, accounts, row.ownerId)
        return { ...row, lastUsedAt: uses.get(row.id), ended: mayOwnKey(owner, row) ? undefined : (true as const) }
      })
      return { data: await Promise.all(data), ...state }
    },

    async createApiKey({ person, body, request, execute }) {
      const key = `atl_${repeatableSecret(request, keySecret, person.id)}`
      const digest = digestOf(key)
      const id = apiKeyIdOf(digest)
      await requireWhole(projections.apiKeys)
      await waitForLatest(handler, projections.apiKeys)
      const { collection } = projections.apiKeys
      if ((await collection.count({ state: 'in use' })) >= maxApiKeys && !(await collection.get(id))) {
        throw new Refusal(`You can have up to ${maxApiKeys} keys. Please revoke one first.`)
      }
      const input = { ...body, digest, start: key.slice(0, startLength) }
      const result = await execute(apiKeyCommands.createApiKey, id, input)
      // What is answered again may have been recorded a while ago.
      const [{ state: made }, { state: owner }] = await Promise.all([
        handler.load(apiKeys, id),
        handler.load(accounts, person.id),
      ])
      if (!isInForce(made, new Date(now()).toISOString()) || !mayOwnKey(owner, made)) throw new Refusal(endedSince)
      return { ...withoutDigest(result), key }
    },

    revokeApiKey: async ({ body, execute }) => withoutDigest(await execute(apiKeyCommands.revokeApiKey, body.id, body)),
  } satisfies Partial<Routes>
}

import { evolved, type Recorded } from '#domain/event.ts'
import { type ApiKey, type ApiKeyEvent, apiKeys } from '#domain/integrations/api-key.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** An API key as its list shows it; `state` so that those in use can be counted and come first. */
type ApiKeyRow = Document & Omit<ApiKey, 'digest'> & { state: 'in use' | 'revoked' }

/** Every API key there ever was. */
export const apiKeyRows: Projection<ApiKeyRow> = {
  name: 'api_keys',
  version: 1,
  subject: { of: 'api-key', name: ({ name }) => name },
  indexes: [['state', 'createdAt']],
  ids: idPerStream(apiKeys),
  evolve(row, event, id) {
    const { digest: _, ...key } = evolved<ApiKey, ApiKeyEvent>(
      apiKeys,
      { ...apiKeys.initial, ...row },
      event as Recorded<ApiKeyEvent>,
    )
    return { ...key, id, revision: event.revision, state: key.revokedAt === undefined ? 'in use' : 'revoked' }
  },
}

type Model = Pick<ReadModel<ApiKeyRow>, 'collection'>

/** How many keys may be in use at a time. */
export const maxApiKeys = 50
/** How many of the revoked ones are shown. */
const maxRevoked = 20

/** The keys in use, and the latest of the revoked ones; each the latest first. */
export async function listApiKeys({ collection }: Model): Promise<ApiKeyRow[]> {
  const of = async (state: ApiKeyRow['state'], limit: number) =>
    (await collection.find({ where: { state }, sort: [['createdAt', 'desc']], limit })).documents
  return [...(await of('in use', maxApiKeys * 2)), ...(await of('revoked', maxRevoked))]
}

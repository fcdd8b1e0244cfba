import type { Recorded } from '#domain/event.ts'
import { type LeadEvent, leads, type Stage } from '#domain/lead/lead.ts'
import { evolveLeadRow, type LeadRow } from '#domain/lead/row.ts'
import type { Query } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '../projection.ts'
import type { AccountRow } from './accounts.ts'

/** Every lead as lists show it. */
export const leadRows: Projection<LeadRow> = {
  name: 'leads',
  version: 1,
  indexes: [['submittedAt'], ['stage', 'submittedAt']],
  ids: idPerStream(leads),
  evolve: (row, event) => evolveLeadRow(row, event as Recorded<LeadEvent>),
}

/** Which leads of the list are asked for. */
export type ListedLeads = { stage?: Stage; limit?: number; after?: string }

type Readers = {
  leads: Pick<ReadModel<LeadRow>, 'collection'>
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
}

/**
 * Leads, the latest request first. A lead has the id that the account of its address has or will have, so that the
 * client account is found by it. Throws `BadCursor` when `after` was not a page's `next`.
 */
export async function listLeads(
  { leads, accounts }: Readers,
  { stage, limit, after }: ListedLeads = {},
): Promise<{ data: (Omit<LeadRow, 'clientId'> & { clientId: string | null })[]; next?: string }> {
  const where: Query['where'] = stage === undefined ? {} : { stage }
  const { documents, next } = await leads.collection.find({ where, sort: [['submittedAt', 'desc']], limit, after })
  const cards = await accounts.collection.getMany(documents.map(({ id }) => id))
  const clients = new Set(cards.filter(({ role }) => role === 'client').map(({ id }) => id))
  const data = documents.map((row) => ({ ...row, clientId: row.clientId ?? (clients.has(row.id) ? row.id : null) }))
  return next ? { data, next } : { data }
}

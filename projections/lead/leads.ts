import type { z } from 'zod'
import type { LeadAlike, ListedLead, leadsShown } from '#domain/contract/leads.ts'
import type { Recorded } from '#domain/event.ts'
import { type LeadEvent, leads } from '#domain/lead/actions.ts'
import { type Stage, stages } from '#domain/lead/lead.ts'
import {
  afterAllDates,
  beforeAllDates,
  columnOrder,
  evolveLeadRow,
  type LeadKeys,
  type LeadRow,
  leadKeys,
  searchedFields,
} from '#domain/lead/row.ts'
import type { Condition, Query, Search } from '#infra/documents/store.ts'
import type { AccountRow } from '#projections/account/accounts.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** A lead as lists show it, with what they find and sort it by. */
type LeadDocument = LeadRow & LeadKeys

/** Every lead. */
export const leadRows: Projection<LeadDocument> = {
  name: 'leads',
  version: 8,
  subject: { of: 'lead', name: ({ name }) => name },
  indexes: [['submittedAt'], ['stage', 'columnDate'], ['dueAt'], ['phone'], ['mailbox']],
  search: searchedFields,
  ids: idPerStream(leads),
  removedBy: ['LeadErased'],
  evolve(document, event) {
    if (event.type === 'LeadErased') return undefined
    const row = evolveLeadRow(document && rowOf(document), event as Recorded<LeadEvent>)
    return { ...row, ...leadKeys(row) }
  },
}

const rowOf = ({ columnDate: _, dueAt: __, mailbox: ___, ...row }: LeadDocument): LeadRow => row

/** The leads of a list to return: `from` and `to` are about the date that matters in the column of `stage`. */
export type ListedLeads = z.output<typeof leadsShown> & { limit?: number; after?: string | undefined }

type LeadFilter = Pick<ListedLeads, 'dueBefore' | 'undated' | 'search'>

type Readers = {
  leads: Pick<ReadModel<LeadDocument>, 'collection'>
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
}

/**
 * Leads of a stage as its column has them; of all stages the latest request first. A lead has the id that the account of
 * its address has or will have, so that the client account is found by it. Throws `BadCursor` when `after` was not a
 * page's `next`.
 */
export async function listLeads(
  { leads, accounts }: Readers,
  { stage, from, to, limit, after, ...filter }: ListedLeads = {},
): Promise<{ data: ListedLead[]; next?: string }> {
  const where = conditionsOf(filter, stage && { stage, from, to })
  const sort: Query['sort'] = stage ? [['columnDate', columnOrder[stage]]] : [['submittedAt', 'desc']]
  const { documents, next } = await leads.collection.find({ where, sort, limit, after, ...searchOf(filter) })
  const [accountRows, shared] = await Promise.all([
    accounts.collection.getMany(documents.map(({ id }) => id)),
    sharedContacts(leads, documents),
  ])
  // A client who has not read a mail at the address they registered takes over no lead.
  const clients = new Set(accountRows.filter(({ role, proven }) => role === 'client' && proven).map(({ id }) => id))
  const data = documents.map((document) => ({
    ...wireLeadOf(document, clients.has(document.id) ? document.id : undefined),
    alike: shared.has(document.phone) || shared.has(document.mailbox),
  }))
  return next ? { data, next } : { data }
}

/** A lead as answers have it. */
export const wireLeadOf = (document: LeadDocument, clientId: string | undefined) => ({
  ...rowOf(document),
  clientId: document.clientId ?? clientId ?? null,
})

type Range = { stage: Stage; from?: string | undefined; to?: string | undefined }

function conditionsOf({ dueBefore, undated }: LeadFilter, range?: Range): Record<string, Condition> {
  const where: Record<string, Condition> = {}
  if (range) where.stage = range.stage
  if (range?.from || range?.to) {
    where.columnDate = { ...(range.from ? { gte: range.from } : {}), ...(range.to ? { lt: range.to } : {}) }
  }
  if (undated) {
    // What has no date is in the part of a column that begins before every date.
    const inRange = (range?.from ?? beforeAllDates) <= beforeAllDates && beforeAllDates < (range?.to ?? afterAllDates)
    where.columnDate = inRange ? beforeAllDates : { in: [] }
    where.stage ??= 'contacted'
  }
  if (dueBefore) where.dueAt = { lt: dueBefore }
  return where
}

const searchOf = ({ search }: LeadFilter): { search?: Search } => (search?.trim() ? { search: { text: search } } : {})

/** How many may share a phone number or a mailbox with those of one page and still be seen; a family has fewer. */
const maxShared = 1_000

/** The phone numbers and mailboxes of some leads that another lead has as well. Two queries, however many there are. */
async function sharedContacts({ collection }: Readers['leads'], documents: readonly LeadDocument[]) {
  const having = async (field: 'phone' | 'mailbox') => {
    const values = [...new Set(documents.map((document) => document[field]))]
    if (values.length === 0) return []
    const found = await collection.find({ where: { [field]: { in: values } }, limit: maxShared })
    return found.documents.map((document) => document[field])
  }
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const contact of (await Promise.all([having('phone'), having('mailbox')])).flat()) {
    if (seen.has(contact)) shared.add(contact)
    seen.add(contact)
  }
  return shared
}

/** How many leads there are of those that are meant: by stage, and in ranges of the columns. */
export async function countLeads(
  { collection }: Readers['leads'],
  filter: LeadFilter,
  ranges: readonly Range[],
): Promise<{ stages: Record<Stage, number>; ranges: number[] }> {
  const count = (range: Range) => collection.count(conditionsOf(filter, range), searchOf(filter))
  const counts = await Promise.all([...stages.map((stage) => ({ stage })), ...ranges].map(count))
  return {
    stages: Object.fromEntries(stages.map((stage, at) => [stage, counts[at]])) as Record<Stage, number>,
    ranges: counts.slice(stages.length),
  }
}

/** How many leads are to be contacted again: before the day ends, before now, and without a date. And when the next is late. */
export async function dueLeads({ collection }: Readers['leads'], now: string, dayEnds: string) {
  const [all, today, late, undated, next] = await Promise.all([
    collection.count(),
    collection.count(conditionsOf({ dueBefore: dayEnds })),
    collection.count(conditionsOf({ dueBefore: now })),
    collection.count(conditionsOf({ undated: 'true' })),
    collection.find({ where: { dueAt: { gte: now, lt: afterAllDates } }, sort: [['dueAt', 'asc']], limit: 1 }),
  ])
  return { all, today, late, undated, nextDue: next.documents[0]?.dueAt ?? null }
}

/** How many of those who may be the same person are returned. */
const maxAlike = 10

/** Other leads with the phone number or the mailbox of a lead, and clients with its number. No more than a hint: neither is proven. */
export async function leadsAlike({ leads, accounts }: Readers, lead: LeadDocument): Promise<LeadAlike[]> {
  const { phone, mailbox } = lead
  const [byPhone, byMailbox, clients] = await Promise.all([
    leads.collection.find({ where: { phone }, limit: maxAlike + 1 }),
    leads.collection.find({ where: { mailbox }, limit: maxAlike + 1 }),
    accounts.collection.find({ where: { phone, role: 'client' }, limit: maxAlike + 1 }),
  ])
  const alike = new Map<string, LeadAlike>()
  for (const { id, name, email, phone } of clients.documents) alike.set(id, { id, name, email, phone, by: 'phone' })
  for (const { id, name, email, phone, stage } of byPhone.documents) {
    alike.set(id, { id, name, email, phone, stage, by: 'phone' })
  }
  for (const { id, name, email, phone, stage } of byMailbox.documents) {
    alike.set(id, { id, name, email, phone, stage, by: 'mailbox' })
  }
  alike.delete(lead.id)
  return [...alike.values()].slice(0, maxAlike)
}

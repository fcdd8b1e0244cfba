import { NotFound } from '#domain/command.ts'
import { streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Proposal, ProposalVersion } from '#domain/order/fields.ts'
import type { Order } from '#domain/order/order.ts'
import { readRange } from '#infra/events/read-range.ts'
import type { EventStore } from '#infra/events/store.ts'

/**
 * A version of an order’s proposal as it was written: the order itself has the latest only. Throws `NotFound` where there is
 * no such version.
 */
export async function readProposalVersion(
  events: EventStore,
  { id, order }: { id: string; order: Pick<Order, 'proposals'> },
  version: number,
): Promise<ProposalVersion & { version: number; proposal: Proposal }> {
  const known = order.proposals[version - 1]
  if (!known) throw new NotFound('This version of the proposal doesn’t exist')
  const [event] = await readRange<OrderEvent>(events, streamOf(orders, id), known.revision, known.revision)
  if (event?.type !== 'ProposalRevised') throw new Error(`Order ${id} has no proposal at revision ${known.revision}`)
  const { hash: _, ...proposal } = event.data
  return { ...known, version, proposal }
}

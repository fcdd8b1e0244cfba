import { NotFound } from '#domain/command.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import type { Acceptance } from '#domain/words/proposal.ts'
import { readRange } from '#infra/events/read-range.ts'
import type { EventStore } from '#infra/events/store.ts'

/**
 * A version of an order’s proposal as it was written and accepted: the order itself has the latest only. Throws `NotFound`
 * where there is no such version.
 */
export async function readProposalVersion(
  events: EventStore,
  { id, order }: { id: string; order: Pick<Order, 'proposals'> },
  version: number,
): Promise<WrittenVersion> {
  const known = order.proposals[version - 1]
  if (!known) throw new NotFound('This version of the proposal doesn’t exist')
  const eventAt = async (revision: number) =>
    (await readRange<OrderEvent>(events, streamOf(orders, id), revision, revision))[0]
  const event = await eventAt(known.revision)
  if (event?.type !== 'ProposalRevised') throw new Error(`Order ${id} has no proposal at revision ${known.revision}`)
  const { hash: _, ...proposal } = event.data
  const answer = known.answer?.revision === undefined ? undefined : await eventAt(known.answer.revision)
  return {
    ...{ ...known, version, proposal },
    ...(answer?.type === 'ProposalAccepted' ? { acceptance: acceptanceOf(answer) } : {}),
  }
}

const acceptanceOf = ({
  data,
  by,
  at,
  origin,
}: Recorded<Extract<OrderEvent, { type: 'ProposalAccepted' }>>): Acceptance => {
  const { name, price, hash, text } = data
  return { name, price, hash, text, by: by.name, at, device: origin?.browser }
}

import { NotFound } from '#domain/command.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { erasedName, type Order } from '#domain/order/order.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import type { Acceptance } from '#domain/words/proposal.ts'
import { type EventStore, readEvent } from '#infra/events/store.ts'
import type { Receipt } from '#infra/pdf/issued.ts'

/** The event of an order at a revision. */
const eventAt = (events: EventStore, id: string, revision: number) =>
  readEvent<OrderEvent>(events, streamOf(orders, id), revision)

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
  const event = await eventAt(events, id, known.revision)
  if (event?.type !== 'ProposalRevised') throw new Error(`Order ${id} has no proposal at revision ${known.revision}`)
  const { hash: _, ...proposal } = event.data
  const answer = known.answer?.revision === undefined ? undefined : await eventAt(events, id, known.answer.revision)
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

/**
 * A receipt as it was sent, by its id. One from before that was recorded says who received it by the agency’s name, and is for
 * the buyer who is invoiced, or the client. Throws `NotFound` where there is none.
 */
export async function readReceipt(
  events: EventStore,
  { id, order }: { id: string; order: Order },
  documentId: string,
  { agency, client }: { agency: Agency; client: { name: string } },
): Promise<Receipt> {
  const payment = order.payments.find(({ receipt }) => receipt?.documentId === documentId)
  const revision = payment?.receipt?.revision
  if (!payment || revision === undefined) throw new NotFound('This receipt doesn’t exist')
  const event = await eventAt(events, id, revision)
  if (event?.type !== 'ReceiptIssued') throw new Error(`Order ${id} has no receipt at revision ${revision}`)
  const { number, issuedOn, amount, covers = [], tax, seller, buyer } = event.data
  const { reference, paidOn } = payment
  return {
    ...{ number, issuedOn, amount, covers, tax, reference, paidOn },
    seller: seller ?? { name: agencyName(agency) },
    buyer: buyer ?? order.buyer ?? { name: client.name || erasedName },
  }
}

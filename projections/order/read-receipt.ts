import { NotFound } from '#domain/command.ts'
import { streamOf } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { readRange } from '#infra/events/read-range.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Receipt } from '#infra/pdf/issued.ts'

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
  const [event] = await readRange<OrderEvent>(events, streamOf(orders, id), revision, revision)
  if (event?.type !== 'ReceiptIssued') throw new Error(`Order ${id} has no receipt at revision ${revision}`)
  const { number, issuedOn, amount, covers = [], tax, seller, buyer } = event.data
  const { reference, paidOn } = payment
  return {
    ...{ number, issuedOn, amount, covers, tax, reference, paidOn },
    seller: seller ?? { name: agencyName(agency) },
    buyer: buyer ?? order.buyer ?? { name: client.name || 'A deleted person' },
  }
}

import type { Account } from '#domain/account/account.ts'
import type { Recorded } from '#domain/event.ts'
import type { Order, OrderEvent } from '#domain/order/order.ts'
import { otherSide } from '#domain/order/order.ts'
import type { AccountRow } from '../models/accounts.ts'
import type { ReadModel } from '../projection.ts'

/** What reactions must know of the recipients of notifications. */
export type RecipientDirectory = {
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
  /** An account as its latest event leaves it. */
  account(id: string): Promise<Account>
  /**
   * When a person last had an order's page open: now, while it is; 0 when never. It is known of the pages that this
   * process serves, and since it began.
   */
  lastSeen(personId: string, orderId: string): number
}

/** The ids of the persons an event of an order notifies: the other side, but never its author. */
export async function recipientsOf(
  event: Recorded<OrderEvent>,
  order: Order,
  { accounts }: RecipientDirectory,
): Promise<string[]> {
  const ids = otherSide(event.by.role) === 'client' ? [order.clientId] : await adminIds(accounts)
  return ids.filter((id) => id !== event.by.id)
}

/** More admins than this are not notified: it is a small agency. */
const maxAdmins = 200

/** The ids of the admins. */
export async function adminIds({ collection }: RecipientDirectory['accounts']): Promise<string[]> {
  const { documents } = await collection.find({ where: { role: 'admin' }, limit: maxAdmins })
  return documents.map(({ id }) => id)
}

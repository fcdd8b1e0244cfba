import type { Account } from '#domain/account/account.ts'
import type { Recorded } from '#domain/event.ts'
import type { Order, OrderEvent } from '#domain/order/order.ts'
import { otherSide } from '#domain/order/order.ts'
import type { AccountCard } from '../accounts.ts'
import type { ReadModel } from '../projection.ts'

/** What reactions must know of people. */
export type Audience = {
  accounts: Pick<ReadModel<AccountCard>, 'collection'>
  /** An account as its latest fact leaves it. */
  account(id: string): Promise<Account>
  /**
   * When a person last had an order's page open: now, while it is; 0 when never. It is known of the pages that this
   * process serves, and since it began.
   */
  lastSeen(personId: string, orderId: string): number
}

/** Who is told of a fact of an order: the other side, but never whoever did it. */
export async function toldOf(event: Recorded<OrderEvent>, order: Order, { accounts }: Audience): Promise<string[]> {
  const ids = otherSide(event.by.role) === 'client' ? [order.clientId] : await admins(accounts)
  return ids.filter((id) => id !== event.by.id)
}

/** More admins than this are not told: it is a small agency. */
const mostAdmins = 200

async function admins({ collection }: Audience['accounts']): Promise<string[]> {
  const { documents } = await collection.find({ where: { role: 'admin' }, limit: mostAdmins })
  return documents.map(({ id }) => id)
}

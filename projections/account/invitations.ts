import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import type { WireInvitation } from '#domain/contract/people.ts'
import type { Recorded } from '#domain/event.ts'
import type { Document, Page } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** An invitation that was not accepted yet. It has the id that the account will have; no link is in here. */
type InvitationRow = Document & WireInvitation

/** The invitations that stand. */
export const invitationRows: Projection<InvitationRow> = {
  name: 'invitations',
  version: 4,
  indexes: [['at']],
  removedBy: [
    ...['AccountErased', 'InvitationWithdrawn', 'AccountRegistered', 'AddressProven', 'PasswordResetGranted'],
    ...['AddressChanged', 'AddressChangeUndone', 'AddressGivenUp', 'AccountSuspended'],
  ],
  ids: idPerStream(accounts),
  evolve(row, event, id) {
    const { type, data, revision, by, at } = event as Recorded<AccountEvent>
    switch (type) {
      case 'AdminInvited':
        return { id, revision, role: 'admin', email: data.email, by: by.name, at, expires: data.expires }
      case 'ClientInvited': {
        const { email, name, expires } = data
        return { id, revision, role: 'client', email, ...(name ? { name } : {}), by: by.name, at, expires }
      }
      case 'InvitationWithdrawn':
      case 'AddressGivenUp':
      case 'AccountErased':
      case 'AccountSuspended':
        return undefined
      case 'AccountRegistered':
        // Who only typed the address does not use up what was mailed to it.
        return data.addressProven || data.role === 'admin' ? undefined : row
      case 'AddressProven':
      case 'AddressChanged':
      case 'AddressChangeUndone':
      case 'PasswordResetGranted':
        return row?.role === 'admin' ? row : undefined
      default:
        return row
    }
  },
}

/** Invitations that stand, the latest first, and how many there are in all. Throws `BadCursor`. */
export async function listInvitations(
  { collection }: Pick<ReadModel<InvitationRow>, 'collection'>,
  page: { limit?: number; after?: string },
): Promise<Page<InvitationRow> & { total: number }> {
  const [found, total] = await Promise.all([collection.find({ sort: [['at', 'desc']], ...page }), collection.count()])
  return { ...found, total }
}

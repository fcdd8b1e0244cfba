import { type AccountEvent, accounts } from '#domain/account/account.ts'
import type { Recorded } from '#domain/event.ts'
import type { Document, Page } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '../projection.ts'

/** An invitation that was not accepted yet. It has the id that the account will have; no link is in here. */
export type InvitationRow = Document & {
  email: string
  /** Who invited, by name. */
  by: string
  /** When, and until when the link is good. */
  at: string
  expires: string
}

/** The invitations that stand. */
export const invitationRows: Projection<InvitationRow> = {
  name: 'invitations',
  version: 1,
  indexes: [['at']],
  ids: idPerStream(accounts),
  evolve(row, event, id) {
    const { type, data, revision, by, at } = event as Recorded<AccountEvent>
    switch (type) {
      case 'AdminInvited':
        return { id, revision, email: data.email, by: by.name, at, expires: data.expires }
      case 'InvitationWithdrawn':
      case 'AccountRegistered':
        return undefined
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

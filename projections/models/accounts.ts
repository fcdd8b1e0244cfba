import { type AccountEvent, accounts } from '#domain/account/account.ts'
import type { Recorded, Role } from '#domain/event.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '../projection.ts'

/** The names and contact data of accounts. No credentials are in here. */
export type AccountRow = Document & { name: string; email: string; phone: string; role: Role }

/** Every account. */
export const accountRows: Projection<AccountRow> = {
  name: 'accounts',
  version: 2,
  indexes: [['role'], ['phone']],
  search: ['name', 'email', 'phone'],
  ids: idPerStream(accounts),
  evolve(card, event, id) {
    const { type, data, revision } = event as Recorded<AccountEvent>
    switch (type) {
      case 'AccountRegistered': {
        const { name, email, phone, role } = data
        return { id, revision, name, email, phone, role }
      }
      case 'ProfileChanged':
        return card && { ...card, revision, ...data }
      case 'LoggedIn':
      case 'LoggedOut':
      case 'NotificationsChosen':
      case 'LoggedOutEverywhere':
      case 'PasswordResetRequested':
      case 'PasswordResetCodeTried':
      case 'PasswordResetGranted':
      case 'PasswordChanged':
      case 'AdminInvited':
      case 'ClientInvited':
      case 'InvitationWithdrawn':
      case 'OrderViewSaved':
      case 'OrderViewRenamed':
      case 'OrderViewRemoved':
        return card
    }
  },
}

export const accountOf = ({ collection }: Pick<ReadModel<AccountRow>, 'collection'>, id: string) => collection.get(id)

export const countAdmins = ({ collection }: Pick<ReadModel<AccountRow>, 'collection'>) =>
  collection.count({ role: 'admin' })

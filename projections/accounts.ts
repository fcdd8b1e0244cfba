import { type AccountEvent, accounts } from '#domain/account/account.ts'
import type { Recorded, Role } from '#domain/event.ts'
import type { Document } from '#infra/documents/store.ts'
import { oneEach, type Projection, type ReadModel } from './projection.ts'

/** Who somebody is and how to reach them. Nothing that opens a door is in here. */
export type AccountCard = Document & { name: string; email: string; phone: string; role: Role }

/** Every account. */
export const accountCards: Projection<AccountCard> = {
  name: 'accounts',
  version: 1,
  indexes: [['role']],
  ids: oneEach(accounts),
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
        return card
    }
  },
}

export const accountOf = ({ collection }: Pick<ReadModel<AccountCard>, 'collection'>, id: string) => collection.get(id)

export const countAdmins = ({ collection }: Pick<ReadModel<AccountCard>, 'collection'>) =>
  collection.count({ role: 'admin' })

import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import type { WireInvitation, WirePerson } from '#domain/contract/people.ts'
import type { Recorded, Role } from '#domain/event.ts'
import { erasedName } from '#domain/order/order.ts'
import type { Document, Page, Query } from '#infra/documents/store.ts'
import { idPerStream, type Projection, type ReadModel } from '#projections/projection.ts'

/** The names and contact data of accounts. No credentials are in here. */
export type AccountRow = Document &
  Omit<WirePerson, 'orders'> & {
    /** The sort key of the list: the name without its accents and capitals. */
    sortName: string
  }

/** The events that neither list shows: of a new one the compiler asks for its place in each. */
type OfNoList = (
  | ['LoggedIn', 'LoggedOut', 'LoggedOutEverywhere', 'DeviceProven', 'DataDownloaded', 'NotificationsChosen']
  | ['OrderViewSaved', 'OrderViewRenamed', 'OrderViewRemoved', 'CalendarAddressMade', 'CalendarAddressRemoved']
  | ['AddressChangeRequested', 'PasswordResetRequested', 'PasswordResetCodeTried', 'PasswordChanged']
  | ['SecondFactorPrepared', 'SecondFactorPassed', 'SecondFactorFailed', 'RecoveryCodeUsed', 'RecoveryCodesReplaced']
)[number]

/** Every account. */
export const accountRows: Projection<AccountRow> = {
  name: 'accounts',
  version: 10,
  subject: { of: 'account', name: ({ name }) => name },
  indexes: [['role', 'status'], ['role', 'sortName'], ['phone']],
  search: ['name', 'email', 'phone'],
  ids: idPerStream(accounts),
  evolve(row, event, id) {
    const { type, data, revision, at } = event as Recorded<AccountEvent>
    const changed = (changes: Partial<AccountRow>) => row && { ...row, revision, ...changes }
    switch (type) {
      case 'AccountRegistered': {
        const { name, email, phone, role } = data
        const proven = data.addressProven ?? role === 'admin'
        const person = { name, email, phone, role, status: 'active', since: at, secondFactor: false, proven } as const
        return { id, revision, ...person, sortName: plain(name) }
      }
      case 'ProfileChanged':
        return changed({ ...data, sortName: plain(data.name) })
      case 'AccountSuspended':
        return changed({ status: 'suspended' })
      case 'AccountReinstated':
        return changed({ status: 'active' })
      case 'AdminRemoved':
        return changed({ status: 'removed' })
      case 'SecondFactorEnabled':
        return changed({ secondFactor: true })
      case 'SecondFactorDisabled':
        return changed({ secondFactor: false })
      case 'AddressProven':
      case 'PasswordResetGranted':
        return row && isErased(row) ? changed({}) : changed({ proven: true })
      case 'AddressChanged':
      case 'AddressChangeUndone':
        return changed({ email: data.email, proven: true })
      case 'AccountErased':
        return erased(row, { id, revision, since: at })
      case 'ErasureCompleted':
        return changed({ status: 'erased', since: at })
      default:
        void (type satisfies OfNoList | 'AdminInvited' | 'ClientInvited' | 'InvitationWithdrawn' | 'AddressGivenUp')
        return row // what it says is not in a row, or it is from a newer version
    }
  },
}

/** The row of an erased person: that there was one. `since` is when erasure was requested, and then when it was done. */
const erased = (before: AccountRow | undefined, row: Pick<AccountRow, 'id' | 'revision' | 'since'>): AccountRow => {
  const role = before?.role ?? 'client'
  const name = role === 'admin' ? 'Deleted admin' : erasedName
  const unnamed = { name, email: '', phone: '', sortName: plain(name) }
  return { ...row, ...unnamed, role, status: 'erasing', secondFactor: false, proven: false }
}

const isErased = ({ status }: Pick<AccountRow, 'status'>): boolean => status === 'erasing' || status === 'erased'

const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

type Model = Pick<ReadModel<AccountRow>, 'collection'>

/** How many admins there are that are not suspended or removed. */
export const countAdmins = ({ collection }: Model) => collection.count({ role: 'admin', status: 'active' })

/** The accounts of a role, those that a search finds. */
type ListedAccounts = { role: Role; search?: string; limit?: number; after?: string }

/** The condition of the accounts that a list of people has. An admin who is erased was removed, and left the list by that. */
export const listedCondition = (role: AccountRow['role']): Query['where'] => ({
  role,
  status: { in: ['active', 'suspended', ...(role === 'client' ? ['erasing'] : [])] },
})

/**
 * Accounts by name, removed ones left out, and how many there are in all. Throws `BadCursor` when `after` was not a
 * page's `next`.
 */
export async function listAccounts(
  { collection }: Model,
  { role, search: text = '', limit, after }: ListedAccounts,
): Promise<Page<AccountRow> & { total: number }> {
  const where = listedCondition(role)
  const search = text === '' ? {} : { search: { text } }
  const [page, total] = await Promise.all([
    collection.find({ where, ...search, sort: [['sortName', 'asc']], limit, after }),
    collection.count(where, search),
  ])
  return { ...page, total }
}

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
      case 'ProfileChanged':
      case 'AccountReinstated':
      case 'AdminRemoved':
      case 'SecondFactorEnabled':
      case 'SecondFactorDisabled':
      case 'ErasureCompleted':
        return row
      default:
        void (type satisfies OfNoList)
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

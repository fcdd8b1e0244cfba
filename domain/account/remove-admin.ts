import { defineEvent, noData } from '#domain/action.ts'
import { NotFound, Refusal } from '#domain/command.ts'
import { type Account, accountCommand, isRegistered, onePerson } from './account.ts'

export const AdminRemoved = defineEvent('AdminRemoved', noData, {
  kind: 'accounts.people',
  sentence: 'Removed the admin',
  apply: (account: Account, _, { at }) => ({ ...account, removed: at, sessions: {}, resets: {} }),
})

/**
 * Ends an admin's account for good; what they wrote stays, under their name. Removing is a departure
 * (`departures.ts`): the route records it first, which refuses one’s own.
 */
export const removeAdmin = accountCommand('removeAdmin', onePerson, {
  summary: 'Remove an admin',
  call: 'PUT /api/remove-admin',
  logged: { admin: 'removed an admin' },
  route: () => ({ body: onePerson }),
  roles: ['admin'],
  forbidden: 'Only admins can remove admins',
  success: 'Admin removed',
  decide(account) {
    if (!isRegistered(account)) throw new NotFound('This account doesn’t exist')
    if (account.role !== 'admin') throw new Refusal('This is a client. You can suspend them instead.')
    return account.removed === undefined ? [AdminRemoved({})] : []
  },
})

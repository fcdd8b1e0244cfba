import { defineEvent, noData } from '../action.ts'
import { NotFound, Refusal } from '../command.ts'
import { type Account, accountCommand, isRegistered, onePerson } from './account.ts'

export const AdminRemoved = defineEvent('AdminRemoved', noData, {
  kind: 'accounts.people',
  sentence: 'Removed the admin',
  apply: (account: Account, _, { at }) => ({ ...account, removed: at, sessions: {}, resets: {} }),
})

/**
 * Ends an admin's account for good; what they wrote stays, under their name. Removing is a departure
 * (`departures.ts`): the route records it first.
 */
export const removeAdmin = accountCommand('removeAdmin', onePerson, {
  summary: 'Remove an admin',
  call: 'PUT /api/remove-admin',
  route: () => ({ body: onePerson }),
  roles: ['admin'],
  forbidden: 'Only an admin removes admins',
  success: 'Removed, and logged out everywhere',
  decide(account, { personId }, { by }) {
    if (!isRegistered(account)) throw new NotFound('There is no such account')
    if (account.role !== 'admin') throw new Refusal('This is a client. A client can be suspended.')
    if (personId === by.id) throw new Refusal('You cannot remove yourself. Another admin can.')
    return account.removed === undefined ? [AdminRemoved({})] : []
  },
})

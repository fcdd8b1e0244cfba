import { defineEvent, noData } from '#domain/action.ts'
import { type Account, accountCommand, onePerson, onlyExisting } from './account.ts'

export const AccountSuspended = defineEvent('AccountSuspended', noData, {
  kind: 'accounts.people',
  sentence: 'Suspended the account',
  // An invitation that was still open would let its reader make the account anew.
  apply({ addressChange: _, invitation: __, ...account }: Account, ___, { at }): Account {
    return { ...account, suspended: at, sessions: {}, resets: {} }
  },
})

export const AccountReinstated = defineEvent('AccountReinstated', noData, {
  kind: 'accounts.people',
  sentence: 'Reactivated the account',
  apply: ({ suspended: _, ...account }: Account, __, { at }): Account => ({ ...account, activeSince: at }),
})

/**
 * Ends every session of the account and lets its holder log in no more, until they are reinstated. Suspending an admin
 * is a departure (`departures.ts`): the route records it first, which refuses one’s own.
 */
export const suspendAccount = accountCommand('suspendAccount', onePerson, {
  summary: 'Suspend an account and log it out everywhere',
  call: 'PUT /api/suspend-account',
  logged: { admin: 'suspended an account' },
  route: () => ({ body: onePerson }),
  roles: ['admin'],
  forbidden: 'Only admins can suspend accounts',
  success: 'Account suspended',
  decide(account) {
    onlyExisting(account)
    return account.suspended === undefined ? [AccountSuspended({})] : []
  },
})

/** Lets the holder of a suspended account log in again. */
export const reinstateAccount = accountCommand('reinstateAccount', onePerson, {
  summary: 'Reactivate a suspended account',
  call: 'PUT /api/reinstate-account',
  logged: { admin: 'reactivated an account' },
  roles: ['admin'],
  forbidden: 'Only admins can reactivate accounts',
  success: 'Account reactivated',
  decide(account) {
    onlyExisting(account)
    return account.suspended === undefined ? [] : [AccountReinstated({})]
  },
})

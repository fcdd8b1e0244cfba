import { z } from 'zod'
import { NotFound, Refusal } from '../command.ts'
import { type Account, accountCommand, isRegistered, personId } from './account.ts'

/** Throws `NotFound` unless the account is one that an admin may do something about. */
export function onlyExisting(account: Account): void {
  if (!isRegistered(account) || account.removed !== undefined) throw new NotFound('This account doesn’t exist')
}

/**
 * Ends every session of the account and lets its holder log in no more, until they are reinstated. Suspending an admin
 * is a departure (`departures.ts`): the route records it first.
 */
export const suspendAccount = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can suspend accounts',
  input: z.object({ personId }),
  success: 'Account suspended',
  decide(account, { personId }, { by }) {
    onlyExisting(account)
    if (personId === by.id) throw new Refusal('You can’t suspend yourself. Ask another admin.')
    return account.suspended === undefined ? [{ type: 'AccountSuspended', data: {} }] : []
  },
})

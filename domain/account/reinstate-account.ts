import { z } from 'zod'
import { accountCommand, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Lets the holder of a suspended account log in again. */
export const reinstateAccount = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can reactivate accounts',
  input: z.object({ personId }),
  success: 'Account reactivated',
  decide(account) {
    onlyExisting(account)
    return account.suspended === undefined ? [] : [{ type: 'AccountReinstated', data: {} }]
  },
})

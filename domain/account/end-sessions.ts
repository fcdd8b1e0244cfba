import { z } from 'zod'
import { accountCommand, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Ends every session of another person's account. They can log in again. */
export const endSessions = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can log other people out',
  input: z.object({ personId }),
  success: 'Logged out on all devices',
  decide(account) {
    onlyExisting(account)
    return Object.keys(account.sessions).length === 0 ? [] : [{ type: 'LoggedOutEverywhere', data: {} }]
  },
})

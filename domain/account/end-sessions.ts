import { z } from 'zod'
import { accountCommand, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Ends every session of another person's account. They can log in again. */
export const endSessions = accountCommand({
  roles: ['admin'],
  forbidden: 'Only an admin logs others out',
  input: z.object({ personId }),
  success: 'Logged out on every device',
  decide(account) {
    onlyExisting(account)
    return Object.keys(account.sessions).length === 0 ? [] : [{ type: 'LoggedOutEverywhere', data: {} }]
  },
})

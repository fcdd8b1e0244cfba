import { z } from 'zod'
import { accountCommand } from './account.ts'

/** Ends every session of the account, the one it is asked from too. */
export const logOutEverywhere = accountCommand({
  input: z.object({}),
  success: 'You’ve been logged out on all devices',
  decide: ({ sessions }) => (Object.keys(sessions).length === 0 ? [] : [{ type: 'LoggedOutEverywhere', data: {} }]),
})

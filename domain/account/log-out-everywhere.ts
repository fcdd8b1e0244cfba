import { z } from 'zod'
import { accountCommand } from './account.ts'

/** Ends every session of the account, the one it is asked from too. */
export const logOutEverywhere = accountCommand({
  input: z.object({}),
  success: 'You are logged out on every device',
  decide: ({ sessions }) => (Object.keys(sessions).length === 0 ? [] : [{ type: 'LoggedOutEverywhere', data: {} }]),
})

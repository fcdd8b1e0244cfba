import { z } from 'zod'
import { accountAction } from './account.ts'

/** Ends every session of the account, the one it is asked from too. */
export const logOutEverywhere = accountAction({
  input: z.object({}),
  done: 'You are logged out on every device',
  decide: ({ sessions }) => (Object.keys(sessions).length === 0 ? [] : [{ type: 'LoggedOutEverywhere', data: {} }]),
})

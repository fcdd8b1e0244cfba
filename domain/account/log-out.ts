import { z } from 'zod'
import { accountCommand, isSessionOpen, session } from './account.ts'

/** Ends a session, on the server too: its cookie opens nothing any more. */
export const logOut = accountCommand({
  input: z.object({ session }),
  success: 'You’re logged out',
  decide: (account, { session }, { at }) =>
    isSessionOpen(account, session, Date.parse(at)) ? [{ type: 'LoggedOut', data: { session } }] : [],
})

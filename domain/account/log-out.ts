import { z } from 'zod'
import { accountAction, session } from './account.ts'

/** Ends a session, on the server too: its cookie opens nothing any more. */
export const logOut = accountAction({
  input: z.object({ session }),
  done: 'You are logged out',
  decide: (account, { session }) => (account.sessions[session] ? [{ type: 'LoggedOut', data: { session } }] : []),
})

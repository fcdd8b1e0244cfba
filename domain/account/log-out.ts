import { z } from 'zod'
import { accountAction, isOpen, session } from './account.ts'

/** Ends a session, on the server too: its cookie opens nothing any more. */
export const logOut = accountAction({
  input: z.object({ session }),
  done: 'You are logged out',
  decide: (account, { session }, { at }) =>
    isOpen(account, session, Date.parse(at)) ? [{ type: 'LoggedOut', data: { session } }] : [],
})

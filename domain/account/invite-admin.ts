import { z } from 'zod'
import { Refusal } from '../action.ts'
import { accountAction, after, digest, isRegistered } from './account.ts'
import { email } from './register.ts'

const invitationLasts = 7 * 24 * 60 * 60 * 1000

export const invited = z.object({ email })

/** Invites somebody to become an admin, by a link that goes to their address. Inviting again replaces the link. */
export const inviteAdmin = accountAction({
  may: ['admin'],
  otherwise: 'Only an admin invites admins',
  input: z.object({ email, tokenHash: digest }),
  done: 'The invitation is on its way. It is good for seven days.',
  decide(account, { email, tokenHash }, { at }) {
    if (isRegistered(account)) {
      throw new Refusal(account.role === 'admin' ? 'This is an admin already' : 'This is the email address of a client')
    }
    return [{ type: 'AdminInvited', data: { email, tokenHash, expires: after(at, invitationLasts) } }]
  },
})

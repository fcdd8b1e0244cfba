import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, addMilliseconds, digest, isRegistered } from './account.ts'
import { onlyUnlessBeingErased } from './being-erased.ts'
import { email } from './register.ts'

/** How long a link is good for, in milliseconds. */
export const invitationLifetime = 7 * 24 * 60 * 60 * 1000

export const invitationInput = z.object({ email })

/** Invites an admin by a link that is mailed to an address. Inviting again replaces the link. */
export const inviteAdmin = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can invite admins',
  input: z.object({ email, tokenHash: digest }),
  success: 'Invitation sent. It’s valid for 7 days.',
  decide(account, { email, tokenHash }, { at }) {
    onlyUnlessBeingErased(account)
    if (isRegistered(account) && account.removed === undefined) {
      throw new Refusal(
        account.role === 'admin' ? 'This person is already an admin' : 'This email address belongs to a client',
      )
    }
    return [{ type: 'AdminInvited', data: { email, tokenHash, expires: addMilliseconds(at, invitationLifetime) } }]
  },
})

import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { type Account, accountCommand, addMilliseconds, digest, isRegistered, refuseWhileErasing } from './account.ts'
import { email } from './register.ts'

/** How long a link is valid, in milliseconds. */
export const invitationLifetime = 7 * 24 * 60 * 60 * 1000

/** The refusal where the address of an account leads to another one. */
export const belongsToAnother = 'This email address belongs to another account now'

export const invitationInput = z.object({ email })

export const AdminInvited = defineEvent(
  'AdminInvited',
  { email: personal(z.string(), ''), tokenHash: clear(z.string()), expires: clear(z.string()) },
  {
    kind: 'accounts.people',
    sentence: 'Invited as an admin',
    apply: (account: Account, invitation) => ({ ...account, invitation: { ...invitation, role: 'admin' as const } }),
  },
)

/** Invites an admin by a link that is mailed to an address. Inviting again replaces the link. */
export const inviteAdmin = accountCommand('inviteAdmin', z.object({ email, tokenHash: digest }), {
  summary: 'Invite an admin by email',
  call: 'POST /api/invite-admin',
  logged: { admin: 'invited an admin' },
  route: () => ({ limit: 'invitation', confirmed: true, body: invitationInput, problems: [409] }),
  roles: ['admin'],
  forbidden: 'Only admins can invite admins',
  success: 'Invitation sent. It’s valid for 7 days.',
  decide(account, { email, tokenHash }, { at }) {
    refuseWhileErasing(account)
    if (isRegistered(account) && account.removed === undefined) {
      throw new Refusal(
        account.role === 'admin' ? 'This person is already an admin' : 'This email address belongs to a client',
      )
    }
    if (account.addressGivenUp) throw new Refusal(belongsToAnother)
    return [AdminInvited({ email, tokenHash, expires: addMilliseconds(at, invitationLifetime) })]
  },
})

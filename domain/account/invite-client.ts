import { z } from 'zod'
import { Refusal } from '../command.ts'
import { type Account, accountCommand, addMilliseconds, digest, isRegistered } from './account.ts'
import { beingErased } from './being-erased.ts'
import { invitationLifetime } from './invite-admin.ts'
import { email, name, phone } from './register.ts'

/** What an admin sends. Name and phone are suggested to the person, who may change them. */
export const clientInvitationInput = z.object({ email, name: name.optional(), phone: phone.optional() })

/** Invites a client by a link that is mailed to an address. Inviting again replaces the link. */
export const inviteClient = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can invite clients',
  input: clientInvitationInput.extend({ tokenHash: digest }),
  success: 'Invitation sent. It’s valid for 7 days.',
  decide(account, data, { at }) {
    const refusal = whyNotInvited(account, at)
    if (refusal) throw new Refusal(refusal)
    return [{ type: 'ClientInvited', data: { ...data, expires: addMilliseconds(at, invitationLifetime) } }]
  },
})

/** Why the address of an account cannot be invited as a client at a time (ISO 8601, UTC), if it cannot. */
export function whyNotInvited(account: Account, at: string): string | undefined {
  if (account.erasing !== undefined) return beingErased
  if (isRegistered(account)) {
    return account.role === 'client' ? 'This person is already a client' : 'This email address belongs to an admin'
  }
  const { invitation } = account
  // The one link would take the place of the other, and make less of its reader than was meant.
  if (invitation?.role === 'admin' && invitation.expires > at) return 'This person is already invited as an admin'
  return undefined
}

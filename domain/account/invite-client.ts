import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { type Account, accountCommand, addMilliseconds, beingErased, digest, isRegistered } from './account.ts'
import { belongsToAnother, invitationLifetime } from './invite-admin.ts'
import { email, name, phone } from './register.ts'

/** The body that an admin sends. Name and phone are suggested to the person, who may change them. */
const clientInvitationInput = z.object({ email, name: name.optional(), phone: phone.optional() })

/** Name and phone are what the lead said of themselves, to be suggested. */
export const ClientInvited = defineEvent(
  'ClientInvited',
  {
    email: personal(z.string(), ''),
    tokenHash: clear(z.string()),
    expires: clear(z.string()),
    name: personal(z.string().optional()),
    phone: personal(z.string().optional()),
  },
  {
    kind: 'accounts.people',
    sentence: 'Invited as a client',
    apply: (account: Account, invitation) => ({ ...account, invitation: { ...invitation, role: 'client' as const } }),
  },
)

/** Invites a client by a link that is mailed to an address. Inviting again replaces the link. */
export const inviteClient = accountCommand('inviteClient', clientInvitationInput.extend({ tokenHash: digest }), {
  summary: 'Invite a client by email',
  call: 'POST /api/invite-client',
  logged: { admin: 'invited a client' },
  route: () => ({ limit: 'invitation', body: clientInvitationInput, problems: [409] }),
  roles: ['admin'],
  forbidden: 'Only admins can invite clients',
  success: 'Invitation sent. It’s valid for 7 days.',
  decide(account, data, { at }) {
    const refusal = whyNotInvited(account, at)
    if (refusal) throw new Refusal(refusal)
    // Inviting again may leave out what a lead said of themselves.
    const { name = account.invitation?.name, phone = account.invitation?.phone } = data
    return [ClientInvited({ ...data, name, phone, expires: addMilliseconds(at, invitationLifetime) })]
  },
})

/** Why the address of an account cannot be invited as a client at a time (ISO 8601, UTC), if it cannot. */
export function whyNotInvited(account: Account, at: string): string | undefined {
  if (account.erasing !== undefined) return beingErased
  if (isRegistered(account)) {
    return account.role === 'client' ? 'This person is already a client' : 'This email address belongs to an admin'
  }
  if (account.addressGivenUp) return belongsToAnother
  const { invitation } = account
  // The one link would take the place of the other, and make less of its reader than was meant.
  if (invitation?.role === 'admin' && invitation.expires > at) return 'This person is already invited as an admin'
  return undefined
}

import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, isRegistered, personId } from './account.ts'

/** Takes an invitation back: its link cannot be used any more. Withdrawing it again changes nothing. */
export const withdrawInvitation = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can withdraw invitations',
  input: z.object({ personId }),
  success: 'Invitation withdrawn. Its link no longer works.',
  decide(account) {
    if (account.invitation) return [{ type: 'InvitationWithdrawn', data: {} }]
    if (isRegistered(account)) throw new Refusal('This invitation has already been accepted')
    return []
  },
})

import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, isRegistered, personId } from './account.ts'

/** Takes an invitation back: its link cannot be used any more. Withdrawing it again changes nothing. */
export const withdrawInvitation = accountCommand({
  roles: ['admin'],
  forbidden: 'Only an admin withdraws an invitation',
  input: z.object({ personId }),
  success: 'The invitation is withdrawn: its link does not work any more',
  decide(account) {
    if (account.invitation) return [{ type: 'InvitationWithdrawn', data: {} }]
    if (isRegistered(account)) throw new Refusal('The invitation was accepted already')
    return []
  },
})

import { z } from 'zod'
import { accountCommand, personId } from './account.ts'

/** Ends the link of an invitation that was not accepted yet. */
export const withdrawInvitation = accountCommand({
  roles: ['admin'],
  forbidden: 'Only an admin withdraws invitations',
  input: z.object({ personId }),
  success: 'Withdrawn: the link opens nothing any more',
  decide: ({ invitation }) => (invitation ? [{ type: 'InvitationWithdrawn', data: {} }] : []),
})

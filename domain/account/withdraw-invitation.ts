import { defineEvent, noData } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { type Account, accountCommand, isRegistered, onePerson } from './account.ts'

export const InvitationWithdrawn = defineEvent('InvitationWithdrawn', noData, {
  kind: 'accounts.people',
  sentence: 'Withdrew the invitation',
  apply: ({ invitation: _, ...account }: Account): Account => account,
})

/** Takes an invitation back: its link cannot be used any more. Withdrawing it again changes nothing. */
export const withdrawInvitation = accountCommand('withdrawInvitation', onePerson, {
  summary: 'Withdraw an invitation',
  call: 'PUT /api/withdraw-invitation',
  logged: { admin: 'withdrew an invitation' },
  route: () => ({ body: onePerson, problems: [409] }),
  roles: ['admin'],
  forbidden: 'Only admins can withdraw invitations',
  success: 'Invitation withdrawn. Its link no longer works.',
  decide(account) {
    if (account.invitation) return [InvitationWithdrawn({})]
    if (isRegistered(account)) throw new Refusal('This invitation has already been accepted')
    return []
  },
})

import { z } from 'zod'
import { Refusal } from '../command.ts'
import { type Account, accountCommand, digest, passwordHash, session } from './account.ts'
import { password } from './password.ts'
import { name, phone } from './register.ts'

/** What the page behind the link sends. */
export const acceptanceInput = z.object({ token: z.string().max(200), name, phone, password })

/** The error message when a link is used, expired, replaced, or was never sent. */
export const noInvitation = 'This invitation cannot be used any more. Please ask for another one.'

/** The invitation that a link opens at a time (ISO 8601, UTC), if it does. */
export const invitationFor = (account: Account, tokenHash: string, at: string): Account['invitation'] =>
  account.invitation?.tokenHash === tokenHash && account.invitation.expires > at ? account.invitation : undefined

/** Creates the invited admin's account, and logs in. The link cannot be used again. */
export const acceptInvitation = accountCommand({
  input: z.object({ tokenHash: digest, name, phone, passwordHash, session }),
  success: 'Welcome. You are an admin now.',
  decide(account, { tokenHash, session, ...person }, { at }) {
    const invitation = invitationFor(account, tokenHash, at)
    if (!invitation) throw new Refusal(noInvitation)
    return [
      { type: 'AccountRegistered', data: { ...person, email: invitation.email, role: 'admin' } },
      { type: 'LoggedIn', data: { session } },
    ]
  },
})

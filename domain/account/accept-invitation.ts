import { z } from 'zod'
import { WrongLink } from '#domain/command.ts'
import type { Role } from '#domain/event.ts'
import { type Account, accountCommand, device, digest, passwordHash, session } from './account.ts'
import { begins } from './log-in.ts'
import { password } from './password.ts'
import { AccountRegistered, name, phone } from './register.ts'

/** The link of an invitation, as its page has it in the address. */
export const invitationToken = z.string().max(200)

/** The body that the page behind the link sends. */
export const acceptanceInput = z.object({ token: invitationToken, name, phone, password })

/** The error message when a link is used, expired, replaced, or was never sent. */
export const noInvitation = 'This invitation has expired or was already used. Please ask for a new one.'

/** The invitation that a link opens at a time (ISO 8601, UTC), if it does. */
export const invitationFor = (account: Account, tokenHash: string, at: string): Account['invitation'] =>
  account.invitation?.tokenHash === tokenHash && account.invitation.expires > at ? account.invitation : undefined

/** The success message, by what the account was made as. */
export const welcome: Record<Role, string> = {
  admin: 'Welcome. You’re now an admin.',
  client: 'Welcome. Your account is ready.',
}

/**
 * Creates the invited person's account, and logs in. The link cannot be used again. It came by mail, so that the address
 * of the account is proven.
 */
export const acceptInvitation = accountCommand(
  'acceptInvitation',
  z.object({ tokenHash: digest, name, phone, passwordHash, session, device }),
  {
    summary: 'Accept an invitation and create the account',
    call: 'POST /api/accept-invitation',
    logged: { account: 'accepted an invitation' },
    route: () => ({ roles: 'anyone', limit: 'register', body: acceptanceInput, status: 201, problems: [409] }),
    success: welcome.client,
    decide(account, { tokenHash, session, device, ...person }, { at }) {
      const invitation = invitationFor(account, tokenHash, at)
      if (!invitation || account.addressGivenUp) throw new WrongLink(noInvitation)
      return [
        AccountRegistered({ ...person, email: invitation.email, role: invitation.role, addressProven: true }),
        begins(session, device),
      ]
    },
  },
)

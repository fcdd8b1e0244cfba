import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, passwordHash, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Gives another admin a new password who cannot get in any more, and ends all their sessions. */
export const replacePassword = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can reset a password',
  input: z.object({ personId, passwordHash }),
  success: 'Password reset. They’ve been logged out everywhere.',
  decide(account, { personId, passwordHash }, { by }) {
    onlyExisting(account)
    if (account.role !== 'admin') throw new Refusal('This is a client. They can reset their password by email.')
    if (personId === by.id) throw new Refusal('Change your own password in your settings')
    return [{ type: 'PasswordChanged', data: { passwordHash } }]
  },
})

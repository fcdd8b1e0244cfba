import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, isSessionOpen, passwordHash, session } from './account.ts'
import { password } from './password.ts'

/** The form of a logged-in person who knows the current password. */
export const passwordChange = z.object({
  current: z.string('Please enter your password').min(1, 'Please enter your password').max(256),
  password,
})

/** The error message when the current password is wrong. */
export const wrongPassword = 'This password is wrong'

/**
 * Sets a new password, once the route has checked the current one against `checked`. The session it is asked
 * from goes on, all others end.
 */
export const changePassword = accountCommand({
  input: z.object({ session, checked: passwordHash, passwordHash }),
  success: 'Password changed. You’ve been logged out on all other devices.',
  decide(account, { session, checked, passwordHash }, { at }) {
    // A concurrent change, a reset perhaps: what was checked is not the password any more.
    if (account.passwordHash !== checked || !isSessionOpen(account, session, Date.parse(at))) {
      throw new Refusal('Your password has just been changed. Please log in again.')
    }
    return [{ type: 'PasswordChanged', data: { passwordHash, session } }]
  },
})
